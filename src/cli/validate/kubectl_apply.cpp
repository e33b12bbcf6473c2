#include "cli/validate/kubectl_apply.hpp"

#include "cli/json_members.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

bj::object applied_over(bj::object stored, const bj::object& before, const bj::object& now) {
    for (const auto& [key, value] : before)
        if (!now.contains(key)) stored.erase(key);
    for (const auto& [key, value] : now) {
        if (value.is_null()) {
            stored.erase(key);
            continue;
        }
        bj::value& to = stored[key];
        if (value.is_object() && to.is_object()) {
            const bj::object* const was = object_in(before, view(key));
            to = applied_over(std::move(to.get_object()), was ? *was : bj::object(), value.get_object());
        } else {
            to = value;
        }
    }
    return stored;
}

}}}  // namespace setpoint::v0::cli
