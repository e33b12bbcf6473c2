#include "apiserver/kinds/apiextensions/custom_resource_definition_spec.hpp"

#include "apiserver/kinds/apiextensions/selectable_fields.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/webhook_client.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/structural.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t warning_limit = 256;

std::string json_path_error(std::string_view path) {
    if (path.empty()) return "must not be empty";
    return path.front() == '.' ? "" : "must be a simple json path starting with .";
}

void validate_group_and_scope(const bj::object& spec, field_errors& to) {
    const std::string_view group = text_at(spec, "group");
    if (group.empty()) {
        required(to, "spec.group");
    } else if (const messages c = dns1123_subdomain(group); !c.empty()) {
        invalid(to, "spec.group", group, joined(c));
    } else if (group.find('.') == std::string_view::npos) {
        invalid(to, "spec.group", group, "should be a domain with at least one dot");
    }
    validate_one_of(text_at(spec, "scope"), {"Cluster", "Namespaced"}, "spec.scope", to);
}

void validate_path(std::string_view p, const std::string& path, std::string_view prefix, const char* message,
                   field_errors& to) {
    if (const std::string wrong = json_path_error(p); !wrong.empty()) {
        invalid(to, path, p, wrong);
    } else if (!p.starts_with(prefix)) {
        invalid(to, path, p, message);
    }
}

void validate_subresources(const bj::object& version, const std::string& path, field_errors& to) {
    const bj::object* scale = object_at(version, {"subresources", "scale"});
    if (scale == nullptr) return;
    const std::string_view spec = text_at(*scale, "specReplicasPath"),
                           status = text_at(*scale, "statusReplicasPath"),
                           selector = text_at(*scale, "labelSelectorPath");
    if (spec.empty()) {
        required(to, path + ".scale.specReplicasPath");
    } else {
        validate_path(spec, path + ".scale.specReplicasPath", ".spec.", "should be a json path under .spec",
                      to);
    }
    if (status.empty()) {
        required(to, path + ".scale.statusReplicasPath");
    } else {
        validate_path(status, path + ".scale.statusReplicasPath", ".status.",
                      "should be a json path under .status", to);
    }
    if (selector.empty()) return;
    const std::string here = path + ".scale.labelSelectorPath";
    if (const std::string wrong = json_path_error(selector); !wrong.empty()) {
        invalid(to, here, selector, wrong);
    } else if (!selector.starts_with(".spec.") && !selector.starts_with(".status.")) {
        invalid(to, here, selector, "should be a json path under either .spec or .status");
    }
}

void validate_columns(const bj::object& version, const std::string& list, field_errors& to) {
    static const std::set<std::string_view> types{"boolean", "date", "integer", "number", "string"};
    static const std::set<std::string_view> formats{"byte",  "date",  "date-time", "double",
                                                    "float", "int32", "int64",     "password"};
    for_each_object(list_of(version, "additionalPrinterColumns"), [&](const bj::object& c, std::size_t i) {
        const std::string path = indexed(list, i);
        const std::string_view type = text_at(c, "type"), format = text_at(c, "format"),
                               p = text_at(c, "jsonPath");
        if (text_at(c, "name").empty()) required(to, path + ".name");
        const std::string one_of = fmt::format("must be one of {}", fmt::join(types, ","));
        if (type.empty()) {
            required(to, path + ".type", one_of);
        } else if (!types.contains(type)) {
            invalid(to, path + ".type", type, one_of);
        }
        if (!format.empty() && !formats.contains(format)) {
            invalid(to, path + ".format", format, fmt::format("must be one of {}", fmt::join(formats, ",")));
        }
        if (p.empty()) {
            required(to, path + ".JSONPath");
        } else if (const std::string wrong = json_path_error(p); !wrong.empty()) {
            invalid(to, path + ".JSONPath", p, wrong);
        }
    });
}

void validate_deprecation(const bj::object& version, const std::string& path, field_errors& to) {
    const bj::value* warning = value_at(version, "deprecationWarning");
    if (warning == nullptr) return;
    const std::string_view text = text_of(*warning);
    const std::string here = path + ".deprecationWarning";
    if (!true_at(version, "deprecated")) {
        invalid(to, here, text, "can only be set for deprecated versions");
        return;
    }
    if (text.size() > warning_limit) invalid(to, here, text, "must be <= 256 characters long");
    if (text.empty()) invalid(to, here, text, "must not be an empty string");
}

// A rule of a schema that did not change may cost more than is allowed today.
rule_checks checks_of(const bj::value& json_schema, std::string_view version, const bj::object* old) {
    bool same_before = false;
    if (old != nullptr) {
        for_each_object(list_of(*old, "versions"), [&](const bj::object& v, std::size_t) {
            const bj::value* before = value_at(object_of(v, "schema"), "openAPIV3Schema");
            if (text_at(v, "name") == version && before != nullptr && *before == json_schema)
                same_before = true;
        });
    }
    return same_before ? rule_checks::totals : rule_checks::all;
}

void validate_version(const bj::object& spec, const bj::object& version, std::size_t i, bool with_shared,
                      const bj::object* old, field_errors& to) {
    const std::string path = indexed("spec.versions", i);
    // Parts that all versions share are validated once, after the versions: the internal type has them
    // outside of its versions, and selectable fields need a schema in the same place.
    const bool schema = same_in_all_versions(spec, "schema") == with_shared;
    if (!with_shared) validate_deprecation(version, path, to);
    const bool fields = same_in_all_versions(spec, "selectableFields") == with_shared;
    const bool has_fields = !list_of(version, "selectableFields").empty();
    const schema_node* root = nullptr;
    schema_set set;
    const bj::value* json_schema =
        schema ? value_at(object_of(version, "schema"), "openAPIV3Schema") : nullptr;
    if (json_schema != nullptr) {
        field_errors wrong;
        if (object_at(version, {"subresources", "status"}) != nullptr)
            validate_status_root(*json_schema, schema_path(spec, i), wrong);
        root = read_structural(*json_schema, schema_path(spec, i), set, wrong,
                               checks_of(*json_schema, text_at(version, "name"), old));
        to.insert(to.end(), wrong.begin(), wrong.end());
    }
    if (same_in_all_versions(spec, "subresources") == with_shared) {
        validate_subresources(version, part_path(spec, i, "subresources"), to);
    }
    if (same_in_all_versions(spec, "additionalPrinterColumns") == with_shared) {
        validate_columns(version, part_path(spec, i, "additionalPrinterColumns"), to);
    }
    if (fields) {
        const std::string path_of_list = part_path(spec, i, "selectableFields");
        if (json_schema == nullptr && has_fields) {
            invalid(to, path_of_list, "",
                    with_shared ? "may only be set when validations.schema is included"
                                : "may only be set when `version.schema.openAPIV3Schema` is not included");
        } else {
            validate_selectable_fields(list_of(version, "selectableFields"), root, path_of_list, to);
        }
    }
}

// As Go prints the internal type.
bj::value internal_versions(const bj::object& spec) {
    bj::array out;
    const bool schema = same_in_all_versions(spec, "schema");
    if (list_of(spec, "versions").empty())
        return value_at(spec, "versions") ? bj::value(bj::array()) : bj::value();
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        bj::object o{{"Name", text_at(v, "name")},
                     {"Served", true_at(v, "served")},
                     {"Storage", true_at(v, "storage")},
                     {"Deprecated", true_at(v, "deprecated")},
                     {"DeprecationWarning", nullptr}};
        const bj::value* s = schema ? nullptr : value_at(v, "schema");
        o["Schema"] = s == nullptr ? bj::value() : *s;
        for (const char* key : {"Subresources", "AdditionalPrinterColumns", "SelectableFields"})
            o[key] = nullptr;
        out.push_back(std::move(o));
    });
    return out;
}

bool lacks_schema(const bj::object& version) {
    return value_at(object_of(version, "schema"), "openAPIV3Schema") == nullptr;
}

void require_schemas(const bj::object& spec, const bj::object* old, field_errors& to) {
    bool had_all = true;
    if (old != nullptr)
        for_each_object(list_of(*old, "versions"),
                        [&](const bj::object& v, std::size_t) { had_all = had_all && !lacks_schema(v); });
    if (!had_all && true_at(spec, "preserveUnknownFields")) return;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t i) {
        if (!lacks_schema(v) || (!had_all && !true_at(v, "served"))) return;
        required(to, indexed("spec.versions", i) + ".schema.openAPIV3Schema",
                 had_all ? "" : "because otherwise all fields are pruned");
    });
}

void validate_versions(const bj::object& spec, const bj::object* old, field_errors& to) {
    const bj::array& versions = list_of(spec, "versions");
    std::size_t stored = 0;
    std::set<std::string> names;
    for_each_object(versions, [&](const bj::object& v, std::size_t i) {
        const std::string name(text_at(v, "name"));
        if (true_at(v, "storage")) ++stored;
        names.insert(name);
        const messages c = dns1035_label(name);
        if (!c.empty()) invalid(to, indexed("spec.versions", i) + ".name", name, joined(c));
        validate_version(spec, v, i, false, old, to);
    });
    if (names.size() != versions.size()) {
        invalid_unsorted(to, "spec.versions", internal_versions(spec), "must contain unique version names");
    }
    if (stored != 1) {
        invalid_unsorted(to, "spec.versions", internal_versions(spec),
                         "must have exactly one version marked as storage version");
    }
    if (versions.empty() || !versions[0].is_object()) return;
    const std::string_view first = text_at(versions[0].get_object(), "name");
    const messages c = dns1035_label(first);
    if (!first.empty() && !c.empty()) invalid(to, "spec.version", first, joined(c));
}

void validate_review_versions(const bj::array& versions, field_errors& to) {
    const std::string path = "spec.conversion.conversionReviewVersions";
    if (versions.empty()) return required(to, path);
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const std::string v(text_of(versions[i]));
        if (std::find(seen.begin(), seen.end(), v) != seen.end()) {
            invalid(to, indexed(path, i), v, "duplicate version");
            continue;
        }
        for (const std::string& why : dns1035_label(v)) invalid(to, indexed(path, i), v, why);
        seen.push_back(v);
    }
    if (review_version_of(seen).empty())
        invalid_unsorted(to, path, bj::value(versions), "must include at least one of v1, v1beta1");
}

void validate_conversion(const bj::object& spec, field_errors& to) {
    const bj::object* conversion = object_at(spec, "conversion");
    if (conversion == nullptr) return;
    const std::string_view how = text_at(*conversion, "strategy");
    if (how != "None" && true_at(spec, "preserveUnknownFields"))
        invalid(to, "spec.conversion.strategy", how, "must be None if spec.preserveUnknownFields is true");
    validate_one_of(how, {"None", "Webhook"}, "spec.conversion.strategy", to);
    const bj::object* webhook = object_at(*conversion, "webhook");
    if (how != "Webhook") {
        if (webhook != nullptr) {
            constexpr const char* why = "should not be set when strategy is not set to Webhook";
            if (object_at(*webhook, "clientConfig"))
                forbidden(to, "spec.conversion.webhookClientConfig", why);
            if (!list_of(*webhook, "conversionReviewVersions").empty())
                forbidden(to, "spec.conversion.conversionReviewVersions", why);
        }
        return;
    }
    const std::string client_path = "spec.conversion.webhookClientConfig";
    const bj::object* client = webhook == nullptr ? nullptr : object_at(*webhook, "clientConfig");
    if (client == nullptr)
        required(to, client_path, "required when strategy is set to Webhook");
    else
        validate_webhook_client(*client, client_path, to);
    static const bj::array none;
    validate_review_versions(webhook == nullptr ? none : list_of(*webhook, "conversionReviewVersions"), to);
}

}  // namespace

std::string review_version_of(const std::vector<std::string>& versions) {
    for (const std::string& v : versions)
        if (v == "v1" || v == "v1beta1") return v;
    return {};
}

bool same_in_all_versions(const bj::object& spec, std::string_view key) {
    const bj::array& versions = list_of(spec, "versions");
    const bj::value* first = nullptr;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        if (!versions[i].is_object()) return false;
        const bj::value* v = value_at(versions[i].get_object(), key);
        if (i == 0)
            first = v;
        else if (!same(first, v))  // the only version is never compared: schemas are large
            return false;
    }
    return first != nullptr;
}

std::string part_path(const bj::object& spec, std::size_t version, std::string_view part) {
    if (same_in_all_versions(spec, part)) return child("spec", part);
    return child(indexed("spec.versions", version), part);
}

std::string schema_path(const bj::object& spec, std::size_t version) {
    return same_in_all_versions(spec, "schema")
               ? "spec.validation.openAPIV3Schema"
               : indexed("spec.versions", version) + ".schema.openAPIV3Schema";
}

void validate_definition_names(const bj::object& names, const std::string& path, field_errors& to) {
    for (const char* key : {"plural", "singular"}) {
        const std::string_view name = text_at(names, key);
        const messages c = dns1035_label(name);
        if (!name.empty() && !c.empty()) invalid(to, child(path, key), name, joined(c));
    }
    for (const char* key : {"kind", "listKind"}) {
        const std::string_view name = text_at(names, key);
        const messages c = dns1035_label(lower_case(name));
        if (!name.empty() && !c.empty()) {
            invalid(to, child(path, key), name,
                    "may have mixed case, but should otherwise match: " + joined(c));
        }
    }
    for (const char* key : {"shortNames", "categories"}) {
        const bj::array& list = list_of(names, key);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const messages c = dns1035_label(text_of(list[i]));
            if (!c.empty()) invalid(to, indexed(child(path, key), i), text_of(list[i]), joined(c));
        }
    }
    if (!text_at(names, "kind").empty() && text_at(names, "kind") == text_at(names, "listKind")) {
        invalid(to, child(path, "listKind"), text_at(names, "listKind"),
                "kind and listKind may not be the same");
    }
}

void validate_definition_spec(const bj::object& spec, const bj::object* old, field_errors& to) {
    validate_group_and_scope(spec, to);
    require_schemas(spec, old, to);
    validate_versions(spec, old, to);
    const bj::object& names = object_of(spec, "names");
    for (const char* key : {"plural", "singular", "kind", "listKind"}) {
        if (text_at(names, key).empty()) required(to, child("spec.names", key));
    }
    validate_definition_names(names, "spec.names", to);
    const bj::array& versions = list_of(spec, "versions");
    if (!versions.empty() && versions[0].is_object())
        validate_version(spec, versions[0].get_object(), 0, true, old, to);
    validate_conversion(spec, to);
}

void validate_stored_versions(const bj::object& definition, field_errors& to) {
    const bj::array& stored = list_of(object_of(definition, "status"), "storedVersions");
    const std::string path = "status.storedVersions";
    if (stored.empty()) {
        invalid_unsorted(to, path, bj::value(), "must have at least one stored version");
        return;
    }
    const bj::array& versions = list_of(object_of(definition, "spec"), "versions");
    std::set<std::string_view> left;
    for (const bj::value& v : stored) left.insert(text_of(v));
    for_each_object(versions, [&](const bj::object& v, std::size_t) {
        // A second version with the same name does not find it.
        const bool listed = left.erase(text_at(v, "name")) > 0;
        if (!true_at(v, "storage") || listed) return;
        invalid_unsorted(to, path, bj::value(stored),
                         fmt::format("must have the storage version {}", text_at(v, "name")));
    });
    for (std::size_t i = 0; i < stored.size(); ++i) {
        bool listed_in_spec = false;
        for_each_object(versions, [&](const bj::object& v, std::size_t) {
            listed_in_spec = listed_in_spec || text_at(v, "name") == text_of(stored[i]);
        });
        if (listed_in_spec) continue;
        invalid(to, indexed(path, i), text_of(stored[i]),
                fmt::format(
                    "missing from spec.versions; {0} was previously a storage version, and must remain in "
                    "spec.versions until a storage migration ensures no data remains persisted in {0} and "
                    "removes "
                    "{0} from status.storedVersions",
                    text_of(stored[i])));
    }
}

}}}  // namespace setpoint::v0::apiserver
