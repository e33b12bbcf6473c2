#include "apiserver/kinds/shared/workload_warnings.hpp"

#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The pods, or the object itself, then have no valid host name.
void warn_of_host_name(const bj::object& object, std::string_view use, texts& to) {
    const messages wrong = dns1123_label(text_at(object_of(object, "metadata"), "name"));
    if (wrong.empty()) return;
    to.push_back(
        fmt::format("metadata.name: this is used in {}, which can result in surprising behavior; a "
                    "DNS label is recommended: [{}]",
                    use, fmt::join(wrong, " ")));
}

bool changes_template(const bj::object& o, const bj::object* old, std::string_view subresource) {
    return subresource.empty() && (!old || number_at(object_of(o, "metadata"), "generation") !=
                                               number_at(object_of(*old, "metadata"), "generation"));
}

const bj::object& pod_template_of(const bj::object& o) {
    return object_of(o, {"spec", "template"});
}

void warn_of_workload(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_host_name(o, host_name_use, to);
    if (changes_template(o, old, sub)) warn_of_template(pod_template_of(o), pod_template_path, to);
}

}}}  // namespace setpoint::v0::apiserver
