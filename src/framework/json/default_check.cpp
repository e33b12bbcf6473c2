#include "framework/json/default_check.hpp"

#include "setpoint/core/error.hpp"
#include "setpoint/json/detail/value_checks.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

using schema::detail::mistake;

std::string_view sentence(mistake m) {
    switch (m) {
        case mistake::below_minimum:
            return "is below its minimum";
        case mistake::above_maximum:
            return "is above its maximum";
        case mistake::too_short:
            return "is shorter than its min_length";
        case mistake::too_long:
            return "is longer than its max_length";
        case mistake::not_one_of:
            return "is not in its one_of";
        case mistake::no_match:
            return "does not match its pattern";
        case mistake::too_few:
            return "has fewer entries than its min_items";
        case mistake::too_many:
            return "has more entries than its max_items";
        default:
            return "is wrong";
    }
}

// Limits of a list or map apply to each entry, as in the schema.
void check_values(schema::detail::limits& l, const boost::json::value& v) {
    if (const auto* const list = v.if_array()) {
        schema::detail::check_count(l, list->size());
        for (const auto& entry : *list)
            if (!entry.is_structured()) check_values(l, entry);
    } else if (const auto* const map = v.if_object()) {
        schema::detail::check_count(l, map->size());
        for (const auto& entry : *map)
            if (!entry.value().is_structured()) check_values(l, entry.value());
    } else if (const auto* const s = v.if_string()) {
        schema::detail::check_text(l, {s->data(), s->size()});
    } else if (v.is_number()) {
        schema::detail::check_number(l, v.to_number<double>());
    }
}

bool has_checkable_values(const type_info& t) {
    switch (t.kind) {
        case type_kind::list:
        case type_kind::map:
        case type_kind::optional:
            return has_checkable_values(*t.element);
        default:
            return t.kind != type_kind::object && t.kind != type_kind::any;
    }
}

}  // namespace

void check_default(std::string_view owner, const field_info& f, const boost::json::value& value) {
    const field_rules& r = *f.rules;
    schema::detail::limits l;
    l.min_items = r.min_items;
    l.max_items = r.max_items;
    if (!has_checkable_values(*f.type)) {
        if (value.is_array()) schema::detail::check_count(l, value.get_array().size());
        if (value.is_object() && f.type->kind == type_kind::map)
            schema::detail::check_count(l, value.get_object().size());
    } else {
        l.minimum = r.minimum;
        l.maximum = r.maximum;
        l.min_length = r.min_length;
        l.max_length = r.max_length;
        l.pattern = r.pattern;
        l.one_of = r.one_of;
        check_values(l, value);
    }
    if (l.wrong.found())
        throw fault(errc::invalid, fmt::format("{}.{}: the default {} {}", owner, f.name, serialize(value),
                                               sentence(l.wrong.what)));
}

}}}  // namespace setpoint::v0::json
