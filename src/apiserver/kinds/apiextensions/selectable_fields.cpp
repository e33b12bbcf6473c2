#include "apiserver/kinds/apiextensions/selectable_fields.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/field_place.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t max_selectable_fields = 8;

bool is_selectable(const schema_node& n) {
    return n.what == schema_node::type::string || n.what == schema_node::type::boolean ||
           n.what == schema_node::type::integer || n.what == schema_node::type::time;
}

}  // namespace

void validate_selectable_fields(const bj::array& fields, const schema_node* root, const std::string& list,
                                field_errors& to) {
    std::set<std::string> seen;
    for_each_object(fields, [&](const bj::object& f, std::size_t i) {
        const std::string path = indexed(list, i) + ".jsonPath", p(text_at(f, "jsonPath"));
        if (p.empty()) return required(to, path);
        // Without a schema there are no fields.
        static const schema_node nothing;
        const field_place place = find_field(root == nullptr ? nothing : *root, p, false);
        if (!place.error.empty()) return invalid(to, path, p, "is an invalid path: " + place.error);
        if (place.first == "metadata") invalid(to, path, p, "must not point to fields in metadata");
        if (!is_selectable(*place.node)) {
            invalid(to, path, p,
                    "must point to a field of type string, boolean or integer. Enum string fields and "
                    "strings with formats are allowed.");
        }
        if (!seen.insert(place.path).second) duplicate(to, path, p);
    });
    if (seen.size() > max_selectable_fields)
        too_many(to, list, static_cast<std::int64_t>(seen.size()), max_selectable_fields);
}

}}}  // namespace setpoint::v0::apiserver
