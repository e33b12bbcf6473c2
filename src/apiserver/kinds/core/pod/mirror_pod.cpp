#include "apiserver/kinds/core/pod/mirror_pod.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* annotations = "metadata.annotations";

const bj::value* mirror_of(const bj::object& pod) {
    return value_at(object_of(pod, {"metadata", "annotations"}), mirror_annotation);
}

}  // namespace

void validate_mirror_pod(const bj::object& pod, field_errors& to) {
    const bj::value* mirror = mirror_of(pod);
    if (mirror == nullptr || !text_at(object_of(pod, "spec"), "nodeName").empty()) return;
    invalid(to, keyed(annotations, mirror_annotation), *mirror,
            "must set spec.nodeName if mirror pod annotation is set");
}

void validate_mirror_kept(const bj::object& pod, const bj::object& old, field_errors& to) {
    const bj::value *now = mirror_of(pod), *before = mirror_of(old);
    if (before != nullptr && (now == nullptr || *now != *before))
        forbidden(to, keyed(annotations, mirror_annotation),
                  "may not remove or update mirror pod annotation");
    if (before == nullptr && now != nullptr)
        forbidden(to, keyed(annotations, mirror_annotation), "may not add mirror pod annotation");
    validate_mirror_pod(pod, to);
}

void refuse_pod_change(const char* why, field_errors& to) {
    to.clear();
    forbidden(to, "[]", why);  // as Go prints the empty path
}

}}}  // namespace setpoint::v0::apiserver
