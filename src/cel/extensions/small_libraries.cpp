#include "cel/base64.hpp"
#include "cel/builder.hpp"
#include "cel/collections.hpp"
#include "cel/extensions/list_costs.hpp"
#include "cel/operators.hpp"
#include "cel/standard_functions.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <array>
#include <optional>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

bool has_element(const value& list, const value& element, arena& memory) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (equal(element, list.at(i, memory), memory)) return true;
    }
    return false;
}

bool contains_all(const value& list, const value& part, arena& memory) {
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (!has_element(list, part.at(i, memory), memory)) return false;
    }
    return true;
}

value set_contains(evaluation& in, arguments_view args) {
    return value::boolean(contains_all(args[0], args[1], in.memory()));
}
value set_equivalent(evaluation& in, arguments_view args) {
    return value::boolean(contains_all(args[0], args[1], in.memory()) &&
                          contains_all(args[1], args[0], in.memory()));
}
value set_intersects(evaluation& in, arguments_view args) {
    for (std::size_t i = 0; i < args[0].size(); ++i) {
        if (has_element(args[1], args[0].at(i, in.memory()), in.memory())) return value::boolean(true);
    }
    return value::boolean(false);
}

value encode(evaluation& in, arguments_view args) {
    return in.text(encode_base64(args[0].text()));
}
value decode(evaluation& in, arguments_view args) {
    std::size_t wrong = 0;
    const auto made = decode_base64(args[0].text(), wrong);
    if (!made) return in.error("illegal base64 data at input byte " + std::to_string(wrong));
    return value::bytes(in.memory().copy(std::string_view(*made)));
}

// Adds to the map of the comprehension itself while it grows, else to a copy.
value growing_copy(evaluation& in, const value& map) {
    if (is_growing(map)) return map;
    const value made = make_growing_map(in.memory());
    for (std::size_t i = 0; i < map.size(); ++i) {
        insert(entries_of(made), map.map().key_at(map.data(), i, in.memory()),
               map.map().value_at(map.data(), i, in.memory()), true, in.memory());
    }
    return made;
}

value insert_entry(evaluation& in, const value& map, const value& key, const value& content) {
    if (insert(entries_of(map), key, content, false, in.memory())) return map;
    const std::string shown =
        key.is(value_kind::string) ? std::string(key.text()) : to_text(key, in.memory());
    return in.error("insert failed: key " + shown + " already exists");
}

value map_insert(evaluation& in, arguments_view args) {
    const value map = growing_copy(in, args[0]);
    if (args.size() == 3) return insert_entry(in, map, args[1], args[2]);
    const value& from = args[1];
    for (std::size_t i = 0; i < from.size(); ++i) {
        const value made = insert_entry(in, map, from.map().key_at(from.data(), i, in.memory()),
                                        from.map().value_at(from.data(), i, in.memory()));
        if (made.is_error()) return made;
    }
    return map;
}

constexpr std::array set_rows = std::to_array<function_row>({
    {"sets.contains", "list_sets_contains_list", "(list(T), list(T)) -> bool", set_contains},
    {"sets.equivalent", "list_sets_equivalent_list", "(list(T), list(T)) -> bool", set_equivalent},
    {"sets.intersects", "list_sets_intersects_list", "(list(T), list(T)) -> bool", set_intersects},
});
constexpr std::array encoder_rows = std::to_array<function_row>({
    {"base64.decode", "base64_decode_string", "(string) -> bytes", decode},
    {"base64.encode", "base64_encode_bytes", "(bytes) -> string", encode},
});
constexpr std::array insert_rows = std::to_array<function_row>({
    {operators::map_insert, "@mapInsert_map_key_value", "(map(K, V), K, V) -> map(K, V)", map_insert},
    {operators::map_insert, "@mapInsert_map_map", "(map(K, V), map(K, V)) -> map(K, V)", map_insert},
});

}  // namespace

void add_sets(environment& to) {
    to.add_functions(set_rows);
    add_set_costs(to);
}
void add_encoders(environment& to) {
    to.add_functions(encoder_rows);
}
void add_bindings(environment& to) {
    to.add_macros(bind_macros());
}
void add_two_variable_comprehensions(environment& to) {
    to.add_macros(two_variable_macros());
    to.add_functions(insert_rows);
}

}}}  // namespace setpoint::v0::cel
