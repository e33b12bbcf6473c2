#include "cli/describe/definition_reader.hpp"

#include "cli/describe/model_paths.hpp"
#include "cli/describe/model_rules.hpp"
#include "cli/describe/schema_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view definition_kind = "CustomResourceDefinition",
                           definition_version = "apiextensions.k8s.io/v1";

error refuse(std::string_view source, std::string why) {
    return {errc::bad_config, fmt::format("{}: {}", source, why)};
}

std::vector<std::string> texts_in(const bj::object& o, std::string_view name) {
    std::vector<std::string> all;
    if (const bj::array* const list = array_in(o, name))
        for (const bj::value& v : *list)
            if (const bj::string* const s = v.if_string()) all.emplace_back(view(*s));
    return all;
}

// Definitions may stand in a List, as `kubectl get -o yaml` prints several.
void collect(const bj::value& document, std::vector<const bj::object*>& definitions,
             std::vector<std::string>& others) {
    const bj::object* const o = document.if_object();
    if (!o) return;
    const std::string_view kind = text_in(*o, "kind");
    const bj::array* const items = array_in(*o, "items");
    if (kind == definition_kind) {
        definitions.push_back(o);
    } else if (items && kind.ends_with("List")) {
        for (const bj::value& one : *items) collect(one, definitions, others);
    } else {
        others.emplace_back(kind.empty() ? "a document without kind" : kind);
    }
}

std::string_view kind_in(const bj::object& definition) {
    const bj::object* const spec = object_in(definition, "spec");
    const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
    return names ? text_in(*names, "kind") : std::string_view();
}

std::vector<const bj::object*> versions_of(const bj::object& spec) {
    std::vector<const bj::object*> all;
    if (const bj::array* const list = array_in(spec, "versions"))
        for (const bj::value& v : *list)
            if (const bj::object* const o = v.if_object()) all.push_back(o);
    return all;
}

const bj::object* chosen(const std::vector<const bj::object*>& versions, const std::string& wanted) {
    const auto first = [&](auto holds) {
        const auto found = std::find_if(versions.begin(), versions.end(), holds);
        return found == versions.end() ? nullptr : *found;
    };
    if (!wanted.empty()) return first([&](const bj::object* v) { return text_in(*v, "name") == wanted; });
    const auto served = [](const bj::object* v) { return is_true_in(*v, "served"); };
    if (const auto* const stored =
            first([&](const bj::object* v) { return served(v) && is_true_in(*v, "storage"); }))
        return stored;
    return first(served);
}

void read_names(const bj::object& spec, kind_model& m) {
    const bj::object& names = *object_in(spec, "names");
    m.group = text_in(spec, "group");
    m.kind = text_in(names, "kind");
    m.plural = text_in(names, "plural");
    m.singular = text_in(names, "singular");
    m.short_names = texts_in(names, "shortNames");
    m.categories = texts_in(names, "categories");
    m.cluster_scoped = text_in(spec, "scope") == "Cluster";
}

void read_columns(const bj::object& version, kind_model& m) {
    const bj::array* const columns = array_in(version, "additionalPrinterColumns");
    for (std::size_t i = 0; columns && i < columns->size(); ++i) {
        const bj::object* const c = (*columns)[i].if_object();
        if (!c) continue;
        described_column made{std::string(text_in(*c, "name")), std::string(text_in(*c, "type")),
                              std::string(text_in(*c, "jsonPath")),
                              first_sentence(text_in(*c, "description"))};
        const bj::value* const priority = member(*c, "priority");
        if (priority && priority->is_int64())
            made.priority =
                std::clamp<std::int64_t>(priority->get_int64(), 0, std::numeric_limits<std::int32_t>::max());
        m.columns.push_back(std::move(made));
    }
}

void read_version(const bj::object& version, kind_model& m) {
    m.version = text_in(version, "name");
    m.deprecated = is_true_in(version, "deprecated");
    m.deprecation = text_in(version, "deprecationWarning");
    read_columns(version, m);
    if (const bj::array* const fields = array_in(version, "selectableFields"))
        for (const bj::value& f : *fields)
            if (const bj::object* const o = f.if_object()) m.selectable.emplace_back(text_in(*o, "jsonPath"));
    const bj::object* const subresources = object_in(version, "subresources");
    const bj::object* const scale = subresources ? object_in(*subresources, "scale") : nullptr;
    if (!scale) return;
    m.scale_spec = text_in(*scale, "specReplicasPath");
    m.scale_status = text_in(*scale, "statusReplicasPath");
    m.scale_selector = text_in(*scale, "labelSelectorPath");
}

bool is_lower_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

// Of lower-case letters, digits, '-' and '.'.
bool is_dns_name(std::string_view s) {
    return !s.empty() && s.size() <= 253 && std::all_of(s.begin(), s.end(), [](char c) {
        return is_lower_or_digit(c) || c == '-' || c == '.';
    });
}

// With letters and digits only, it can be in a comment and in the name of a file.
bool is_camel_case(std::string_view s) {
    return !s.empty() && s.size() <= 63 && s.front() >= 'A' && s.front() <= 'Z' &&
           std::all_of(s.begin(), s.end(),
                       [](char c) { return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z'); });
}

// What the description would not compile with.
std::string name_problem(const kind_model& m) {
    if (m.group.find('.') == std::string::npos || !is_dns_name(m.group))
        return fmt::format("spec.group \"{}\" is no domain such as example.com", m.group);
    if (!is_camel_case(m.kind)) return fmt::format("spec.names.kind \"{}\" is not in CamelCase", m.kind);
    if (m.plural.empty()) return "spec.names.plural is missing";
    if (!is_dns_name(m.plural))
        return fmt::format("spec.names.plural \"{}\" is not a name such as webservers", m.plural);
    return {};
}

result<kind_model> read_definition(const bj::object& definition, const describe_request& r,
                                   const std::string& source) {
    if (text_in(definition, "apiVersion") != definition_version)
        return refuse(source, fmt::format("{} is read in {} only, not in {}", definition_kind,
                                          definition_version, text_in(definition, "apiVersion")));
    const bj::object* const spec = object_in(definition, "spec");
    if (!spec || !object_in(*spec, "names"))
        return refuse(source, fmt::format("this {} has no spec.names", definition_kind));
    kind_model m;
    read_names(*spec, m);
    if (const std::string problem = name_problem(m); !problem.empty()) return refuse(source, problem);
    const std::vector<const bj::object*> versions = versions_of(*spec);
    const bj::object* const version = chosen(versions, r.version);
    if (!version) {
        std::vector<std::string_view> names;
        names.reserve(versions.size());
        for (const bj::object* const v : versions) names.push_back(text_in(*v, "name"));
        return refuse(source,
                      fmt::format("{} has no {}; its versions are: {}", m.kind,
                                  r.version.empty() ? "version that is served" : "version " + r.version,
                                  fmt::join(names, ", ")));
    }
    read_version(*version, m);
    if (!is_dns_name(m.version))
        return refuse(source, fmt::format("spec.versions: \"{}\" is not a version such as v1", m.version));
    const bj::object* const holder = object_in(*version, "schema");
    const bj::object* const schema = holder ? object_in(*holder, "openAPIV3Schema") : nullptr;
    if (!schema)
        return refuse(source,
                      fmt::format("version {} of {} has no schema.openAPIV3Schema", m.version, m.kind));
    m.doc = first_sentence(text_in(*schema, "description"));
    const bj::object* const subresources = object_in(*version, "subresources");
    schema_reader(m, r.as_enums, r.with_rules)
        .read(*schema, subresources && subresources->contains("status"));
    remove_what_does_not_fit(m);
    remove_rules_that_do_not_fit(m);
    return m;
}

}  // namespace

result<std::vector<kind_model>> read_definitions(const std::vector<bj::value>& documents,
                                                 const describe_request& r, const std::string& source) {
    std::vector<const bj::object*> definitions;
    std::vector<std::string> others, kinds;
    for (const bj::value& d : documents) collect(d, definitions, others);
    if (definitions.empty())
        return refuse(source, fmt::format("there is no {} in it{}{}", definition_kind,
                                          others.empty() ? "" : ", but: ", fmt::join(others, ", ")));
    std::vector<kind_model> all;
    for (const bj::object* const d : definitions) {
        kinds.emplace_back(kind_in(*d));
        if (!r.kind.empty() && kinds.back() != r.kind) continue;
        result<kind_model> read = read_definition(*d, r, source);
        if (!read) return read.error();
        all.push_back(std::move(*read));
    }
    if (all.empty())
        return refuse(
            source, fmt::format("it does not define {}; its kinds are: {}", r.kind, fmt::join(kinds, ", ")));
    return all;
}

}}}  // namespace setpoint::v0::cli
