#include "apiserver/schema/validate_value.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/schema/formats.hpp"
#include "apiserver/schema/pattern.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t max_findings = 1000;  // per value; kube-apiserver has no limit
using type = schema_node::type;

std::string_view type_text(type t) {
    switch (t) {
        case type::object:
            return "object";
        case type::array:
            return "array";
        case type::string:
        case type::time:
            return "string";
        case type::integer:
            return "integer";
        case type::number:
            return "number";
        case type::boolean:
            return "boolean";
        case type::int_or_string:
            return "integer,string";
        default:
            return "";
    }
}

std::string_view format_of(const schema_node& s) {
    return s.limit ? std::string_view(s.limit->format) : std::string_view();
}

std::int64_t characters(std::string_view text) {
    return std::count_if(text.begin(), text.end(),
                         [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

bool is_number(const bj::value& v) {
    return v.is_int64() || v.is_uint64() || v.is_double();
}

}  // namespace

std::string value_validator::path(const std::string& name) const {
    std::string_view below = name;
    if (below.starts_with('.')) below.remove_prefix(1);
    if (below.empty()) return prefix_;
    return prefix_.empty() ? std::string(below) : prefix_ + "." + std::string(below);
}

void value_validator::add(field_error e, std::string message) {
    if (findings_.size() >= max_findings) return;
    for (const auto& f : findings_) {
        if (f.message == message) return;
    }
    findings_.push_back({std::move(e), std::move(message)});
}

void value_validator::add_invalid(const std::string& name, std::string value, std::string message) {
    add({field_error::kind::invalid, path(name), std::move(value), message}, message);
}

void value_validator::add_type_error(const std::string& name, std::string_view wanted, std::string_view got) {
    std::string message =
        fmt::format("{} in body must be of type {}: {}", name, wanted, go_text::quoted(got));
    add({field_error::kind::type_invalid, path(name), go_text::quoted(got), message}, message);
}

void value_validator::add_plain_error(std::string message) {
    add({field_error::kind::invalid, prefix_, "\"\"", message}, message);
}

void value_validator::merge(value_validator&& other) {
    for (auto& f : other.findings_) add(std::move(f.error), std::move(f.message));
    matches_ += other.matches_;
}

void value_validator::validate(const schema_node& s, const bj::value& v, const std::string& name,
                               const bj::value* old, int depth) {
    if (depth > max_value_depth) return;
    value_validator one(prefix_);
    one.validate_all(s, v, name, old, depth);
    if (old && !one.findings_.empty() && is_unchanged(s, *old, v, depth)) one.findings_.clear();
    merge(std::move(one));
}

void value_validator::validate_all(const schema_node& s, const bj::value& v, const std::string& name,
                                   const bj::value* old, int depth) {
    const std::string_view format = format_of(s);
    if (v.is_null()) {
        if (validate_type(s, v, name)) ++matches_;
        if (s.limit) validate_enum(*s.limit, v, name);
        return;
    }
    if (s.what != type::any || !format.empty()) matches_ += validate_type(s, v, name) ? 2 : 1;
    validate_schemas(s, v, name, old, depth);
    matches_ += 2;
    if (v.is_string()) {
        if (s.limit) validate_string(*s.limit, v.get_string(), name);
        ++matches_;
        if (!format.empty() && is_supported_format("", format)) {
            if (!matches_format(v.get_string(), format)) {
                std::string message = fmt::format("{} in body must be of type {}: {}", name, format,
                                                  go_text::quoted(v.get_string()));
                add({field_error::kind::type_invalid, path(name), go_text::quoted(v.get_string()), message},
                    message);
            }
            ++matches_;
        }
    }
    if (is_number(v)) {
        validate_number(s, v, name);
        matches_ += 2;
    }
    if (v.is_array()) {
        validate_items(s, v.get_array(), name, old, depth);
        matches_ += 2;
    }
    if (s.limit) validate_enum(*s.limit, v, name);
    ++matches_;
    if (v.is_object()) {
        validate_fields(s, v.get_object(), name, old, depth);
        ++matches_;
    }
    ++matches_;
}

// Values of a type with a format are also compared by format.
bool value_validator::validate_type(const schema_node& s, const bj::value& v, const std::string& name) {
    if (v.is_null()) {
        if (s.what == type::any || s.nullable) return true;
        add_type_error(name, type_text(s.what), "null");
        return false;
    }
    const bool takes_integers = s.what == type::integer || s.what == type::int_or_string;
    const std::string_view is = go_text::type_name(v);
    const bool contains =
        s.what == type::int_or_string ? is == "integer" || is == "string" : is == type_text(s.what);
    const bool whole = is == "number" && takes_integers && is_whole_number(v.to_number<double>());
    const bool widened = is == "integer" && s.what == type::number;
    const std::string_view format = format_of(s);
    if (!format.empty()) {
        const bool text = v.is_string() || v.is_array();
        const std::string_view own = is == "integer" ? "int64" : (is == "number" ? "float64" : "");
        if (!text && !contains && own != format && !whole && !widened) {
            add_type_error(name, format, own);
            return false;
        }
        if (text && s.what != type::number && !takes_integers) return true;
    }
    if (contains || whole || widened) return true;
    add_type_error(name, type_text(s.what), is);
    return false;
}

void value_validator::validate_string(const limits& l, std::string_view v, const std::string& name) {
    const std::string quoted = go_text::quoted(v);
    if (l.max_length && characters(v) > *l.max_length) {
        field_errors one;
        too_long(one, path(name), static_cast<std::size_t>(*l.max_length));
        return add(std::move(one.front()),
                   fmt::format("{} in body should be at most {} chars long", name, *l.max_length));
    }
    if (l.min_length && characters(v) < *l.min_length) {
        return add_invalid(name, quoted,
                           fmt::format("{} in body should be at least {} chars long", name, *l.min_length));
    }
    if (l.matches && !l.matches->matches(v)) {
        add_invalid(name, quoted, fmt::format("{} in body should match '{}'", name, l.matches->text()));
    }
}

void value_validator::validate_items(const schema_node& s, const bj::array& v, const std::string& name,
                                     const bj::value* old, int depth) {
    old_items before(s, old);
    for (std::size_t i = 0; s.items && i < v.size(); ++i) {
        validate(*s.items, v[i], fmt::format("{}[{}]", name, i), before.find(v[i]), depth + 1);
    }
    if (!s.limit) return;
    const auto size = static_cast<std::int64_t>(v.size());
    if (s.limit->min_items && size < *s.limit->min_items) {
        add_invalid(name, std::to_string(size),
                    fmt::format("{} in body should have at least {} items", name, *s.limit->min_items));
    }
    if (s.limit->max_items && size > *s.limit->max_items) {
        field_errors one;
        too_many(one, path(name), size, *s.limit->max_items);
        add(std::move(one.front()),
            fmt::format("{} in body should have at most {} items", name, *s.limit->max_items));
    }
}

void value_validator::validate_field_names(const schema_node& s, const bj::object& v, const std::string& name,
                                           const bj::value* old, int depth) {
    for (const auto& pair : v) {
        const std::string key(pair.key());
        if (s.find(key)) continue;
        if (s.no_additional) {
            add_invalid(name, go_text::quoted(key),
                        fmt::format("{}.{} in body is a forbidden property", name, key));
        } else if (s.additional) {
            validate(*s.additional, pair.value(), fmt::format("{}.{}", name, key), old_field(s, old, key),
                     depth + 1);
        }
    }
}

void value_validator::validate_fields(const schema_node& s, const bj::object& v, const std::string& name,
                                      const bj::value* old, int depth) {
    const auto size = static_cast<std::int64_t>(v.size());
    if (s.limit && s.limit->min_properties && size < *s.limit->min_properties) {
        add_invalid(
            name, std::to_string(size),
            fmt::format("{} in body should have at least {} properties", name, *s.limit->min_properties));
    }
    if (s.limit && s.limit->max_properties && size > *s.limit->max_properties) {
        field_errors one;
        too_many(one, path(name), size, *s.limit->max_properties);
        add(std::move(one.front()),
            fmt::format("{} in body should have at most {} properties", name, *s.limit->max_properties));
    }
    validate_field_names(s, v, name, old, depth);
    for (const auto& p : s.properties) {
        const bj::value* field = v.if_contains(p.name);
        if (!field) continue;
        const bool is_type = name.empty() && (p.name == "kind" || p.name == "apiVersion");
        validate(*p.type, *field, name.empty() ? p.name : name + "." + p.name,
                 is_type ? nullptr : old_field(s, old, p.name), depth + 1);
    }
    for (const auto& key : s.required) {
        if (v.contains(key)) continue;
        const std::string field = fmt::format("{}.{}", name, key);
        add({field_error::kind::required, path(field), {}, {}}, field + " in body is required");
    }
}

// CachedDeepEqual of apiserver's cel/common: the order of a list with map keys does not matter.
bool is_unchanged(const schema_node& s, const bj::value& old, const bj::value& v, int depth) {
    if (go_text::json(old) == go_text::json(v)) return true;
    if (depth > max_value_depth) return false;
    if (old.is_object() && v.is_object()) {
        const bj::object& fields = v.get_object();
        return fields.size() == old.get_object().size() &&
               std::ranges::all_of(fields, [&](const auto& field) {
                   const bj::value* const before = old_field(s, &old, field.key());
                   const schema_node* const type = s.find(field.key());
                   return before &&
                          is_unchanged(type ? *type : *s.additional, *before, field.value(), depth + 1);
               });
    }
    if (!old.is_array() || !v.is_array() || !s.items || s.list_type != schema_node::list::map) return false;
    old_items before(s, &old);
    const bj::array& items = v.get_array();
    return items.size() == old.get_array().size() && std::ranges::all_of(items, [&](const bj::value& item) {
               const bj::value* const same = before.find(item);
               return same && is_unchanged(*s.items, *same, item, depth + 1);
           });
}

const bj::value* old_field(const schema_node& s, const bj::value* old, std::string_view key) {
    if (!old || !old->is_object() || (!s.find(key) && !s.additional)) return nullptr;
    return old->get_object().if_contains(key);
}

old_items::old_items(const schema_node& list, const bj::value* old)
    : keys_(list.map_keys),
      items_(old && list.list_type == schema_node::list::map ? old->if_array() : nullptr) {}

// Numbers of different types differ, even if their text is the same.
std::string old_items::identity(const bj::object& item) const {
    std::string out;
    for (const std::string& key : keys_) {
        const bj::value* v = item.if_contains(key);
        if (v) out += (v->is_double() ? "float " : "") + go_text::json(*v);
        out += '\n';
    }
    return out;
}

const bj::value* old_items::find(const bj::value& item) {
    constexpr std::size_t few = 16;  // up to here comparing is faster than an index
    if (!items_ || !item.is_object()) return nullptr;
    if (items_->size() > few) {
        if (index_.empty())
            for (const bj::value& candidate : *items_)
                if (candidate.is_object()) index_.emplace(identity(candidate.get_object()), &candidate);
        const auto found = index_.find(identity(item.get_object()));
        return found == index_.end() ? nullptr : found->second;
    }
    for (const bj::value& candidate : *items_) {
        if (!candidate.is_object()) continue;
        const bool same = std::ranges::all_of(keys_, [&](const std::string& key) {
            const bj::value* a = candidate.get_object().if_contains(key);
            const bj::value* b = item.get_object().if_contains(key);
            return (!a && !b) || (a && b && *a == *b);
        });
        if (same) return &candidate;
    }
    return nullptr;
}

void validate(const schema_node& s, const bj::value& value, const std::string& path, field_errors& errors) {
    validate_update(s, value, nullptr, path, errors);
}

void validate_update(const schema_node& s, const bj::value& value, const bj::value* old,
                     const std::string& path, field_errors& errors) {
    value_validator c(path);
    c.validate(s, value, "", old, 0);
    for (const auto& f : c.findings()) errors.push_back(f.error);
}

}}}  // namespace setpoint::v0::apiserver
