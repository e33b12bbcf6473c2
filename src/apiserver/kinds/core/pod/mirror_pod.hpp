#pragma once
// Rules for mirror pods, by which kubelets show the pods of their own files (static pods).

#include "apiserver/objects/fields.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view mirror_annotation = "kubernetes.io/config.mirror";

inline bool is_mirror_pod(const bj::object& pod) {
    return object_of(pod, {"metadata", "annotations"}).contains(mirror_annotation);
}
// A mirror pod has a node.
void validate_mirror_pod(const bj::object& pod, field_errors& to);
// The annotation stays as it is.
void validate_mirror_kept(const bj::object& pod, const bj::object& old, field_errors& to);
// Replaces all errors by one about the whole pod.
void refuse_pod_change(const char* why, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
