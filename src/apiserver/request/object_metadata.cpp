#include "apiserver/request/object_metadata.hpp"

#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int deepest = 128;
constexpr std::array<std::string_view, 8> set_by_server{
    "name",     "namespace",  "uid",          "resourceVersion", "creationTimestamp",
    "selfLink", "generation", "managedFields"};

// Round trip through the metadata of a built-in kind.
bj::value shaped(const bj::value& metadata) {
    bj::object carrier;
    carrier["apiVersion"] = "v1";
    carrier["kind"] = "ConfigMap";
    carrier["metadata"] = metadata;
    apply_go_encoding(carrier);
    bj::object& out = carrier["metadata"].get_object();
    // Only for built-in kinds does an empty list reset managedFields.
    if (list_of(out, "managedFields").empty()) out.stable_erase("managedFields");
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
    field_errors wrong;

    explicit shaper_of_embedded(const schema_node* meta_type) : meta_type_(meta_type) {}

    void visit(bj::value& v, const schema_node& s, const std::string& path, int depth) {
        if (depth > deepest) return;
        if (v.is_array() && s.items) {
            std::size_t i = 0;
            for (bj::value& item : v.get_array())
                visit(item, *s.items, fmt::format("{}[{}]", path, i++), depth + 1);
        }
        if (!v.is_object()) return;
        if (s.embedded) shape_one(v.get_object(), path);
        for (auto& pair : v.get_object()) {
            const std::string_view key = pair.key();
            if (const schema_node* field = s.find(key))
                visit(pair.value(), *field, fmt::format("{}.{}", path, key), depth + 1);
            else if (s.additional)
                visit(pair.value(), *s.additional, fmt::format("{}[{}]", path, key), depth + 1);
        }
    }

private:
    void shape_one(bj::object& embedded, const std::string& path) {
        for (const char* key : {"apiVersion", "kind"})
            if (const bj::value* v = embedded.if_contains(key); v && !v->is_string())
                invalid(wrong, fmt::format("{}.{}", path, key), *v, "must be a string");
        bj::value* const metadata = embedded.if_contains("metadata");
        if (!metadata) return;
        if (std::string why = meta_type_ ? decode_error(*meta_type_, *metadata) : std::string(); !why.empty())
            return invalid(wrong, path + ".metadata", *metadata, std::move(why));
        if (metadata->is_null()) metadata->emplace_object();
        if (!metadata->is_object()) return;
        bj::value next = shaped(*metadata);
        changed = changed || !patching::same_value(next, *metadata);
        *metadata = std::move(next);
    }

    const schema_node* meta_type_;
};

}  // namespace

reshaped shape_metadata(bj::object& object, const schema_node* type, const schema_node* meta_type) {
    shaper_of_embedded inside(meta_type);
    if (type)
        for (auto& pair : object)
            if (const schema_node* field = type->find(pair.key()))
                inside.visit(pair.value(), *field, pair.key(), 0);
    if (!inside.wrong.empty()) return {false, false, inside.wrong.front().text()};
    bj::value* const metadata = object.if_contains("metadata");
    if (!metadata || !metadata->is_object()) return {false, inside.changed, {}};
    bj::value next = shaped(*metadata);
    const bool same =
        patching::same_value(bj::value(sent_by_client(next)), bj::value(sent_by_client(*metadata)));
    *metadata = std::move(next);
    return {!same, inside.changed, {}};
}

// dedupOwnerReferencesAndAddWarning of apiserver's endpoints/handlers.
void merge_owners(bj::object& object, owners_of what, std::vector<std::string>& warnings) {
    const bj::array& all = list_of(object_of(object, "metadata"), "ownerReferences");
    if (all.size() < 2) return;
    bj::array kept;
    std::vector<std::string> twice;
    std::unordered_multimap<std::string_view, const bj::value*> seen;  // by UID, since there may be thousands
    for (const bj::value& one : all) {
        const std::string_view uid = one.is_object() ? text_at(one.get_object(), "uid") : std::string_view();
        const auto [begin, end] = seen.equal_range(uid);
        const bool there = std::any_of(
            begin, end, [&](const auto& before) { return patching::same_value(*before.second, one); });
        if (there && one.is_object()) {
            twice.emplace_back(uid);
        } else {
            seen.emplace(uid, &one);
            kept.push_back(one);
        }
    }
    if (twice.empty()) return;
    warnings.push_back(fmt::format(
        ".metadata.ownerReferences contains duplicate entries{}; API server dedups owner "
        "references in 1.20+, and may reject such requests as early as 1.24; please fix your "
        "requests; duplicate UID(s) observed: {}",
        what == owners_of::patch ? " after mutating admission happens" : "", fmt::join(twice, ", ")));
    make_object(object, "metadata")["ownerReferences"] = std::move(kept);
}

void check_embedded_metadata(const schema_node* meta_type, const bj::value& metadata, const std::string& path,
                             field_errors& errors) {
    if (std::string why = meta_type ? decode_error(*meta_type, metadata) : std::string(); !why.empty())
        return invalid(errors, path, metadata, std::move(why));
    if (!metadata.is_object()) return;
    constexpr std::string_view own = "metadata";
    bj::object carrier;
    bj::object& meta = carrier[own].emplace_object() = metadata.get_object();
    if (text_at(meta, "name").empty()) meta["name"] = "fakename";
    field_errors found;
    const bool namespaced = !text_at(meta, "namespace").empty();
    validate_plain_metadata(carrier, namespaced, path_segment, found);
    for (field_error& e : found) {
        e.path = path + e.path.substr(own.size());
        errors.push_back(std::move(e));
    }
}

}}}  // namespace setpoint::v0::apiserver
