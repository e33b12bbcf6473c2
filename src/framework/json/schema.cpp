#include "setpoint/json/schema.hpp"

#include "framework/json/chars.hpp"
#include "framework/json/default_check.hpp"
#include "framework/json/presence.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/json/attributes.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/scalar.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <cmath>
#include <new>
#include <utility>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

using boost::json::array;
using boost::json::object;

// A default-constructed value of a type, from which defaults are read.
class instance {
public:
    explicit instance(const type_info& type)
        : type_(type), memory_(::operator new(type.size, std::align_val_t(type.alignment))) {
        type_.ops.construct(memory_);
    }
    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;
    ~instance() {
        type_.ops.destroy(memory_);
        ::operator delete(memory_, std::align_val_t(type_.alignment));
    }
    const void* get() const { return memory_; }

private:
    const type_info& type_;
    void* memory_;
};

boost::json::value number(double d) {
    if (d == std::floor(d) && std::fabs(d) < 9007199254740992.0) return static_cast<std::int64_t>(d);
    return d;
}

// The members that readers look for first come first.
object with_header(object body, std::string_view doc, std::optional<boost::json::value> with_default = {}) {
    object out;
    if (const auto* type = body.if_contains("type")) out["type"] = *type;
    if (!doc.empty()) out["description"] = chars(doc);
    if (with_default) out["default"] = *std::move(with_default);
    for (auto& [key, value] : body) out.emplace(key, std::move(value));
    return out;
}

class schema_writer {
public:
    explicit schema_writer(bool with_defaults) : with_defaults_(with_defaults) {}

    // `f` is the field whose value, or whose list or map entries, have this type; null for a
    // document.
    object of(const type_info& type, const field_info* f, const void* value) {
        object out;
        const field_rules* const rules = f ? f->rules : nullptr;
        switch (type.kind) {
            case type_kind::boolean:
                out["type"] = "boolean";
                break;
            case type_kind::int32:
                numeric(out, rules, "integer", "int32");
                break;
            case type_kind::int64:
                numeric(out, rules, "integer", "int64");
                break;
            case type_kind::number:
                numeric(out, rules, "number", "double");
                break;
            case type_kind::std_string:
            case type_kind::shared_text:
                string(out, rules, {}, {});
                break;
            case type_kind::scalar:
                scalar(out, type, rules);
                break;
            case type_kind::enumeration: {
                out["type"] = "string";
                array& names = out["enum"].emplace_array();
                for (const enum_entry& e : type.values) names.emplace_back(chars(e.name));
                break;
            }
            case type_kind::object:
                fields(out, type, value);
                if (out.contains("properties")) add_rules(out, type.rules);
                break;
            case type_kind::list:
                list(out, type, f);
                break;
            case type_kind::map:
                out["type"] = "object";
                out["additionalProperties"] = entry(*type.element, f, {});
                if (rules && rules->min_items >= 0) out["minProperties"] = rules->min_items;
                if (rules && rules->max_items >= 0) out["maxProperties"] = rules->max_items;
                break;
            case type_kind::optional:
                return of(*type.element, f, value ? type.ops.get(value) : nullptr);
            case type_kind::any:
                if (type.object_only) out["type"] = "object";
                out["x-kubernetes-preserve-unknown-fields"] = true;
                break;
        }
        if (rules) add_rules(out, rules->rules);
        return out;
    }

private:
    static void add_rules(object& out, std::span<const schema::rule* const> rules) {
        for (const schema::rule* r : rules) add_rule(out, *r);
    }

    static void numeric(object& out, const field_rules* r, std::string_view type, std::string_view format) {
        out["type"] = chars(type);
        out["format"] = chars(r && !r->format.empty() ? r->format : format);
        if (r && r->minimum) out["minimum"] = number(*r->minimum);
        if (r && r->maximum) out["maximum"] = number(*r->maximum);
    }

    static void string(object& out, const field_rules* r, std::string_view format, std::string_view pattern) {
        out["type"] = "string";
        if (r && !r->format.empty()) format = r->format;
        if (!format.empty()) out["format"] = chars(format);
        if (r && !r->one_of.empty()) {
            array& values = out["enum"].emplace_array();
            for (const std::string_view v : r->one_of) values.emplace_back(chars(v));
        }
        if (r && r->min_length >= 0) out["minLength"] = r->min_length;
        if (r && r->max_length >= 0) out["maxLength"] = r->max_length;
        matching(out, r, pattern);
    }

    // The field's pattern or, if it has none, that of its type.
    static void matching(object& out, const field_rules* r, std::string_view pattern) {
        if (r && !r->pattern.empty()) pattern = r->pattern;
        if (!pattern.empty()) out["pattern"] = chars(pattern);
    }

    static void scalar(object& out, const type_info& type, const field_rules* r) {
        switch (static_cast<scalar_type>(type.scalar_type)) {
            case scalar_type::string:
                return string(out, r, type.scalar_format, type.scalar_pattern);
            case scalar_type::integer:
                return numeric(out, r, "integer", type.scalar_format.empty() ? "int64" : type.scalar_format);
            case scalar_type::number:
                return numeric(out, r, "number", type.scalar_format.empty() ? "double" : type.scalar_format);
            case scalar_type::int_or_string:
                // No type: a structural schema allows anyOf in exactly this form only.
                out["anyOf"] = array{object{{"type", "integer"}}, object{{"type", "string"}}};
                matching(out, r, type.scalar_pattern);
                out["x-kubernetes-int-or-string"] = true;
        }
    }

    void list(object& out, const type_info& type, const field_info* f) {
        out["type"] = "array";
        const bool keyed = f && f->list == list_kind::keyed;
        out["items"] = entry(*type.element, f, keyed ? f->rules->keys : std::span<const std::string_view>());
        if (!f) return;
        if (f->rules->min_items >= 0) out["minItems"] = f->rules->min_items;
        if (f->rules->max_items >= 0) out["maxItems"] = f->rules->max_items;
        if (f->list == list_kind::set) out["x-kubernetes-list-type"] = "set";
        if (!keyed) return;
        out["x-kubernetes-list-type"] = "map";
        array& keys = out["x-kubernetes-list-map-keys"].emplace_array();
        for (const std::string_view key : f->rules->keys) keys.emplace_back(chars(key));
    }

    // The schema of a list's or map's entries. The server requires list keys to be required or to
    // have a default.
    object entry(const type_info& element, const field_info* f, std::span<const std::string_view> keys) {
        field_info inner{};
        field_rules rules;
        if (f) inner = *f;
        if (f) rules = *f->rules;
        inner.rules = &rules;
        inner.list = list_kind::atomic;  // these belong to the outer list
        rules.min_items = rules.max_items = -1;
        rules.rules = {};
        rules.server_default = {};
        object out =
            with_header(of(element, &inner, nullptr), element.kind == type_kind::object ? element.doc : "");
        if (element.kind == type_kind::optional) allow_null(out);  // how an unset entry is written
        for (const std::string_view key : keys) {
            // require() moves the contents of `out`
            const auto* const properties = out.if_contains("properties");
            const auto* const property =
                properties ? properties->get_object().if_contains(chars(key)) : nullptr;
            if (property && !property->get_object().contains("default")) require(out, key);
        }
        return out;
    }

    // The API server rejects null wherever there is an `enum`, even one that lists null
    // (kube-openapi never compares a value with null, validate/validator.go). It does not check
    // null inside anyOf.
    static void allow_null(object& out) {
        const auto at = out.find("enum");
        if (at != out.end()) {
            object values{{"enum", std::move(at->value())}};
            out.erase(at);
            out["anyOf"] = array{std::move(values), object{{"enum", array{nullptr}}}};
        }
        out["nullable"] = true;
    }

    static void require(object& out, std::string_view name) {
        auto& names = out["required"];
        if (!names.is_array()) names.emplace_array();
        array& list = names.get_array();
        if (std::find(list.begin(), list.end(), boost::json::string_view(chars(name))) == list.end())
            list.emplace_back(chars(name));
    }

    void fields(object& out, const type_info& type, const void* value) {
        out["type"] = "object";
        if (std::find(open_.begin(), open_.end(), &type) != open_.end()) {
            // Structural schemas have no references: a recursive occurrence stays open.
            out["x-kubernetes-preserve-unknown-fields"] = true;
            return;
        }
        open_.push_back(&type);
        std::optional<instance> fresh;
        if (with_defaults_ && !value) value = fresh.emplace(type).get();
        object properties;
        for (const field_info& f : type.fields) {
            const void* const member = value ? static_cast<const char*>(value) + f.offset : nullptr;
            properties[chars(f.name)] = field(f, member);
        }
        if (!properties.empty()) out["properties"] = std::move(properties);
        for (const field_info& f : type.fields)
            if (f.required) require(out, f.name);
        open_.pop_back();
    }

    object field(const field_info& f, const void* member) {
        object body = of(*f.type, &f, with_defaults_ ? member : nullptr);
        const type_info& type = f.type->kind == type_kind::optional ? *f.type->element : *f.type;
        const std::string_view doc =
            f.rules->doc.empty() && type.kind == type_kind::object ? type.doc : f.rules->doc;
        const bool may_have_default = with_defaults_ && !f.required && !f.no_default;
        auto with_default = may_have_default ? default_of(f, body, member) : std::nullopt;
        if (with_default) check_default(open_.back()->name, f, *with_default);
        if (!f.rules->server_default.empty()) {
            auto of_server = server_default_of(open_.back()->name, f);
            if (with_default && *with_default != of_server)
                throw fault(errc::invalid, fmt::format("{}.{}: its initializer differs from server_default",
                                                       open_.back()->name, f.name));
            with_default = std::move(of_server);
        }
        object out = with_header(std::move(body), doc, std::move(with_default));
        if (f.nullable) allow_null(out);
        if (f.preserve_unknown) out["x-kubernetes-preserve-unknown-fields"] = true;
        return out;
    }

    static std::optional<boost::json::value> default_of(const field_info& f, const object& body,
                                                        const void* member) {
        if (f.type->kind == type_kind::object) {
            // Defaults inside an object apply only if the object is present, and an object with
            // required members cannot be created.
            if (!has_defaults(body) || body.contains("required")) return {};
            return object();
        }
        if (is_unset(*f.type, member)) return {};
        return to_value(*f.type, member);
    }

    static bool has_defaults(const object& body) {
        const auto* const properties = body.if_contains("properties");
        if (!properties) return false;
        const object& all = properties->get_object();
        return std::any_of(all.begin(), all.end(),
                           [](const auto& p) { return p.value().get_object().contains("default"); });
    }

    bool with_defaults_;
    std::vector<const type_info*> open_;  // objects that enclose the current one
};

// A merge patch cannot contain null members: null means "remove".
boost::json::value without_nulls(const boost::json::value& v) {
    if (!v.is_object()) return v;
    boost::json::object out;
    for (const auto& [key, value] : v.get_object())
        if (!value.is_null()) out.emplace(key, without_nulls(value));
    return out;
}

// In one pass: erasing the members one by one, in order, takes quadratic time.
void remove_nulled(boost::json::object& object, const boost::json::object& patch) {
    boost::json::object kept(object.storage());
    kept.reserve(object.size());
    for (auto& member : object) {
        const boost::json::value* const change = patch.if_contains(member.key());
        if (!change || !change->is_null()) kept.emplace(member.key(), std::move(member.value()));
    }
    object = std::move(kept);
}

}  // namespace

boost::json::value server_default_of(std::string_view owner, const field_info& field) {
    boost::system::error_code wrong;
    boost::json::value made = boost::json::parse(chars(field.rules->server_default), wrong);
    if (wrong)
        throw fault(errc::invalid, fmt::format("{}.{}: the server_default is not JSON: {}", owner, field.name,
                                               field.rules->server_default));
    return made;
}

std::string_view text_of(schema::rule_reason reason) {
    static constexpr std::string_view reasons[] = {"", "FieldValueRequired", "FieldValueForbidden",
                                                   "FieldValueDuplicate"};
    return reasons[static_cast<std::size_t>(reason)];
}

void add_rule(object& schema, const schema::rule& r) {
    object out{{"rule", chars(r.expression)}};
    if (!r.message.empty()) out["message"] = chars(r.message);
    if (!r.told.empty()) out["messageExpression"] = chars(r.told);
    if (r.why != schema::rule_reason::invalid) out["reason"] = chars(text_of(r.why));
    if (!r.path.empty()) out["fieldPath"] = chars(r.path);
    if (r.without_old) out["optionalOldSelf"] = true;
    boost::json::value& all = schema["x-kubernetes-validations"];
    if (!all.is_array()) all = array{};
    all.get_array().push_back(std::move(out));
}

object openapi_schema(const type_info& type, bool with_defaults) {
    return with_header(schema_writer(with_defaults).of(type, nullptr, nullptr), type.doc);
}

boost::json::value merge_patch(const boost::json::value& from, const boost::json::value& to) {
    if (!from.is_object() || !to.is_object()) return without_nulls(to);
    const boost::json::object &before = from.get_object(), &after = to.get_object();
    boost::json::object patch;
    for (const auto& [key, value] : before) {
        const auto* const now = after.if_contains(key);
        if (!value.is_null() && (!now || now->is_null())) patch.emplace(key, nullptr);
    }
    for (const auto& [key, value] : after) {
        if (value.is_null()) continue;
        const auto* const was = before.if_contains(key);
        if (!was || was->is_null()) {
            patch.emplace(key, without_nulls(value));
        } else if (*was != value) {
            boost::json::value change = merge_patch(*was, value);
            const bool nothing =
                was->is_object() && change.is_object() && change.get_object().empty() && value.is_object();
            if (!nothing) patch.emplace(key, std::move(change));
        }
    }
    return patch;
}

void apply_merge_patch(boost::json::value& target, const boost::json::value& patch) {
    if (!patch.is_object()) {
        target = patch;
        return;
    }
    if (!target.is_object()) target.emplace_object();
    boost::json::object& object = target.get_object();
    bool removes = false;
    for (const auto& [key, value] : patch.get_object()) {
        if (value.is_null()) {
            removes = removes || object.contains(key);
        } else {
            apply_merge_patch(object[key], value);
        }
    }
    if (removes) remove_nulled(object, patch.get_object());
}

}}}  // namespace setpoint::v0::json
