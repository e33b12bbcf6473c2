#include "apiserver/kinds/declared_rules.hpp"

#include "apiserver/kinds/declared_checks.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/lazy_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::vector<std::string> text_list(const bj::value& list) {
    std::vector<std::string> out;
    for (const bj::value& v : list.as_array()) out.emplace_back(v.as_string());
    return out;
}

std::vector<declared_rule> read_rules(const catalogue_entry& type, const bj::value& list);

// A field, or {"type": "Approved"}.
std::pair<std::string, std::string> read_member(const bj::value& v) {
    if (v.is_string()) return {std::string(v.get_string()), ""};
    const auto& only = *v.as_object().begin();
    return {std::string(only.key()), std::string(only.value().as_string())};
}

void read_values(declared_rule& rule, const catalogue_entry& type, const bj::value& v) {
    if (v.is_array()) {
        rule.texts = text_list(v);
        return;
    }
    for (const auto& [value, rules] : v.as_object())
        rule.values.emplace(std::string(value), read_rules(type, rules));
}

// False if the key is unknown.
bool read_text(declared_rule& rule, std::string_view key, const bj::value& v) {
    const std::pair<std::string_view, std::string*> texts[] = {
        {"is", &rule.is},      {"name", &rule.name},     {"field", &rule.field}, {"dependent", &rule.field},
        {"trigger", &rule.by}, {"option", &rule.option}, {"of", &rule.of},
    };
    const auto* found = std::ranges::find(texts, key, [](const auto& row) { return row.first; });
    if (found == std::end(texts)) return false;
    *found->second = v.as_string();
    return true;
}

void read_member_of(declared_rule& rule, const catalogue_entry& type, std::string_view key,
                    const bj::value& v) {
    if (key == "beta" || key == "alpha") {
        rule.has_stage = true;
        rule.stage = key == "beta" ? rule_stage::beta : rule_stage::alpha;
    } else if (key == "stops") {
        rule.stops = true;
    } else if (key == "quiet") {
        rule.quiet = true;
    } else if (key == "limit") {
        rule.limit = v.to_number<std::int64_t>();
    } else if (key == "on") {
        rule.on = v.as_bool();
    } else if (key == "by" && v.is_string()) {
        rule.by = v.get_string();
    } else if (key == "by") {
        rule.matches = true;
        rule.keys = text_list(v);
    } else if (key == "unchanged") {
        rule.skips_matched = v.as_string() == "matched";
    } else if (key == "values") {
        read_values(rule, type, v);
    } else if (key == "members" || key == "may") {
        rule.texts = text_list(v);
    } else if (key == "set") {
        for (const bj::value& member : v.as_array()) rule.members.push_back(read_member(member));
    } else if (key == "each") {
        rule.each = read_rules(type, v);
    } else if (key == "otherwise") {
        rule.otherwise = read_rules(type, v);
    } else {
        type.fail(fmt::format("x-declared: unknown key {}", key));
    }
}

std::vector<declared_rule> read_rules(const catalogue_entry& type, const bj::value& list) {
    std::vector<declared_rule> out;
    for (const bj::value& v : list.as_array()) {
        declared_rule& rule = out.emplace_back();
        for (const auto& [key, value] : v.as_object())
            if (!read_text(rule, key, value)) read_member_of(rule, type, key, value);
        if (!knows_declared_check(rule.is)) type.fail(fmt::format("x-declared: unknown rule {}", rule.is));
    }
    return out;
}

// Without rules of its own a field is compared by the fields inside.
bool compares(const std::vector<declared_rule>& rules) {
    return std::ranges::any_of(rules, [](const declared_rule& r) { return r.is != "Type"; });
}

class declared_of_type {
public:
    declared_of_type(const lazy_types<declared_of_type>&, const catalogue_entry& entry) : entry_(entry) {}

    // Null if the type has none.
    const declared_type* get() const {
        std::call_once(parsed_, [this] { read(); });
        return is_listed_ ? &type_ : nullptr;
    }

private:
    void read() const {
        const bj::value members = entry_.parse("x-declared");
        is_listed_ = members.is_object();
        if (!is_listed_) return;
        for (const auto& [name, rules] : members.get_object()) {
            if (name == "/") {
                type_.validated_at = text_list(rules);
                continue;
            }
            declared_field& field = type_.fields.emplace_back();
            field.embedded = name.starts_with('&');
            field.name = field.embedded ? "" : name;
            field.rules = read_rules(entry_, rules);
            field.compares = !field.name.empty() && compares(field.rules);
        }
    }

    const catalogue_entry& entry_;
    mutable std::once_flag parsed_;
    mutable bool is_listed_ = false;
    mutable declared_type type_;
};

const lazy_types<declared_of_type>& all_declared() {
    static const lazy_types<declared_of_type> all(builtin_catalogue());
    return all;
}

}  // namespace

const declared_type* find_declared(std::string_view type) {
    const declared_of_type* found = all_declared().find(type);
    return found == nullptr ? nullptr : found->get();
}

std::vector<std::string_view> types_with_declared_rules() {
    std::vector<std::string_view> out;
    for (const std::string_view package : builtin_catalogue().packages())
        for (const catalogue_entry& entry : builtin_catalogue().types(package))
            if (!entry.member("x-declared").empty()) out.push_back(entry.short_name());
    return out;
}

}}}  // namespace setpoint::v0::apiserver
