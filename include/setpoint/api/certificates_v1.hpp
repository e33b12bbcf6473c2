#pragma once
// All kinds of certificates.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/certificates_v1/certificate_signing_request.hpp"
#include "setpoint/api/certificates_v1/cluster_trust_bundle.hpp"
#include "setpoint/api/certificates_v1/pod_certificate_request.hpp"
