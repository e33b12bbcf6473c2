// CustomResourceDefinitions (apiextensions-apiserver, pkg/registry/customresourcedefinition).

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_spec.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/schema/formats.hpp"
#include "apiserver/schema/schema_view.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void add_stored_version(bj::object& o) {
    std::optional<std::string> name;
    for_each_object(list_of(object_of(o, "spec"), "versions"), [&](const bj::object& v, std::size_t) {
        if (!name && true_at(v, "storage")) name = text_at(v, "name");
    });
    if (!name) return;
    bj::object& status = make_object(o, "status");
    if (list_at(status, "storedVersions") == nullptr) status["storedVersions"] = bj::array();
    bj::array& stored = status.at("storedVersions").get_array();
    const bj::value v(bj::string{*name});
    if (std::find(stored.begin(), stored.end(), v) == stored.end()) stored.push_back(v);
}

// The internal type has no place for a webhook without contents.
void drop_empty_webhook(bj::object& o) {
    bj::object* conversion = object_at(o, {"spec", "conversion"});
    const bj::object* webhook = conversion == nullptr ? nullptr : object_at(*conversion, "webhook");
    if (webhook != nullptr && object_at(*webhook, "clientConfig") == nullptr &&
        value_at(*webhook, "conversionReviewVersions") == nullptr)
        conversion->stable_erase("webhook");
}

void create_custom_resource_definition(bj::object& o, const kind_context&) {
    o["status"] = bj::object();
    add_stored_version(o);
    drop_empty_webhook(o);
    apply_go_encoding(o);
}

void update_custom_resource_definition(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    const bj::array& stored = list_of(object_of(o, "status"), "storedVersions");
    if (!is_status(c) || stored.empty()) add_stored_version(o);
    drop_empty_webhook(o);
}

void fill_definition(bj::object& o) {
    bj::object& spec = make_object(o, "spec");
    bj::object& names = make_object(spec, "names");
    const std::string kind(text_at(names, "kind"));
    set_text_default(names, "singular", lower_case(kind));
    if (!kind.empty()) set_text_default(names, "listKind", kind + "List");
    set_default(spec, "conversion", bj::object{{"strategy", "None"}});
    bj::object& status = make_object(o, "status");
    if (!list_of(status, "storedVersions").empty()) return;
    bj::array stored;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        if (stored.empty() && true_at(v, "storage")) stored.emplace_back(text_at(v, "name"));
    });
    if (!stored.empty()) status["storedVersions"] = stored;
}

constexpr type_default custom_resource_definition_type_defaults[] = {
    {"apiextensions.v1.CustomResourceDefinition", fill_definition}};

void validate_definition_name(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const std::string wanted =
        fmt::format("{}.{}", text_at(object_of(spec, "names"), "plural"), text_at(spec, "group"));
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    if (!name.empty() && name != wanted) {
        invalid(to, "metadata.name", name, "must be spec.names.plural+\".\"+spec.group");
    }
}

void validate_approval(const bj::object& o, field_errors& to) {
    const auto found = approval_of(o);
    if (!found) return;
    const std::string path = keyed("metadata.annotations", approval_key);
    if (found->state == approval_state::missing) required(to, path, std::string(approval_is_missing));
    if (found->state == approval_state::invalid)
        invalid(to, path, found->annotation, std::string(approval_is_invalid));
}

bool any_default(const bj::value& schema, int depth) {
    constexpr int deepest = 64;
    if (depth > deepest) return false;
    if (const bj::array* list = schema.if_array())
        return std::any_of(list->begin(), list->end(),
                           [&](const bj::value& v) { return any_default(v, depth + 1); });
    const bj::object* map = schema.if_object();
    if (map == nullptr) return false;
    if (value_at(*map, "default") != nullptr) return true;
    for (const char* key : {"items", "additionalProperties"})
        if (const bj::value* below = value_at(*map, key); below && any_default(*below, depth + 1))
            return true;
    for (const auto& [name, v] : object_of(*map, "properties"))
        if (any_default(v, depth + 1)) return true;
    return false;
}

bool has_defaults(const bj::object& spec) {
    bool found = false;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        const bj::value* schema = value_at(object_of(v, "schema"), "openAPIV3Schema");
        found = found || (schema && any_default(*schema, 0));
    });
    return found;
}

void validate_status_and_approval(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_definition_names(object_of(o, {"status", "acceptedNames"}), "status.acceptedNames", to);
    validate_stored_versions(o, to);
    validate_approval(o, to);
    if (true_at(object_of(o, "spec"), "preserveUnknownFields")) {
        if (has_defaults(object_of(o, "spec")))
            invalid_unsorted(to, "spec.preserveUnknownFields", bj::value(true),
                             "must be false in order to use defaults in the schema");
        if (old != nullptr && true_at(object_of(*old, "spec"), "preserveUnknownFields")) return;
        invalid_unsorted(to, "spec.preserveUnknownFields", bj::value(true),
                         "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                         "spec.versions[*].schema instead");
    }
}

void validate_custom_resource_definition(const bj::object& o, const kind_context&, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    // The real server reports this under metadata.name.
    field_errors name;
    validate_definition_name(o, name);
    const auto after =
        std::find_if(to.begin(), to.end(), [](const field_error& e) { return e.path != "metadata.name"; });
    to.insert(after, name.begin(), name.end());
    validate_definition_spec(object_of(o, "spec"), nullptr, to);
    validate_status_and_approval(o, nullptr, to);
}

void validate_custom_resource_definition_update(const bj::object& o, const bj::object& old,
                                                const kind_context& c, field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_definition_names(object_of(o, {"status", "acceptedNames"}), "status.acceptedNames", to);
        return;
    }
    const bj::object& spec = object_of(o, "spec");
    const bj::object& before = object_of(old, "spec");
    validate_definition_spec(spec, &before, to);
    const bj::object &names = object_of(spec, "names"), &names_before = object_of(before, "names");
    if (is_established(old)) {
        validate_immutable(spec, before, "scope", "spec.scope", to);
        validate_immutable(names, names_before, "kind", "spec.names.kind", to);
    }
    validate_immutable(spec, before, "group", "spec.group", to);
    validate_immutable(names, names_before, "plural", "spec.names.plural", to);
    validate_status_and_approval(o, &old, to);
}

// The formats in a schema that the API server does not check. Schemas have a bounded depth, as all input.
void add_unrecognized_formats(const schema_view& s, std::vector<std::string>& to) {
    const std::string format = s.text("format");
    if (!format.empty() && !is_supported_format(s.text("type"), format) &&
        std::ranges::find(to, format) == to.end())
        to.push_back(format);
    for (const char* key : {"items", "additionalProperties", "not"})
        if (const auto part = s.sub(key)) add_unrecognized_formats(*part, to);
    for (const char* key : {"allOf", "anyOf", "oneOf"})
        for (const schema_view& part : s.subs(key)) add_unrecognized_formats(part, to);
    for (const auto& p : s.properties()) add_unrecognized_formats(p.schema, to);
}

std::vector<std::string> unrecognized_formats(const bj::object& definition) {
    std::vector<std::string> out;
    for_each_object(
        list_of(object_of(definition, "spec"), "versions"), [&](const bj::object& version, std::size_t) {
            add_unrecognized_formats(schema_view(object_of(version, {"schema", "openAPIV3Schema"})), out);
        });
    return out;
}

void warn_of_custom_resource_definition(const bj::object& o, const bj::object* old, std::string_view sub,
                                        texts& to) {
    if (!sub.empty()) return;
    const std::vector<std::string> before = old ? unrecognized_formats(*old) : std::vector<std::string>();
    for (const std::string& format : unrecognized_formats(o))
        if (std::ranges::find(before, format) == before.end())
            to.push_back("unrecognized format " + go_text::quoted(format));
}

bj::value versions_cell(const bj::object& o, wall_time) {
    std::vector<std::string> served;
    for_each_object(list_of(object_of(o, "spec"), "versions"), [&](const bj::object& v, std::size_t) {
        if (true_at(v, "served"))
            served.push_back(std::string(text_at(v, "name")) + (true_at(v, "storage") ? "(storage)" : ""));
    });
    std::ranges::sort(served);
    return cell(fmt::to_string(fmt::join(served, ",")));
}

bj::value names_cell(const bj::object& o, wall_time) {
    return cell(joined_texts(list_of(object_of(o, {"spec", "names"}), "shortNames")));
}

constexpr cell_row custom_resource_definition_cells[] = {
    {"Scope", [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "scope")); }},
    {"Versions", versions_cell},
    {"Group", [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "group")); }},
    {"Kind",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, {"spec", "names"}), "kind")); }},
    {"ShortNames", names_cell},
    {"Established",
     [](const bj::object& o, wall_time) {
         return bj::value(has_condition(object_of(o, "status"), "Established"));
     }},
};

}  // namespace

constinit const kind_code custom_resource_definition_kind{
    .defaults = apply_go_encoding,
    .type_defaults = custom_resource_definition_type_defaults,
    .prepare_create = create_custom_resource_definition,
    .prepare_update = update_custom_resource_definition,
    .validate = validate_custom_resource_definition,
    .validate_update = validate_custom_resource_definition_update,
    .warn = warn_of_custom_resource_definition,
    .cells = custom_resource_definition_cells,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
