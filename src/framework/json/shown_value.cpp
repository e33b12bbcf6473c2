#include "framework/json/shown_value.hpp"

#include "setpoint/json/encode.hpp"

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json {

// Looks at each type once, since types may contain themselves.
bool may_hold_secret(const type_info& type) {
    std::vector<const type_info*> seen;
    const auto note = [&seen](const type_info* t) {
        while (t->element) t = t->element;
        if (t->is_secret) return true;
        if (t->kind == type_kind::object && std::ranges::find(seen, t) == seen.end()) seen.push_back(t);
        return false;
    };
    if (note(&type)) return true;
    for (std::size_t i = 0; i < seen.size(); ++i)
        for (const field_info& f : seen[i]->fields)
            if (note(f.type)) return true;
    return false;
}

void append_shown(const type_info& type, const void* value, std::string& out) {
    if (may_hold_secret(type))
        out += secret_placeholder;
    else
        encode(type, value, out);
}

}}}  // namespace setpoint::v0::json
