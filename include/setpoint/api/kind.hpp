#pragma once
// A kind: group, version, names, scope and, for custom kinds, the other settings of its
// CustomResourceDefinition.

#include "setpoint/json/attributes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The two values of a resource's scope; a namespaced object has a namespace, a cluster-scoped one must
// not.
enum class scope : std::uint8_t { namespaced, cluster };

// Built by kind_description::column(), which checks it. All texts live as long as the program.
struct print_column {
    std::string_view name, type, path, doc;
    // `path` is a JSONPath from the object's root; `doc` is the description of the column in the
    // definition.
    std::int32_t priority = 0;  // above 0: only shown by kubectl get -o wide
};

// A mistake in a description. kind_of() reports it and does not compile.
// The texts of the messages are in detail/path_check.hpp.
enum class kind_mistake : std::uint8_t {
    none,
    column_type,
    too_many_columns,
    too_many_names,
    too_many_rules,
    path,
    name,
    group
};

// The result of `static constexpr auto kind()`. Each member function returns a copy with one more
// setting. Mistakes (an unknown column type, an invalid path) do not compile.
// A literal type, so that kind() is a constant expression and mistakes are compile errors. A value: take a
// copy and change it for a second version.
//
//     static constexpr auto kind() {
//         return custom_kind("example.com", "v1", "Site", "A web site.")
//             .short_name("st")
//             .column("Color", "string", ".spec.color")
//             .scale(".spec.replicas", ".status.replicas", ".status.selector");
//     }
//
// The members are read through kind_info and crd_of(); set them with the functions below. Where a path is
// checked against the description (detail/path_check.hpp), that happens in kind_of<T>(), when the struct
// is complete.
struct kind_description {
    // Fixed sizes, since a constant of this type cannot own memory. They are limits of setpoint: the API
    // server permits more columns and names, but 8 selectable fields.
    static constexpr std::size_t max_columns = 12, max_names = 6, max_rules = 2;

    std::string_view group, version, name, doc;
    // Read them through kind_info, which fills in what is derived.
    std::string_view plural_name, singular_name;  // "": derived from the name; see kind_info
    std::string_view short_name_list[max_names] = {}, category_list[max_names] = {},
                     selectable_list[max_names] = {};
    print_column column_list[max_columns] = {};
    std::optional<schema::rule> rule_list[max_rules] = {};
    std::size_t short_name_count = 0, category_count = 0, selectable_count = 0, column_count = 0;
    scope where = scope::namespaced;
    // Set by custom_kind(), builtin_kind() and partial(), not by hand.
    bool custom = false, is_partial = false, is_metadata_only = false;
    // About one version of the kind; the other settings are taken from the storage version, if a
    // definition has several.
    bool is_served = true, is_storage = true, is_deprecated = false, is_external = false;
    std::string_view deprecation;  // the warning; "": the server's default text
    std::string_view scale_spec, scale_status, scale_selector;
    kind_mistake wrong = kind_mistake::none;  // the first mistake
    // Where custom_kind() was called, for messages of the compiler.
    const char* source_file = "";
    std::uint_least32_t source_line = 0;

    // The resource's name in URLs. Default: the name in lower case with "s", "es" or "ies".
    // Lower case; it becomes part of the definition's name, and so can never be changed for an existing
    // kind.
    constexpr kind_description plural(std::string_view p) const {
        kind_description k = *this;
        k.plural_name = p;
        return k;
    }
    // Default: the name in lower case.
    // kubectl accepts it like the plural.
    constexpr kind_description singular(std::string_view s) const {
        kind_description k = *this;
        k.singular_name = s;
        return k;
    }
    // Another name for kubectl; at most 6.
    // A name that another kind has already leaves the definition without NamesAccepted, and the kind
    // unserved.
    constexpr kind_description short_name(std::string_view s) const {
        kind_description k = *this;
        k.add(k.short_name_list, k.short_name_count, s);
        return k;
    }
    // A group of kinds, such as "all" in `kubectl get all`; at most 6.
    // "all" shows the kind in `kubectl get all`, which users expect of kinds that own pods.
    constexpr kind_description category(std::string_view c) const {
        kind_description k = *this;
        k.add(k.category_list, k.category_count, c);
        return k;
    }
    // Cannot be changed for an existing kind. The Role of the operator then is a ClusterRole.
    constexpr kind_description cluster_scoped() const {
        kind_description k = *this;
        k.where = scope::cluster;
        return k;
    }
    // A column of `kubectl get`. The type is string, integer, number, boolean or date; the path is
    // a JSONPath such as .spec.image. At most 12. Columns with a positive priority are shown only
    // with -o wide.
    // A kind with columns loses kubectl's default AGE: add a "date" of .metadata.creationTimestamp for it.
    // Wrong types and paths to fields that are not described do not compile. A value of another type leaves
    // the cell empty. Quotes in a filter:
    // `.status.conditions[?(@.type=='Ready')].status`.
    constexpr kind_description column(std::string_view title, std::string_view type, std::string_view path,
                                      std::string_view column_doc = {}, std::int32_t priority = 0) const {
        kind_description k = *this;
        if (type != "string" && type != "integer" && type != "number" && type != "boolean" && type != "date")
            k.note(kind_mistake::column_type);
        if (column_count == max_columns) {
            k.note(kind_mistake::too_many_columns);
            return k;
        }
        k.column_list[k.column_count++] = {title, type, k.checked(path), column_doc, priority};
        return k;
    }
    // Enables `kubectl scale` and autoscalers. Paths are written as .spec.replicas. The selector, a
    // string in the status, may be omitted, but autoscalers need it.
    // The first two must lead to numbers, the selector to a string: the text of a label selector.
    // Precondition: the kind has a status.
    constexpr kind_description scale(std::string_view spec_path, std::string_view status_path,
                                     std::string_view selector_path = {}) const {
        kind_description k = *this;
        k.scale_spec = k.checked(spec_path);
        k.scale_status = k.checked(status_path);
        k.scale_selector = selector_path.empty() ? selector_path : k.checked(selector_path);
        return k;
    }
    // A field for server-side selection (kubectl --field-selector), such as .spec.color; at most 6.
    // The field must be a string, a number or a flag, and the path contains no index and no filter. Needs
    // Kubernetes 1.31 or later; earlier servers drop it from the definition.
    constexpr kind_description selectable(std::string_view path) const {
        kind_description k = *this;
        k.add(k.selectable_list, k.selectable_count, k.checked(path));
        return k;
    }
    // A rule about spec and status together, or about the name, in this version; at most 2. Rules about the
    // spec alone belong to its struct.
    // For rules in which `self` is the object: `self.metadata.name`, `self.spec`, `self.status`. Of the
    // metadata, rules see only name and generateName.
    constexpr kind_description rule(const schema::rule& r) const {
        kind_description k = *this;
        for (std::optional<schema::rule>& place : k.rule_list) {
            if (place) continue;
            place = r;
            return k;
        }
        k.note(kind_mistake::too_many_rules);
        return k;
    }
    // This version is in the definition but not served.
    // Requests for it get 404. Stored objects of it stay readable in other versions.
    constexpr kind_description not_served() const {
        kind_description k = *this;
        k.is_served = false;
        return k;
    }
    // Another version is the storage version.
    // Exactly one version of a kind is the stored one; crd_of() throws fault: invalid otherwise.
    constexpr kind_description not_stored() const {
        kind_description k = *this;
        k.is_storage = false;
        return k;
    }
    // Another product defines the kind and installs its definition: a program that uses it neither prints
    // nor owns that. Such types come from `setpoint describe-kind`.
    // crd_of() still returns the definition, for test servers; --print-crd leaves it out.
    constexpr kind_description external() const {
        kind_description k = *this;
        k.is_external = true;
        return k;
    }
    // Clients of this version get a warning: this text or, if it is empty, a general one.
    // At most 256 characters. kubectl prints it at each use.
    constexpr kind_description deprecated(std::string_view warning = {}) const {
        kind_description k = *this;
        k.is_deprecated = true;
        k.deprecation = warning;
        return k;
    }

    // For the functions of this header: keeps the first mistake.
    constexpr void note(kind_mistake m) {
        if (wrong == kind_mistake::none) wrong = m;
    }

private:
    // Copies are taken by the callers, so this changes the copy only. A value beyond the limit is dropped,
    // and the mistake noted: the description does not compile then.
    constexpr void add(std::string_view (&list)[max_names], std::size_t& count, std::string_view value) {
        if (count == max_names) return note(kind_mistake::too_many_names);
        list[count++] = value;
    }
    // Only the form. Whether the path leads to a field is checked when the type is complete.
    constexpr std::string_view checked(std::string_view path) {
        if (path.empty() || path.front() != '.') note(kind_mistake::path);
        return path;
    }
};

// A kind with a CustomResourceDefinition, which the program defines, unless it is external().
// Preconditions, checked when kind_of<T>() is compiled: `name` begins with an upper-case letter, and
// `group` is a domain. `doc` is the description in the schema and in kubectl explain. Leave `file` and
// `line` to their defaults.
constexpr kind_description custom_kind(std::string_view group, std::string_view version,
                                       std::string_view name, std::string_view doc,
                                       const char* file = __builtin_FILE(),
                                       std::uint_least32_t line = __builtin_LINE()) {
    kind_description k;
    k.source_file = file;
    k.source_line = line;
    // A kind is CamelCase; the group of a custom kind is a domain.
    if (name.empty() || name.front() < 'A' || name.front() > 'Z') k.note(kind_mistake::name);
    if (group.find('.') == group.npos) k.note(kind_mistake::group);
    k.group = group;
    k.version = version;
    k.name = name;
    k.doc = doc;
    k.custom = true;
    return k;
}

// A kind that the cluster defines: built in, or from another product. The core group is "".
// `plural` is needed where English rules (default_plural) do not give it: Endpoints, for example.
//     return builtin_kind("route.openshift.io", "v1", "Route");
constexpr kind_description builtin_kind(std::string_view group, std::string_view version,
                                        std::string_view name, std::string_view plural = {}) {
    kind_description k;
    k.group = group;
    k.version = version;
    k.name = name;
    k.plural_name = plural;
    return k;
}

// A partial type: a struct that declares a part of a kind that another struct describes.
// Reads and watches then decode only the described part, which saves memory for large kinds. Precondition:
// Whole has a kind(). Do not write objects of a partial type back completely: an apply sends what is set
// in it and removes other fields of the same manager.
template <class Whole>
constexpr kind_description partial() {
    kind_description k = Whole::kind();
    k.is_partial = true;
    return k;
}

}}  // namespace setpoint::v0
