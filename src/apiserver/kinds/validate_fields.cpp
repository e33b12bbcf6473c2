#include "apiserver/kinds/validate_fields.hpp"

#include "apiserver/kinds/field_rules.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int depth_limit = 64;

bool is_empty(const bj::value* v) {
    if (v == nullptr) return true;
    if (v->is_string()) return v->get_string().empty();
    if (v->is_array()) return v->get_array().empty();
    return v->is_object() && v->get_object().empty();
}

// The sign of `v` minus `limit`; quantities are compared by value.
int compared(const bj::value& v, std::int64_t limit) {
    if (v.is_string()) {
        const auto amount = quantity::parse(text_of(v));
        if (!amount) return 0;
        const auto order = *amount <=> quantity(limit);
        return order < 0 ? -1 : order > 0 ? 1 : 0;
    }
    const std::int64_t n = number_of(v).value_or(limit);
    return n < limit ? -1 : n > limit ? 1 : 0;
}

// The text about a number that is too small; "" if it is not.
std::string too_small(const field_rule& rule, const bj::value& v) {
    std::string out;
    if (rule.minimum && compared(v, *rule.minimum) < 0)
        out = fmt::format("must be greater than or equal to {}", *rule.minimum);
    if (rule.above && compared(v, *rule.above) <= 0)
        out = fmt::format("must be greater than {}", *rule.above);
    return out.empty() || rule.message.empty() ? out : rule.message;
}

void validate_limits(const field_rule& rule, const bj::value& v, const std::string& path, field_errors& to) {
    const std::string small = too_small(rule, v);
    const bool large = rule.maximum && compared(v, *rule.maximum) > 0;
    if (small.empty() && !large) return;
    if (rule.in_range) {
        invalid(to, path, v,
                rule.message.empty()
                    ? fmt::format("must be between {} and {}, inclusive", *rule.minimum, *rule.maximum)
                    : rule.message);
        return;
    }
    if (!small.empty()) invalid(to, path, v, small);
    if (large) invalid(to, path, v, fmt::format("must be less than or equal to {}", *rule.maximum));
}

void validate_text(const field_rule& rule, std::string_view text, const std::string& path, field_errors& to) {
    if (!rule.allowed.empty() && !(rule.or_empty && text.empty()) &&
        std::ranges::find(rule.allowed, text) == rule.allowed.end())
        not_supported(to, path, text, rule.allowed);
    if (rule.max_length && text.size() > *rule.max_length) too_long(to, path, *rule.max_length);
    if (rule.format != nullptr) rule.format(text, path, to);
    if (rule.matches != nullptr && !rule.matches->matches(text))
        invalid(to, path, text,
                rule.message.empty() ? fmt::format("must match {}", rule.matches->text()) : rule.message);
}

// The fields that must differ, or the whole element.
bj::value key_of(const bj::value& item, const std::vector<std::string>& fields) {
    const bj::object* o = item.if_object();
    if (fields.empty() || o == nullptr) return item;
    bj::array key;
    for (const std::string& field : fields) {
        const bj::value* v = value_at(*o, field);
        key.push_back(v == nullptr ? bj::value() : *v);
    }
    return key.size() == 1 ? key.front() : bj::value(std::move(key));
}

void validate_unique(const std::vector<std::string>& fields, const bj::array& list, const std::string& path,
                     field_errors& to) {
    std::vector<bj::value> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
        bj::value key = key_of(list[i], fields);
        if (std::ranges::find(seen, key) == seen.end()) {
            seen.push_back(std::move(key));
            continue;
        }
        const std::string here = indexed(path, i);
        duplicate_unsorted(to, fields.size() == 1 ? child(here, fields.front()) : here, key);
    }
}

void validate_value(const field_rule& rule, const bj::value& v, const std::string& path, field_errors& to) {
    if (v.is_number() || (v.is_string() && (rule.minimum || rule.maximum || rule.above)))
        validate_limits(rule, v, path, to);
    if (v.is_string()) validate_text(rule, text_of(v), path, to);
    if (const bj::array* list = v.if_array()) {
        if (rule.max_items && list->size() > *rule.max_items) {
            too_many(to, path, static_cast<std::int64_t>(list->size()),
                     static_cast<std::int64_t>(*rule.max_items));
        }
        for (std::size_t i = 0; i < list->size() && rule.items != nullptr; ++i) {
            const std::string here = indexed(path, i);
            if (rule.items->required && is_empty(&(*list)[i])) {
                required(to, here, rule.items->required_detail);
            } else {
                validate_value(*rule.items, (*list)[i], here, to);
            }
        }
        if (rule.unique) validate_unique(*rule.unique, *list, path, to);
    }
    if (const bj::object* map = v.if_object()) {
        for (const auto& [key, item] : *map) {
            if (rule.keys != nullptr) validate_text(*rule.keys, key, path, to);
            if (rule.items != nullptr) validate_value(*rule.items, item, keyed(path, key), to);
        }
    }
}

bool lacks_value(const field_rule& rule, const go_field& field, const bj::value* v) {
    if (rule.required && (v == nullptr || (!field.is_pointer() && is_empty(v)))) return true;
    return rule.non_empty && v != nullptr && is_empty(v);
}

void validate_field(const field_rule& rule, const go_field& field, const bj::object& value,
                    const bj::object* old, const std::string& path, field_errors& to) {
    const bj::value* v = value_at(value, field.name);
    if (lacks_value(rule, field, v)) {
        required(to, path, rule.required_detail);
    } else if (v != nullptr) {
        validate_value(rule, *v, path, to);
    }
    if (!rule.immutable || old == nullptr || same_field(value, *old, field.name)) return;
    const bool is_text = field.is(go_kind::text) && !field.is_pointer();
    const bj::value absent = is_text ? bj::value("") : bj::value();
    invalid_unsorted(to, path, v == nullptr ? absent : *v, std::string(immutable));
}

void walk(const go_type& type, const bj::object& value, const bj::object* old, const std::string& path,
          field_errors& to, int depth);

// Enters structs whose types have rules.
void enter(const go_field& f, const bj::value& v, const bj::value* old, const std::string& path,
           field_errors& to, int depth) {
    if (depth > depth_limit || f.kind != go_kind::message || find_rules(f.of->name()) == nullptr) return;
    const auto enter_element = [&](const bj::value& item, const std::string& at) {
        if (item.is_object()) walk(*f.of, item.get_object(), nullptr, at, to, depth + 2);
    };
    if (f.many == multiplicity::one && v.is_object()) {
        walk(*f.of, v.get_object(), old == nullptr ? nullptr : old->if_object(), path, to, depth + 1);
    } else if (f.many == multiplicity::list && v.is_array()) {
        const bj::array& list = v.get_array();
        for (std::size_t i = 0; i < list.size(); ++i) enter_element(list[i], indexed(path, i));
    } else if (f.many == multiplicity::map && v.is_object()) {
        for (const auto& [key, item] : v.get_object()) enter_element(item, keyed(path, key));
    }
}

void walk(const go_type& type, const bj::object& value, const bj::object* old, const std::string& path,
          field_errors& to, int depth) {
    const type_rules* rules = find_rules(type.name());
    if (rules == nullptr) return;
    for (const go_field& field : type.fields()) {
        const std::string here = child(path, field.name);
        if (const auto rule = rules->fields.find(field.name); rule != rules->fields.end())
            validate_field(rule->second, field, value, old, here, to);
        const bj::value* v = value_at(value, field.name);
        if (v == nullptr || !v->is_structured()) continue;
        enter(field, *v, old == nullptr ? nullptr : value_at(*old, field.name), here, to, depth);
    }
}

}  // namespace

void validate_fields(std::string_view type, const bj::object& value, const bj::object* old,
                     const std::string& path, field_errors& to) {
    if (const go_type* go = find_go_type(type)) walk(*go, value, old, path, to, 0);
}

void validate_object_fields(const bj::object& object, const bj::object* old, field_errors& to) {
    if (const go_type* go = go_type_of_kind(text_at(object, "apiVersion"), text_at(object, "kind")))
        walk(*go, object, old, "", to, 0);
}

}}}  // namespace setpoint::v0::apiserver
