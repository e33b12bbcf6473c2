// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/certificates_v1/certificate_signing_request.hpp"
#include "setpoint/api/certificates_v1/cluster_trust_bundle.hpp"
#include "setpoint/api/certificates_v1/pod_certificate_request.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::certificates_v1::certificate_signing_request);
SETPOINT_COMPILE_KIND(setpoint::certificates_v1::cluster_trust_bundle);
SETPOINT_COMPILE_KIND(setpoint::certificates_v1::pod_certificate_request);
