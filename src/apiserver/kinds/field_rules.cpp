#include "apiserver/kinds/field_rules.hpp"

#include "apiserver/kinds/shared/names.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/lazy_types.hpp"

#include <fmt/format.h>

#include <mutex>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::vector<std::string> texts_of(const bj::value& list) {
    std::vector<std::string> out;
    for (const bj::value& v : list.as_array()) out.emplace_back(v.as_string());
    return out;
}

std::size_t size_of(const bj::value& v) {
    return static_cast<std::size_t>(v.to_number<std::uint64_t>());
}

std::unique_ptr<field_rule> read_inner(const catalogue_entry& type, const bj::value& v);

// False if the key is unknown.
bool read_limit(field_rule& rule, const catalogue_entry& type, std::string_view key, const bj::value& v) {
    if (key == "minimum") {
        rule.minimum = v.to_number<std::int64_t>();
    } else if (key == "maximum") {
        rule.maximum = v.to_number<std::int64_t>();
    } else if (key == "above") {
        rule.above = v.to_number<std::int64_t>();
    } else if (key == "range") {
        rule.in_range = true;
        rule.minimum = v.as_array().at(0).to_number<std::int64_t>();
        rule.maximum = v.as_array().at(1).to_number<std::int64_t>();
    } else if (key == "maxLength") {
        rule.max_length = size_of(v);
    } else if (key == "maxItems") {
        rule.max_items = size_of(v);
    } else if (key == "format") {
        rule.format = find_format(std::string_view(v.as_string()));
        if (rule.format == nullptr) type.fail(fmt::format("x-rules: unknown format {}", text_of(v)));
    } else if (key == "pattern") {
        std::string why;
        rule.matches = pattern::compile(std::string_view(v.as_string()), why);
        if (rule.matches == nullptr) type.fail(why);
    } else {
        return false;
    }
    return true;
}

field_rule read_rule(const catalogue_entry& type, const bj::object& o) {
    field_rule rule;
    for (const auto& [key, v] : o) {
        if (read_limit(rule, type, key, v)) continue;
        if (key == "required") {
            rule.required = true;
            if (v.is_string()) rule.required_detail = v.get_string();
        } else if (key == "nonEmpty") {
            rule.non_empty = true;
            if (v.is_string()) rule.required_detail = v.get_string();
        } else if (key == "enum") {
            rule.allowed = texts_of(v);
        } else if (key == "orEmpty") {
            rule.or_empty = v.as_bool();
        } else if (key == "message") {
            rule.message = v.as_string();
        } else if (key == "immutable") {
            rule.immutable = v.as_bool();
        } else if (key == "unique") {
            rule.unique = texts_of(v);
        } else if (key == "items") {
            rule.items = read_inner(type, v);
        } else if (key == "keys") {
            rule.keys = read_inner(type, v);
        } else {
            type.fail(fmt::format("x-rules: unknown key {}", std::string_view(key)));
        }
    }
    return rule;
}

std::unique_ptr<field_rule> read_inner(const catalogue_entry& type, const bj::value& v) {
    return std::make_unique<field_rule>(read_rule(type, v.as_object()));
}

class rules_of_type {
public:
    rules_of_type(const lazy_types<rules_of_type>&, const catalogue_entry& entry) : entry_(entry) {}

    // Null if the type is not listed.
    const type_rules* get() const {
        std::call_once(parsed_, [this] {
            const bj::value members = entry_.parse("x-rules");
            is_listed_ = members.is_object();
            if (!is_listed_) return;
            for (const auto& [name, rule] : members.get_object())
                rules_.fields.emplace(std::string(name), read_rule(entry_, rule.as_object()));
        });
        return is_listed_ ? &rules_ : nullptr;
    }

private:
    const catalogue_entry& entry_;
    mutable std::once_flag parsed_;
    mutable bool is_listed_ = false;
    mutable type_rules rules_;
};

const lazy_types<rules_of_type>& all_rules() {
    static const lazy_types<rules_of_type> all(builtin_catalogue());
    return all;
}

}  // namespace

const type_rules* find_rules(std::string_view type) {
    const rules_of_type* found = all_rules().find(type);
    return found == nullptr ? nullptr : found->get();
}

std::vector<std::string_view> types_with_rules() {
    std::vector<std::string_view> out;
    for (const std::string_view package : builtin_catalogue().packages())
        for (const catalogue_entry& entry : builtin_catalogue().types(package))
            if (!entry.member("x-rules").empty()) out.push_back(entry.short_name());
    return out;
}

}}}  // namespace setpoint::v0::apiserver
