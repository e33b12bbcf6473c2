#include "apiserver/kinds/field_rules.hpp"

#include "apiserver/kinds/rule_tables.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/embedded_table.hpp"
#include "apiserver/schema/json_text.hpp"

#include <fmt/format.h>

#include <mutex>
#include <stdexcept>

namespace setpoint::inline v0::apiserver {

namespace {

[[noreturn]] void bad_rule(std::string_view type, std::string_view why) {
    throw std::logic_error(fmt::format("src/apiserver/kinds/rules: {}: {}", type, why));
}

std::vector<std::string> texts_of(const bj::value& list) {
    std::vector<std::string> out;
    for (const bj::value& v : list.as_array()) out.emplace_back(v.as_string());
    return out;
}

std::size_t size_of(const bj::value& v) {
    return static_cast<std::size_t>(v.to_number<std::uint64_t>());
}

std::unique_ptr<field_rule> read_inner(std::string_view type, const bj::value& v);

// False if the key is unknown.
bool read_limit(field_rule& rule, std::string_view type, std::string_view key, const bj::value& v) {
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
        if (rule.format == nullptr) bad_rule(type, fmt::format("unknown format {}", text_of(v)));
    } else if (key == "pattern") {
        std::string why;
        rule.matches = pattern::compile(std::string_view(v.as_string()), why);
        if (rule.matches == nullptr) bad_rule(type, why);
    } else {
        return false;
    }
    return true;
}

field_rule read_rule(std::string_view type, const bj::object& o) {
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
            bad_rule(type, fmt::format("unknown key {}", std::string_view(key)));
        }
    }
    return rule;
}

std::unique_ptr<field_rule> read_inner(std::string_view type, const bj::value& v) {
    return std::make_unique<field_rule>(read_rule(type, v.as_object()));
}

struct lazy_rules {
    std::string_view text;
    std::once_flag parsed{};
    type_rules rules{};

    const type_rules& get(std::string_view type) {
        std::call_once(parsed, [&] {
            const bj::value members = json_text::parse_own(text);
            for (const auto& [name, rule] : members.as_object())
                rules.fields.emplace(std::string(name), read_rule(type, rule.as_object()));
        });
        return rules;
    }
};

std::map<std::string, lazy_rules, std::less<>>& rule_index() {
    static std::map<std::string, lazy_rules, std::less<>> all = [] {
        std::map<std::string, lazy_rules, std::less<>> out;
        for (const rule_table& table : rule_tables())
            for (const auto& [name, text] : table_members(table.text))
                out.try_emplace(fmt::format("{}.{}", table.package, name), text);
        return out;
    }();
    return all;
}

}  // namespace

const type_rules* find_rules(std::string_view type) {
    auto& all = rule_index();
    const auto found = all.find(type);
    return found == all.end() ? nullptr : &found->second.get(found->first);
}

std::vector<std::string_view> types_with_rules() {
    std::vector<std::string_view> out;
    for (const auto& [name, rules] : rule_index()) out.emplace_back(name);
    return out;
}

}  // namespace setpoint::inline v0::apiserver
