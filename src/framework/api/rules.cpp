#include "setpoint/api/rules.hpp"

#include "setpoint/cel/json_types.hpp"
#include "setpoint/cel/rules.hpp"
#include "setpoint/json/attributes.hpp"
#include "setpoint/json/scalar.hpp"
#include "setpoint/json/schema.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 {

namespace {

using json::type_kind;
using form = cel::json_type::form;

// A described type as expressions see it, with the rules of it and of its fields.
struct ruled_type {
    cel::json_type declared;
    cel::rule_tree rules;
};

// ".map['a.b'].c" as messages have it: "map[a.b].c".
std::string message_path(std::string_view path) {
    std::string out;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const char c = path[i];
        if ((c == '.' && i == 0) || c == '\'') continue;
        out += c;
    }
    return out;
}

cel::rule rule_of(const schema::rule& from) {
    cel::rule to;
    to.expression = from.expression;
    to.message = from.message;
    to.message_expression = from.told;
    to.reason = json::text_of(from.why);
    to.field_path = message_path(from.path);
    if (from.without_old) to.optional_old = true;
    return to;
}

void add_rules(std::span<const schema::rule* const> from, cel::rule_tree& to) {
    for (const schema::rule* each : from) to.rules.push_back(rule_of(*each));
}

form text_form(std::string_view format) {
    if (format == "byte") return form::bytes;
    if (format == "duration") return form::duration;
    if (format == "date") return form::date;
    return format == "date-time" ? form::timestamp : form::string;
}

form scalar_form(const json::type_info& type, std::string_view format) {
    switch (static_cast<json::scalar_type>(type.scalar_type)) {
        case json::scalar_type::integer:
            return form::integer;
        case json::scalar_type::number:
            return form::real;
        case json::scalar_type::int_or_string:
            return form::int_or_string;
        default:
            return text_form(format.empty() ? type.scalar_format : format);
    }
}

form form_of_type(const json::type_info& type, std::string_view format) {
    switch (type.kind) {
        case type_kind::boolean:
            return form::boolean;
        case type_kind::int32:
        case type_kind::int64:
            return form::integer;
        case type_kind::number:
            return form::real;
        case type_kind::std_string:
        case type_kind::shared_text:
            return text_form(format);
        case type_kind::scalar:
            return scalar_form(type, format);
        case type_kind::enumeration:
            return form::string;
        case type_kind::list:
            return form::list;
        case type_kind::map:
            return form::map;
        case type_kind::any:
            return type.object_only ? form::object : form::hidden;
        default:
            return form::object;
    }
}

std::optional<std::uint64_t> longest_value(const json::type_info& type, const json::field_rules* rules) {
    std::uint64_t most = 0;
    for (const json::enum_entry& e : type.values) most = std::max<std::uint64_t>(most, e.name.size());
    if (rules)
        for (const std::string_view v : rules->one_of) most = std::max<std::uint64_t>(most, v.size());
    return most == 0 ? std::nullopt : std::optional(most);
}

class type_describer {
public:
    // `field`: whose value has that type; null for a document.
    ruled_type describe(const json::type_info& type, const json::field_info* field) {
        if (type.kind == type_kind::optional) return describe(*type.element, field);
        const json::field_rules* const rules = field ? field->rules : nullptr;
        ruled_type to;
        to.declared.nullable = false;
        to.declared.is = form_of_type(type, rules ? rules->format : std::string_view());
        std::vector<std::string> needed;
        if (to.declared.is == form::object) describe_fields(type, to, needed);
        if (to.declared.is == form::list || to.declared.is == form::map) describe_element(type, field, to);
        if (rules) add_rules(rules->rules, to.rules);
        cel::json_limits limits{std::nullopt, longest_value(type, rules), needed};
        const bool has_entries = to.declared.is == form::list || to.declared.is == form::map;
        if (rules && has_entries && rules->max_items >= 0) limits.most = rules->max_items;
        if (rules && to.declared.is == form::string && rules->max_length >= 0)
            limits.most = rules->max_length;
        cel::set_sizes(to.declared, limits);
        return to;
    }

private:
    void describe_fields(const json::type_info& type, ruled_type& to, std::vector<std::string>& needed) {
        // A recursive occurrence has no fields in the schema.
        if (std::ranges::find(open_, &type) != open_.end()) return;
        open_.push_back(&type);
        for (const json::field_info& f : type.fields) {
            ruled_type one = describe(*f.type, &f);
            one.declared.nullable = f.nullable;
            if (f.required) needed.emplace_back(f.name);
            if (!one.rules.empty()) to.rules.fields.emplace(f.name, std::move(one.rules));
            to.declared.fields.emplace(f.name, std::move(one.declared));
        }
        add_rules(type.rules, to.rules);
        open_.pop_back();
    }

    void describe_element(const json::type_info& type, const json::field_info* field, ruled_type& to) {
        // Limits and rules of the field are about the list itself.
        json::field_rules rules;
        json::field_info inner{};
        inner.rules = &rules;
        if (field) rules.format = field->rules->format;
        ruled_type one = describe(*type.element, &inner);
        one.declared.nullable = type.element->kind == type_kind::optional;
        to.declared.element = std::make_shared<const cel::json_type>(std::move(one.declared));
        if (!one.rules.empty())
            to.rules.element = std::make_shared<const cel::rule_tree>(std::move(one.rules));
        if (!field) return;
        if (field->list == json::list_kind::set) to.declared.list = cel::json_type::list_kind::set;
        if (field->list == json::list_kind::keyed) to.declared.list = cel::json_type::list_kind::keyed;
        for (const std::string_view key : field->rules->keys) to.declared.keys.emplace_back(key);
    }

    std::vector<const json::type_info*> open_;
};

// The defaults that the API server fills in before it evaluates rules (schema::server_default).
class default_filler {
public:
    void fill(const json::type_info& type, boost::json::value& v) {
        if (type.kind == type_kind::optional) return fill(*type.element, v);
        if (boost::json::array* const list = v.if_array(); list && type.kind == type_kind::list) {
            for (boost::json::value& each : *list) fill(*type.element, each);
            return;
        }
        boost::json::object* const members = v.if_object();
        if (!members) return;
        if (type.kind == type_kind::map)
            for (auto& [key, value] : *members) fill(*type.element, value);
        // The schema ends where a type contains itself.
        if (type.kind != type_kind::object || std::ranges::find(open_, &type) != open_.end()) return;
        open_.push_back(&type);
        for (const json::field_info& f : type.fields) fill_field(type, f, *members);
        open_.pop_back();
    }

    // Whether any field of the type has one.
    bool applies_to(const json::type_info& type) {
        if (type.kind == type_kind::optional || type.kind == type_kind::list || type.kind == type_kind::map)
            return applies_to(*type.element);
        if (type.kind != type_kind::object || std::ranges::find(open_, &type) != open_.end()) return false;
        open_.push_back(&type);
        const bool found = std::ranges::any_of(type.fields, [this](const json::field_info& f) {
            return !f.rules->server_default.empty() || applies_to(*f.type);
        });
        open_.pop_back();
        return found;
    }

private:
    void fill_field(const json::type_info& type, const json::field_info& f, boost::json::object& members) {
        const boost::json::string_view name(f.name.data(), f.name.size());
        if (!f.rules->server_default.empty() && !members.contains(name))
            members[name] = json::server_default_of(type.name, f);
        if (boost::json::value* const inner = members.if_contains(name)) fill(*f.type, *inner);
    }

    std::vector<const json::type_info*> open_;
};

// A kind with its compiled rules.
struct ruled_kind {
    ruled_type described;
    std::unique_ptr<cel::rule_set> rules;
    bool has_server_defaults = false;
};

ruled_type describe_kind(const kind_info& kind) {
    ruled_type to = type_describer().describe(*kind.type, nullptr);
    to.declared.fields.erase("metadata");
    to.rules.fields.erase("metadata");
    cel::add_object_identity(to.declared);
    for (const auto& own : kind.description.rule_list)
        if (own) to.rules.rules.push_back(rule_of(*own));
    return to;
}

// The first mistake in the rules of a value and of what is below it; "" if they compile.
std::string first_mistake(const cel::rule_tree& tree, const cel::json_type& declared,
                          const std::string& path) {
    if (!tree.rules.empty() && !cel::is_exposed(declared))
        return path + ": a rule needs a value whose type is described";
    const cel::json_types types(declared, "selfType1");
    for (const cel::rule& rule : tree.rules) {
        const cel::compiled_rule made = cel::compile_rule(rule, declared, types);
        const std::string& why = made.error.empty() ? made.message_error : made.error;
        if (!why.empty()) return fmt::format("{}: rule \"{}\": {}", path, rule.expression, why);
    }
    for (const auto& [name, below] : tree.fields) {
        std::string found =
            first_mistake(below, declared.fields.find(name)->second, fmt::format("{}.{}", path, name));
        if (!found.empty()) return found;
    }
    return tree.element ? first_mistake(*tree.element, *declared.element, path + "[]") : std::string();
}

field_error error_of(const cel::rule_finding& found) {
    using from = cel::rule_finding::kind;
    field_error to;
    to.path = found.path;
    to.detail = found.detail;
    to.what = found.what == from::required    ? field_error::kind::required
              : found.what == from::forbidden ? field_error::kind::forbidden
              : found.what == from::duplicate ? field_error::kind::duplicate
                                              : field_error::kind::invalid;
    if (found.what == from::duplicate) to.detail.clear();
    if (found.shown) to.bad_value = boost::json::serialize(*found.shown);
    return to;
}

const ruled_kind& ruled(const kind_info& kind) {
    static std::map<const kind_info*, ruled_kind> known;
    const auto [at, added] = known.try_emplace(&kind);
    if (added) {
        schema::detail::check_rules(kind);
        at->second.described = describe_kind(kind);
        at->second.rules =
            std::make_unique<cel::rule_set>(at->second.described.rules, at->second.described.declared);
        at->second.has_server_defaults = default_filler().applies_to(*kind.type);
    }
    return at->second;
}

field_errors errors_of(const std::vector<cel::rule_finding>& findings) {
    field_errors errors;
    for (const cel::rule_finding& found : findings)
        if (!found.warning) errors.push_back(error_of(found));
    return errors;
}

}  // namespace

field_errors rule_errors(const kind_info& kind, const boost::json::value& now,
                         const boost::json::value* old) {
    const ruled_kind& known = ruled(kind);
    if (!known.has_server_defaults) return errors_of(known.rules->validate(now, old, old != nullptr));
    boost::json::value after = now, before = old ? *old : boost::json::value();
    default_filler filler;
    filler.fill(*kind.type, after);
    filler.fill(*kind.type, before);
    return errors_of(known.rules->validate(after, old ? &before : nullptr, old != nullptr));
}

void schema::detail::check_rules(const kind_info& kind) {
    const ruled_type described = describe_kind(kind);
    const std::string wrong = first_mistake(described.rules, described.declared, kind.gvk.kind);
    if (!wrong.empty()) throw fault(errc::invalid, wrong);
}

}}  // namespace setpoint::v0
