#pragma once
// A kind: group, version, names, scope and, for kinds of one's own, what else its CustomResourceDefinition
// says.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace setpoint {

enum class scope : std::uint8_t { namespaced, cluster };

struct print_column {
    std::string_view name, type, path, doc;
    std::int32_t priority = 0;  // above 0: only with kubectl get -o wide
};

// What `static constexpr auto kind()` returns; each call returns a copy with one more thing said. In a
// constant expression, which kind() is, a mistake (an unknown column type, a path without its dot) does not
// compile.
struct kind_description {
    static constexpr std::size_t max_columns = 12, max_names = 6;

    std::string_view group, version, name, doc;
    std::string_view plural_name, singular_name;  // "": derived from the name, see kind_info
    std::string_view short_name_list[max_names] = {}, category_list[max_names] = {},
                     selectable_list[max_names] = {};
    print_column column_list[max_columns] = {};
    std::size_t short_name_count = 0, category_count = 0, selectable_count = 0, column_count = 0;
    scope where = scope::namespaced;
    bool custom = false, is_view = false, is_metadata_only = false;
    bool is_served = true, is_storage = true, is_deprecated = false;
    std::string_view deprecation;  // the warning; "": the server's own words
    std::string_view scale_spec, scale_status, scale_selector;

    // The resource's name in URLs. Without it: the name in lower case with "s", "es" or "ies".
    constexpr kind_description plural(std::string_view p) const {
        kind_description k = *this;
        k.plural_name = p;
        return k;
    }
    // Without it: the name in lower case.
    constexpr kind_description singular(std::string_view s) const {
        kind_description k = *this;
        k.singular_name = s;
        return k;
    }
    // Another name for kubectl; up to 6.
    constexpr kind_description short_name(std::string_view s) const {
        kind_description k = *this;
        add(k.short_name_list, k.short_name_count, s);
        return k;
    }
    // A group of kinds, such as "all" in `kubectl get all`; up to 6.
    constexpr kind_description category(std::string_view c) const {
        kind_description k = *this;
        add(k.category_list, k.category_count, c);
        return k;
    }
    constexpr kind_description cluster_scoped() const {
        kind_description k = *this;
        k.where = scope::cluster;
        return k;
    }
    // A column of `kubectl get`: type is string, integer, number, boolean or date; path is a JSONPath such as
    // .spec.image. Up to 12. Columns of a positive priority show only with -o wide.
    constexpr kind_description column(std::string_view title, std::string_view type, std::string_view path,
                                      std::string_view column_doc = {}, std::int32_t priority = 0) const {
        if (type != "string" && type != "integer" && type != "number" && type != "boolean" &&
            type != "date") {
            throw std::invalid_argument("the type of a column is string, integer, number, boolean or date");
        }
        if (column_count == max_columns) throw std::length_error("too many columns");
        kind_description k = *this;
        k.column_list[k.column_count++] = {title, type, checked(path), column_doc, priority};
        return k;
    }
    // Makes `kubectl scale` and autoscalers work. Paths as in .spec.replicas; the selector, a text in the
    // status, may be left out, but an autoscaler needs it.
    constexpr kind_description scale(std::string_view spec_path, std::string_view status_path,
                                     std::string_view selector_path = {}) const {
        kind_description k = *this;
        k.scale_spec = checked(spec_path);
        k.scale_status = checked(status_path);
        k.scale_selector = selector_path.empty() ? selector_path : checked(selector_path);
        return k;
    }
    // A field by which the server selects objects (kubectl --field-selector), such as .spec.color; up to 6.
    constexpr kind_description selectable(std::string_view path) const {
        kind_description k = *this;
        add(k.selectable_list, k.selectable_count, checked(path));
        return k;
    }
    // This version is in the definition, but the server does not offer it.
    constexpr kind_description not_served() const {
        kind_description k = *this;
        k.is_served = false;
        return k;
    }
    // Another version is the storage version.
    constexpr kind_description not_stored() const {
        kind_description k = *this;
        k.is_storage = false;
        return k;
    }
    // Clients that use this version get a warning: this one, or a general one when it is left out.
    constexpr kind_description deprecated(std::string_view warning = {}) const {
        kind_description k = *this;
        k.is_deprecated = true;
        k.deprecation = warning;
        return k;
    }

private:
    static constexpr void add(std::string_view (&list)[max_names], std::size_t& count,
                              std::string_view value) {
        if (count == max_names)
            throw std::length_error("too many short names, categories or selectable fields");
        list[count++] = value;
    }
    static constexpr std::string_view checked(std::string_view path) {
        if (path.empty() || path.front() != '.')
            throw std::invalid_argument("a path begins with a dot: .spec.replicas");
        return path;
    }
};

// A kind of one's own, served from a CustomResourceDefinition.
constexpr kind_description custom_kind(std::string_view group, std::string_view version,
                                       std::string_view name, std::string_view doc) {
    kind_description k;
    k.group = group;
    k.version = version;
    k.name = name;
    k.doc = doc;
    k.custom = true;
    return k;
}

// A kind that the cluster has anyway: built in, or defined by somebody else. group is "" for the core group.
constexpr kind_description builtin_kind(std::string_view group, std::string_view version,
                                        std::string_view name, std::string_view plural = {}) {
    kind_description k;
    k.group = group;
    k.version = version;
    k.name = name;
    k.plural_name = plural;
    return k;
}

// A view: a struct that declares a part of a kind that another struct describes.
template <class Whole>
constexpr kind_description view_of() {
    kind_description k = Whole::kind();
    k.is_view = true;
    return k;
}

}  // namespace setpoint
