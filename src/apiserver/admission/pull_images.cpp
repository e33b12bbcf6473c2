// plugin/pkg/admission/alwayspullimages.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/kinds/core/pod/security.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* always = "Always";

std::set<std::string_view> images_of(const bj::object& pod) {
    std::set<std::string_view> out;
    for_each_container(object_of(pod, "spec"), "spec",
                       [&](const bj::object& c, const std::string&) { out.insert(text_at(c, "image")); });
    return out;
}

bool pulls(const admission_request& q) {
    if (q.kind.storage != "pods" || !q.subresource.empty()) return false;
    if (q.verb != "update" || q.old == nullptr) return true;
    const std::set<std::string_view> before = images_of(*q.old), now = images_of(q.object);
    return !std::ranges::includes(before, now);
}

void check_policy(const bj::object& in, const std::string& path, std::string_view field, field_errors& to) {
    if (text_at(in, field) != always)
        not_supported(to, child(path, field), bj::value(text_at(in, field)), {always});
}

}  // namespace

api_result<> pull_images_admit(admission_request& q) {
    if (!pulls(q)) return {};
    bj::object& spec = make_object(q.object, "spec");
    for (const char* name : {"initContainers", "containers", "ephemeralContainers"})
        if (bj::array* const list = list_at(spec, name))
            for_each_object(*list, [](bj::object& c, std::size_t) { c["imagePullPolicy"] = always; });
    if (bj::array* const volumes = list_at(spec, "volumes"))
        for_each_object(*volumes, [](bj::object& v, std::size_t) {
            if (bj::object* const image = object_at(v, "image")) (*image)["pullPolicy"] = always;
        });
    return {};
}

// For what webhooks have changed since.
api_result<> pull_images_validate(admission_request& q) {
    if (!pulls(q)) return {};
    field_errors wrong;
    const bj::object& spec = object_of(q.object, "spec");
    for_each_container(spec, "spec", [&](const bj::object& c, const std::string& path) {
        check_policy(c, path, "imagePullPolicy", wrong);
    });
    for_each_object(list_of(spec, "volumes"), [&](const bj::object& v, std::size_t i) {
        if (const bj::object* const image = object_at(v, "image"))
            check_policy(*image, child(indexed("spec.volumes", i), "image"), "pullPolicy", wrong);
    });
    if (wrong.empty()) return {};
    // An aggregate of errors has no status of its own: 500.
    std::vector<std::string> all;
    for (const field_error& each : wrong) {
        const std::string text = q.refuse(joined_messages({each})).message;
        if (std::ranges::find(all, text) == all.end()) all.push_back(text);
    }
    std::string message = all[0];
    for (std::size_t i = 1; i < all.size(); ++i) message += ", " + all[i];
    return plain_error(all.size() == 1 ? message : "[" + message + "]");
}

}}}  // namespace setpoint::v0::apiserver
