#include <boost/json/array.hpp>

#include <algorithm>
#include <apiserver/kinds/fields.hpp>
#include <apiserver/kinds/shape.hpp>
#include <apiserver/patch/same_value.hpp>
#include <apiserver/rest/object_metadata.hpp>
#include <array>

namespace setpoint::apiserver {

namespace {

constexpr int deepest = 128;
constexpr std::array<std::string_view, 8> set_by_server{
    "name",     "namespace",  "uid",          "resourceVersion", "creationTimestamp",
    "selfLink", "generation", "managedFields"};

// Taken through the metadata of a built-in kind.
bj::value shaped(const bj::value& metadata) {
    bj::object carrier;
    carrier["apiVersion"] = "v1";
    carrier["kind"] = "ConfigMap";
    carrier["metadata"] = metadata;
    kinds::shape(carrier);
    bj::object& out = carrier["metadata"].get_object();
    // Only a built-in kind is asked for a fresh start so.
    if (kinds::list_of(out, "managedFields").empty()) out.stable_erase("managedFields");
    return std::move(carrier["metadata"]);
}

bj::object sent_by_client(const bj::value& metadata) {
    bj::object out;
    for (const auto& [key, value] : metadata.get_object())
        if (std::ranges::find(set_by_server, std::string_view(key)) == set_by_server.end())
            out.emplace(key, value);
    return out;
}

class shaper_of_embedded {
public:
    bool changed = false;

    void look_into(bj::value& v, const schema_node& s, int depth) {
        if (depth > deepest) return;
        if (v.is_array() && s.items)
            for (bj::value& item : v.get_array()) look_into(item, *s.items, depth + 1);
        if (!v.is_object()) return;
        if (s.embedded) shape_one(v.get_object());
        for (auto& pair : v.get_object()) {
            const schema_node* known = s.find(pair.key());
            if (!known) known = s.additional;
            if (known) look_into(pair.value(), *known, depth + 1);
        }
    }

private:
    void shape_one(bj::object& embedded) {
        bj::value* const metadata = embedded.if_contains("metadata");
        if (!metadata || !metadata->is_object()) return;
        bj::value next = shaped(*metadata);
        changed = changed || !patching::same_value(next, *metadata);
        *metadata = std::move(next);
    }
};

}  // namespace

reshaped shape_metadata(bj::object& object, const schema_node* type) {
    shaper_of_embedded inside;
    if (type)
        for (auto& pair : object)
            if (const schema_node* known = type->find(pair.key())) inside.look_into(pair.value(), *known, 0);
    bj::value* const metadata = object.if_contains("metadata");
    if (!metadata || !metadata->is_object()) return {false, inside.changed};
    bj::value next = shaped(*metadata);
    const bool same =
        patching::same_value(bj::value(sent_by_client(next)), bj::value(sent_by_client(*metadata)));
    *metadata = std::move(next);
    return {!same, inside.changed};
}

}  // namespace setpoint::apiserver
