#pragma once
// All kinds of authentication.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authentication_v1/self_subject_review.hpp"
#include "setpoint/api/authentication_v1/token_request.hpp"
#include "setpoint/api/authentication_v1/token_review.hpp"
