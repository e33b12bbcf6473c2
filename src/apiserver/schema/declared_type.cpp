// What expressions see of a schema, by the rules of apiserver/pkg/cel/common/schemas.go.

#include "apiserver/schema/schema_rules.hpp"
#include "setpoint/cel/json_types.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using type = schema_node::type;
using form = cel::json_type::form;

// "additionalProperties": true or false is a node of any type, which no schema can have otherwise.
bool is_plain_flag(const schema_node& s) {
    return s.what == type::any && !s.preserve_unknown;
}

form text_form(const schema_node& s) {
    const std::string_view format = s.limit ? std::string_view(s.limit->format) : std::string_view();
    if (format == "byte" || s.go_type == "[]uint8") return form::bytes;
    if (format == "duration") return form::duration;
    if (format == "date") return form::date;
    return format == "date-time" ? form::timestamp : form::string;
}

form form_of(const schema_node& s) {
    switch (s.what) {
        case type::object:
            return s.additional != nullptr && !is_plain_flag(*s.additional) ? form::map : form::object;
        case type::array:
            return form::list;
        case type::string:
            return text_form(s);
        case type::time:
            return form::timestamp;
        case type::integer:
            return form::integer;
        case type::number:
            return form::real;
        case type::boolean:
            return form::boolean;
        case type::int_or_string:
            return form::int_or_string;
        default:
            return form::hidden;
    }
}

// The properties that a client has to send.
std::vector<std::string> needed_of(const schema_node& s) {
    std::vector<std::string> out;
    for (const std::string& name : s.required) {
        const schema_node* const field = s.find(name);
        const bool filled = field != nullptr && field->default_value && !field->default_value->is_null();
        if (!filled && std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
    }
    return out;
}

std::optional<std::uint64_t> longest_of(const schema_node& s) {
    if (!s.limit || s.limit->enumeration.empty()) return std::nullopt;
    std::uint64_t most = 0;
    for (const bj::value& each : s.limit->enumeration) {
        if (const bj::string* text = each.if_string()) most = std::max<std::uint64_t>(most, text->size());
    }
    return most;
}

std::optional<std::int64_t> most_of(const schema_node& s, form is) {
    if (!s.limit) return std::nullopt;
    if (is == form::list) return s.limit->max_items;
    return is == form::map ? s.limit->max_properties : s.limit->max_length;
}

class type_declarer {
public:
    explicit type_declarer(const schema_node* metadata) : metadata_(metadata) {}

    cel::json_type declare(const schema_node& s, bool root) {
        cel::json_type to;
        to.is = form_of(s);
        to.nullable = s.nullable;
        // A recursive occurrence has no fields, as in kube-apiserver (openapi/resolver/refs.go).
        if (std::ranges::find(open_, &s) != open_.end()) return to;
        open_.push_back(&s);
        if (s.list_type == schema_node::list::set) to.list = cel::json_type::list_kind::set;
        if (s.list_type == schema_node::list::map) to.list = cel::json_type::list_kind::keyed;
        to.keys = s.map_keys;
        if (to.is == form::list && s.items != nullptr) to.element = element(*s.items);
        if (to.is == form::map) to.element = element(*s.additional);
        for (const property& p : s.properties) to.fields.emplace(p.name, declare(*p.type, p.type->embedded));
        open_.pop_back();
        if (root && to.is == form::object) add_identity(to);
        const std::vector<std::string> needed = needed_of(s);
        cel::set_sizes(to, {most_of(s, to.is), longest_of(s), needed});
        return to;
    }

private:
    void add_identity(cel::json_type& to) {
        cel::add_object_identity(to);
        if (metadata_) to.fields.insert_or_assign("metadata", declare(*metadata_, false));
    }
    std::shared_ptr<cel::json_type> element(const schema_node& s) {
        return std::make_shared<cel::json_type>(declare(s, s.embedded));
    }

    const schema_node* metadata_;
    std::vector<const schema_node*> open_;
};

}  // namespace

cel::json_type declared_type(const schema_node& s, bool root, const schema_node* metadata) {
    return type_declarer(metadata).declare(s, root);
}

}}}  // namespace setpoint::v0::apiserver
