#include "apiserver/admission/pod_security/pod_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

bool pod_view::has_own_users() const {
    return flag_at(spec_, "hostUsers") == false;
}

std::optional<bool> flag_at(const bj::object& o, std::string_view key) {
    const bj::value* const v = value_at(o, key);
    if (v == nullptr || !v->is_bool()) return std::nullopt;
    return v->get_bool();
}

std::string quoted_list(const names& all) {
    return all.empty() ? std::string() : fmt::format("\"{}\"", fmt::join(all, "\", \""));
}

std::string quoted_list(const name_set& all) {
    return quoted_list(names(all.begin(), all.end()));
}

std::string_view one_or_many(std::string_view one, std::string_view many, std::size_t count) {
    return count == 1 ? one : many;
}

std::string containers_text(const names& all) {
    return fmt::format("{} {}", one_or_many("container", "containers", all.size()), quoted_list(all));
}

std::string setters_text(bool pod, const names& containers) {
    if (containers.empty()) return pod ? "pod" : "";
    return (pod ? "pod and " : "") + containers_text(containers);
}

}}}  // namespace setpoint::v0::apiserver::pod_security
