// The rules are those of apiserver/pkg/cel/common/schemas.go and apiserver/pkg/cel/types.go.

#include "setpoint/cel/json_types.hpp"

#include "setpoint/cel/kubernetes.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using form = json_type::form;

constexpr std::uint64_t most_request_bytes = 3U * 1024 * 1024;
constexpr std::uint64_t most_text = most_request_bytes - 2;  // without quotes

std::uint64_t not_negative(std::int64_t number) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, number));
}

// Characters of up to four bytes.
std::uint64_t text_bytes(std::int64_t characters) {
    const std::uint64_t count = not_negative(characters);
    return count > cost_range::unlimited / 4 ? cost_range::unlimited : count * 4;
}

// Fields that a request may leave out, or that are filled in, need no bytes.
std::uint64_t least_object_bytes(const json_type& object, const json_limits& limits) {
    std::uint64_t sum = 2;
    for (const std::string& name : limits.needed) {
        const auto field = object.fields.find(name);
        if (field != object.fields.end() && is_exposed(field->second))
            sum += name.size() + field->second.least_bytes + 4;
    }
    return sum;
}

json_type sized_text() {
    json_type made;
    made.is = form::string;
    made.nullable = false;
    set_sizes(made, {});
    return made;
}

bool has_text(const json_type& object, std::string_view name) {
    const auto found = object.fields.find(name);
    return found != object.fields.end() && found->second.is == form::string;
}

// The property that an escaped name means, or nullptr if expressions do not see it.
const json_type* field_of(const json_type& object, std::string_view escaped) {
    auto found = object.fields.find(escaped);
    if (found == object.fields.end() && escaped.find("__") != std::string_view::npos)
        found = object.fields.find(unescape_property(escaped).value_or(""));
    if (found == object.fields.end()) return nullptr;
    const std::string& name = found->first;
    const std::optional<std::string> known = escape_property(name);
    // Reserved words are fields with and without underscores (recognizeKeywordAsFieldName).
    const bool fits = known == escaped || (name == escaped && known == "__" + name + "__");
    return fits && is_exposed(found->second) ? &found->second : nullptr;
}

}  // namespace

void set_sizes(json_type& to, const json_limits& limits) {
    const auto set = [&](std::uint64_t least, std::uint64_t most) {
        to.least_bytes = least;
        to.most_elements = most;
    };
    switch (to.is) {
        case form::int_or_string:
            return set(1, limits.most ? text_bytes(*limits.most) : most_text);
        case form::string:
            return set(2, limits.most ? text_bytes(*limits.most) : limits.longest.value_or(most_text));
        case form::bytes:
            return set(2, limits.most ? not_negative(*limits.most) : most_text);
        case form::duration:
            return set(3, 32);
        case form::date:
            return set(12, 12);
        case form::timestamp:
            return set(21, 32);
        case form::boolean:
            return set(4, 0);
        case form::list:
            return set(2, limits.most ? not_negative(*limits.most)
                                      : most_text / ((to.element ? to.element->least_bytes : 0) + 1));
        case form::map:
            return set(2, limits.most ? not_negative(*limits.most)
                                      : most_text / ((to.element ? to.element->least_bytes : 0) + 6));
        case form::object:
            return set(least_object_bytes(to, limits), 0);
        default:
            return set(1, 0);
    }
}

void add_object_identity(json_type& to) {
    const auto metadata = to.fields.find("metadata");
    const bool known = metadata != to.fields.end() && has_text(metadata->second, "name") &&
                       has_text(metadata->second, "generateName");
    if (known && has_text(to, "kind") && has_text(to, "apiVersion")) return;
    json_type names;
    names.is = form::object;
    names.nullable = false;
    names.fields = {{"name", sized_text()}, {"generateName", sized_text()}};
    set_sizes(names, {});
    for (const char* key : {"kind", "apiVersion"}) to.fields.insert_or_assign(key, sized_text());
    to.fields.insert_or_assign("metadata", std::move(names));
}

json_types::json_types(const json_type& root, std::string name)
    : root_(root), root_type_(type_of(root, name)) {}

const type* json_types::type_of(const json_type& declared, const std::string& name) const {
    switch (declared.is) {
        case form::boolean:
            return &types::boolean;
        case form::integer:
            return &types::integer;
        case form::real:
            return &types::real;
        case form::string:
            return &types::string;
        case form::bytes:
            return &types::bytes;
        case form::timestamp:
        case form::date:
            return &types::timestamp;
        case form::duration:
            return &types::duration;
        case form::list:
            return pool_.list(declared.element ? type_of(*declared.element, name + ".@idx") : &types::dyn);
        case form::map:
            return pool_.map(&types::string,
                             declared.element ? type_of(*declared.element, name + ".@elem") : &types::dyn);
        case form::object: {
            const auto [known, added] = objects_.try_emplace(name, named_type{&declared, nullptr});
            if (added) known->second.made = pool_.object(name);
            return known->second.made;
        }
        default:
            return &types::dyn;
    }
}

const type* json_types::find_type(std::string_view name) const {
    const auto found = objects_.find(name);
    return found == objects_.end() ? nullptr : found->second.made;
}

const type* json_types::find_field(std::string_view type_name, std::string_view field) const {
    const auto object = objects_.find(type_name);
    if (object == objects_.end()) return nullptr;
    const json_type* const declared = field_of(*object->second.declared, field);
    if (declared == nullptr) return nullptr;
    return type_of(*declared, std::string(type_name) + "." + std::string(field));
}

std::optional<cost_range> json_types::size_of(const cost_node& node) const {
    if (node.path.empty()) return std::nullopt;
    const json_type* at = &root_;
    for (std::size_t i = 1; i < node.path.size(); ++i) {
        const std::string& step = node.path[i];
        if (step == "@keys") {
            if (at->is != form::map) return std::nullopt;
            static const json_type key{form::string};  // of any size, which the real server counts as 0
            at = &key;
        } else if (step == "@items" || step == "@values") {
            if (at->element == nullptr) return std::nullopt;
            at = at->element.get();
        } else {
            at = field_of(*at, step);
            if (at == nullptr) return std::nullopt;
        }
    }
    return cost_range{0, at->most_elements};
}

}}}  // namespace setpoint::v0::cel
