#include "apiserver/go/text.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_value(const schema_node& s, const bj::value& v, const std::string& path, field_errors& errors,
                    int depth);

// The index of the second occurrence of each repeated key: further ones are not reported.
std::vector<std::size_t> second_occurrences(const std::vector<std::string>& keys) {
    std::map<std::string_view, int> seen;
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (++seen[keys[i]] == 2) out.push_back(i);
    }
    return out;
}

void validate_set(const bj::array& list, const std::string& path, field_errors& errors) {
    std::vector<std::string> keys;
    keys.reserve(list.size());
    for (const auto& item : list) keys.push_back((item.is_double() ? "float " : "") + go_text::json(item));
    for (const std::size_t i : second_occurrences(keys)) duplicate(errors, indexed(path, i), list[i]);
}

void validate_map(const schema_node& s, const bj::array& list, const std::string& path,
                  field_errors& errors) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].is_object() || list[i].is_null()) continue;
        return invalid(errors, indexed(path, i), list[i], "must be an object for an array of list-type map");
    }
    std::vector<std::string> keys;
    std::vector<bj::value> key_values;
    for (const auto& item : list) {
        bj::object key;
        for (const auto& name : s.map_keys) {
            const bj::value* part = item.is_object() ? item.get_object().if_contains(name) : nullptr;
            if (part) key[name] = *part;
        }
        keys.push_back(go_text::json(key));
        key_values.emplace_back(std::move(key));
    }
    for (const std::size_t i : second_occurrences(keys)) duplicate(errors, indexed(path, i), key_values[i]);
}

void validate_array(const schema_node& s, const bj::array& list, const std::string& path,
                    field_errors& errors, int depth) {
    if (s.list_type == schema_node::list::set) validate_set(list, path, errors);
    if (s.list_type == schema_node::list::map) validate_map(s, list, path, errors);
    if (!s.items) return;
    for (std::size_t i = 0; i < list.size(); ++i)
        validate_value(*s.items, list[i], indexed(path, i), errors, depth + 1);
}

void validate_value(const schema_node& s, const bj::value& v, const std::string& path, field_errors& errors,
                    int depth) {
    if (depth > max_value_depth) return;
    if (v.is_array()) return validate_array(s, v.get_array(), path, errors, depth);
    if (!v.is_object()) return;
    for (const auto& pair : v.get_object()) {
        const std::string_view key = pair.key();
        if (const schema_node* declared = s.find(key)) {
            validate_value(*declared, pair.value(), child(path, key), errors, depth + 1);
        } else if (s.additional) {
            validate_value(*s.additional, pair.value(), keyed(path, key), errors, depth + 1);
        }
    }
}

}  // namespace

void validate_lists(const schema_node& s, const bj::value& value, const std::string& path,
                    field_errors& errors) {
    validate_value(s, value, path, errors, 0);
}

}}}  // namespace setpoint::v0::apiserver
