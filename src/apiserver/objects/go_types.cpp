#include "apiserver/objects/go_types.hpp"

#include "apiserver/schema/embedded_table.hpp"
#include "apiserver/schema/json_text.hpp"

#include <map>
#include <mutex>
#include <utility>

SETPOINT_TABLE(go_types, "go_types.json");

namespace setpoint::inline v0::apiserver {

namespace {

// Types of fields that are not structs. The table has Go's notation: "*string,omitempty",
// "[]core.v1.Container", "map[string]quantity".
constexpr std::pair<std::string_view, char> basic_types[] = {
    {"string", 's'}, {"bool", 'b'},      {"number", 'n'},   {"quantity", 'q'},
    {"time", 't'},   {"microtime", 'u'}, {"duration", 'd'}, {"intstr", 'i'},
    {"raw", 'r'},    {"bytes", 'y'},     {"schema", 'J'},
};

bool take_prefix(std::string_view& s, std::string_view prefix) {
    if (!s.starts_with(prefix)) return false;
    s.remove_prefix(prefix.size());
    return true;
}

bool take_suffix(std::string_view& s, std::string_view suffix) {
    if (!s.ends_with(suffix)) return false;
    s.remove_suffix(suffix.size());
    return true;
}

std::string type_code(std::string_view type) {
    if (take_prefix(type, "[]")) return "[" + type_code(type);
    if (take_prefix(type, "map[string]")) return "<" + type_code(type);
    for (const auto& [name, code] : basic_types)
        if (type == name) return std::string(1, code);
    return "{" + std::string(type);
}

go_field field_of(std::string_view owner, std::string_view name, std::string_view type) {
    const bool pointer = take_prefix(type, "*");
    const bool omits_empty = take_suffix(type, ",omitempty"), omits_zero = take_suffix(type, ",omitzero");
    char rule = omits_empty ? 'o' : omits_zero ? 'z' : 'a';
    if (pointer) rule = rule == 'a' ? 'n' : 'p';
    std::string code = type_code(type);
    // Only the defaults of core/v1 round amounts of resources to thousandths.
    if (code == "<q" && !owner.starts_with("core.v1.")) code = "<Q";
    return {rule, std::string(name), std::move(code)};
}

struct lazy_type {
    std::string_view text;
    std::once_flag parsed{};
    go_type type{};

    const go_type& get(std::string_view name) {
        std::call_once(parsed, [&] {
            const boost::json::value members = json_text::parse_own(text);
            type.fields.reserve(members.get_object().size());
            for (const auto& [field, go] : members.get_object())
                type.fields.push_back(field_of(name, field, std::string_view(go.get_string())));
            type.fill = defaults_of_type(name);
        });
        return type;
    }
};

struct go_types {
    std::map<std::string_view, lazy_type> structs;
    std::map<std::string, std::string, std::less<>> kinds;

    go_types() {
        for (const auto& [name, text] : table_members(SETPOINT_TABLE_TEXT(go_types))) {
            if (name != "kinds") {
                structs.try_emplace(name, text);
                continue;
            }
            const boost::json::value members = json_text::parse_own(text);
            for (const auto& [kind, type] : members.get_object())
                kinds.emplace(kind, std::string(type.get_string()));
        }
    }
};

go_types& types() {
    static go_types all;
    return all;
}

}  // namespace

const go_type* find_go_type(std::string_view name) {
    go_types& all = types();
    const auto found = all.structs.find(name);
    return found == all.structs.end() ? nullptr : &found->second.get(found->first);
}

std::string_view go_type_of_kind(std::string_view kind) {
    const auto found = types().kinds.find(kind);
    return found == types().kinds.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace setpoint::inline v0::apiserver
