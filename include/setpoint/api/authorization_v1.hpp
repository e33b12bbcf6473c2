#pragma once
// All kinds of authorization.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authorization_v1/local_subject_access_review.hpp"
#include "setpoint/api/authorization_v1/self_subject_access_review.hpp"
#include "setpoint/api/authorization_v1/self_subject_rules_review.hpp"
#include "setpoint/api/authorization_v1/subject_access_review.hpp"
