#pragma once
// Checks at compile time that the paths of a kind (columns, scale, selectable fields) lead to a
// described field of the right type.

#include "setpoint/api/kind.hpp"
#include "setpoint/json/detail/type_table.hpp"

#include <array>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace detail {

// The type at the end of a path, as coarse as the checks need it.
enum class path_end : std::uint8_t {
    missing,
    somewhere,  // after a filter, or in a value of any type: not checked further
    number,
    text,
    flag,
    quantity,
    object
};

// An int-or-string is `quantity`, since a column of numbers shows it; values of any type are `somewhere`.
template <class T>
constexpr path_end end_at() {
    using enum schema::detail::form;
    switch (schema::detail::shape<T>::what) {
        case number:
            return path_end::number;
        case string:
        case enumeration:
            return path_end::text;
        case boolean:
            return path_end::flag;
        case number_or_string:
            return path_end::quantity;
        case object:
        case list:
        case map:
            return path_end::object;
        default:
            return path_end::somewhere;
    }
}

// Determines which ends are acceptable: mistake_at().
enum class path_use : std::uint8_t { column, selectable, scale_number, scale_selector };
struct used_path {
    std::string_view path, column_type;
    path_use use = path_use::column;
};
// The description of a kind, evaluated once, and its paths.
// `most`: all columns, all selectable fields, and the three paths of scale. check_words() reports a mistake
// that has no path with the last place, which is empty unless a kind uses all of them.
template <class Kind>
struct kind_paths {
    static constexpr kind_description kind = Kind::kind();
    static constexpr std::size_t most = kind_description::max_columns + kind_description::max_names + 3;
    std::array<used_path, most> all = {};
    std::size_t count = 0;

    constexpr kind_paths() {
        for (std::size_t i = 0; i < kind.column_count; ++i)
            all[count++] = {kind.column_list[i].path, kind.column_list[i].type, path_use::column};
        for (std::size_t i = 0; i < kind.selectable_count; ++i)
            all[count++] = {kind.selectable_list[i], "", path_use::selectable};
        if (kind.scale_spec.empty()) return;
        all[count++] = {kind.scale_spec, "", path_use::scale_number};
        all[count++] = {kind.scale_status, "", path_use::scale_number};
        if (!kind.scale_selector.empty()) all[count++] = {kind.scale_selector, "", path_use::scale_selector};
    }
};
// One evaluation of Kind::kind() for each kind and translation unit.
template <class Kind>
inline constexpr kind_paths<Kind> paths_of{};
// By index, since a text cannot be a template argument.
template <class Kind, std::size_t I>
inline constexpr std::string_view path_at = paths_of<Kind>.all[I].path;

// "" for bases and rules: no path contains an empty name.
template <class C, class M, class... A>
constexpr std::string_view name_of(const schema::field_description<C, M, A...>& f) {
    return f.name;
}
template <class Base>
constexpr std::string_view name_of(const schema::base_description<Base>&) {
    return {};
}
constexpr std::string_view name_of(const schema::rule&) {
    return {};
}
// The index of the field in the description; count if there is none, or if a base class may have
// it.
template <std::size_t... I, class... F>
constexpr std::size_t index_of(const schema::parts_of<std::index_sequence<I...>, F...>& fields,
                               std::string_view name) {
    const std::string_view names[] = {name_of(static_cast<const schema::part<I, F>&>(fields).value)..., {}};
    for (std::size_t i = 0; i < sizeof...(F); ++i)
        if (names[i] == name) return i;
    return sizeof...(F);
}
// The types of the members, which a loop over values loses: the path is followed through types.
template <class Description>
struct fields_in;
template <class... F>
struct fields_in<schema::object_description<F...>> {
    template <std::size_t I>
    using type = typename std::tuple_element_t<I, std::tuple<F...>>::member_type;
    static constexpr std::size_t count = sizeof...(F);
    static constexpr bool inherits = (json::detail::is_base<F> || ...);
};

// A name ends at the next dot or bracket, or at the end of the path.
constexpr std::size_t name_end(std::string_view path, std::size_t at) {
    return std::min(path.find_first_of(".[", at), path.size());
}

// Follows path number I of Kind from character `At`, in a value of type T.
// Recursive in the path, one instantiation for each step. Lists of any form and filters: [*], [0] and
// [?(...)] lead to an entry. Names inside filters are not checked. Maps end the check, since their keys
// are the user's; so do .. and other syntax of JSONPath that this does not read: an unusual path is
// accepted, not refused.
template <class Kind, std::size_t I, std::size_t At, class T>
constexpr path_end follow() {
    using enum schema::detail::form;
    constexpr std::string_view path = path_at<Kind, I>;
    using opened = schema::detail::opened_t<T>;
    constexpr auto what = schema::detail::shape<opened>::what;
    if constexpr (At >= path.size()) {
        return end_at<opened>();
    } else if constexpr (path[At] == '[') {
        constexpr std::size_t close = path.find(']', At);
        if constexpr (what == any || what == any_object || close == path.npos || path[At + 1] == '\'') {
            return what == object ? path_end::missing : path_end::somewhere;
        } else if constexpr (what == list) {
            return follow<Kind, I, close + 1, typename schema::detail::shape<opened>::entry>();
        } else {
            return path_end::missing;
        }
    } else if constexpr (path[At] != '.' || path.substr(At).starts_with("..") || what == list ||
                         what == map || what == any || what == any_object) {
        return path_end::somewhere;
    } else if constexpr (what == object) {
        using description = std::remove_cv_t<decltype(json::detail::object_table<opened>::description)>;
        constexpr std::size_t end = name_end(path, At + 1);
        constexpr std::size_t index = index_of(json::detail::object_table<opened>::description.fields,
                                               path.substr(At + 1, end - At - 1));
        if constexpr (index < fields_in<description>::count) {
            return follow<Kind, I, end, typename fields_in<description>::template type<index>>();
        } else {
            return fields_in<description>::inherits ? path_end::somewhere : path_end::missing;
        }
    } else {
        return path_end::missing;
    }
}

// Metadata has fields that object_meta does not describe.
// The server's own members are known to exist.
template <class Kind, std::size_t I>
constexpr path_end end_of_path() {
    constexpr std::string_view path = path_at<Kind, I>;
    if constexpr (path.starts_with(".metadata") || path == ".kind" || path == ".apiVersion") {
        return path_end::somewhere;
    } else {
        return follow<Kind, I, 0, Kind>();
    }
}

// The server leaves the cell empty if the value has another type.
// A string column shows anything. An integer column shows numbers of an int-or-string, and stays empty for
// its strings.
constexpr bool fits_column(std::string_view type, path_end end) {
    if (type == "string") return true;
    if (type == "integer" || type == "number") return end == path_end::number || end == path_end::quantity;
    if (type == "boolean") return end == path_end::flag;
    return end == path_end::text;  // date
}

// Compilers print it like this: 'is_right<quoted<4>{"Site"}, quoted<11>{".spec.imgae"},
// quoted<12>{"types.hpp:30"}>'.
using schema::detail::is_right;

// The counterpart of kind_mistake, for mistakes that only the complete type shows.
enum class path_mistake : std::uint8_t { none, leads_nowhere, column_type, not_selectable, not_scalable };

// N, To and P are the kind, the path and the place of custom_kind(), as texts of exact length. Exactly one
// branch is instantiated; the last ones are those of kind_mistake.
template <path_mistake M, kind_mistake K, auto N, auto To, auto P>
constexpr void report_kind() {
    if constexpr (M == path_mistake::leads_nowhere) {
        // .column("Image", "string", ".spec.imgae")
        static_assert(is_right<N, To, P>,
                      "this path of a column, of scale or of selectable leads to no described field");
    } else if constexpr (M == path_mistake::column_type) {
        // .column("Image", "integer", ".spec.image")
        static_assert(is_right<N, To, P>,
                      "a column of this type stays empty: the field at its path has another type");
    } else if constexpr (M == path_mistake::not_selectable) {
        // .selectable(".spec")
        static_assert(is_right<N, To, P>, "a selectable field is a text, a number or a flag");
    } else if constexpr (M == path_mistake::not_scalable) {
        // .scale(".spec.image", ".status.replicas")
        static_assert(is_right<N, To, P>,
                      "scale takes the paths of two numbers, and of a text for the selector");
    } else if constexpr (K == kind_mistake::column_type) {
        // .column("Image", "text", ".spec.image")
        static_assert(is_right<N, To, P>, "the type of a column is string, integer, number, boolean or date");
    } else if constexpr (K == kind_mistake::too_many_columns) {
        // a thirteenth .column(...)
        static_assert(is_right<N, To, P>, "a kind has at most 12 columns");
    } else if constexpr (K == kind_mistake::too_many_names) {
        // a seventh .short_name(...), .category(...) or .selectable(...)
        static_assert(is_right<N, To, P>,
                      "a kind has at most 6 short names, 6 categories and 6 selectable fields");
    } else if constexpr (K == kind_mistake::too_many_rules) {
        // a third .rule(...)
        static_assert(is_right<N, To, P>,
                      "a kind has at most 2 rules: others belong to its spec or its status");
    } else if constexpr (K == kind_mistake::path) {
        // .selectable("spec.color")
        static_assert(is_right<N, To, P>, "the paths of a kind begin with a dot: .spec.replicas");
    } else if constexpr (K == kind_mistake::name) {
        // custom_kind("example.com", "v1", "site", ...)
        static_assert(is_right<N, To, P>, "the name of a kind is CamelCase: WebServer");
    } else if constexpr (K == kind_mistake::group) {
        // custom_kind("example", "v1", "Site", ...)
        static_assert(is_right<N, To, P>, "the group of a custom kind is a domain: example.com");
    }
}
// A separate function, so that the texts are computed only for a kind with a mistake.
template <class Kind, path_mistake M, std::size_t I>
constexpr void report_kind_of() {
    using namespace schema::detail;
    constexpr const kind_description& k = kind_paths<Kind>::kind;
    constexpr short_text name = short_text{}.add(k.name), to = short_text{}.add(path_at<Kind, I>),
                         place = place_at(k.source_file, k.source_line);
    report_kind<M, k.wrong, quoted<name.count>(name), quoted<to.count>(to), quoted<place.count>(place)>();
}

// A path that leads nowhere wins over one to the wrong type, for every use.
constexpr path_mistake mistake_at(const used_path& p, path_end end) {
    using enum path_mistake;
    if (end == path_end::missing) return leads_nowhere;
    if (end == path_end::somewhere) return none;
    switch (p.use) {
        case path_use::column:
            return fits_column(p.column_type, end) ? none : column_type;
        case path_use::selectable:
            return end == path_end::object ? not_selectable : none;
        case path_use::scale_number:
            return end == path_end::number ? none : not_scalable;
        case path_use::scale_selector:
            return end == path_end::text ? none : not_scalable;
    }
    return none;
}
// Not constexpr: see check_paths().
template <class Kind, std::size_t I>
void check_path() {
    constexpr path_mistake m = mistake_at(paths_of<Kind>.all[I], end_of_path<Kind, I>());
    if constexpr (m != path_mistake::none) report_kind_of<Kind, m, I>();
}
template <class Kind>
void check_words() {
    report_kind_of<Kind, path_mistake::none, kind_paths<Kind>::most - 1>();
}

// Only named, so that the compiler evaluates them last and omits the instantiation stack.
template <class Kind, std::size_t... I>
constexpr void check_paths(std::index_sequence<I...>) {
    (static_cast<void>(json::detail::uses<&check_path<Kind, I>>()), ...);
}
// For custom kinds; the columns of other kinds are not described here.
// Called by kind_of<T>(), so a struct that is never used as a kind is not checked. Mistakes in the words
// of a kind are reported before those of its paths, since a wrong path in it may follow from them.
template <class Kind>
constexpr void check_kind() {
    constexpr const kind_description& k = kind_paths<Kind>::kind;
    if constexpr (k.wrong != kind_mistake::none) {
        static_cast<void>(json::detail::uses<&check_words<Kind>>());
    } else if constexpr (k.custom && !k.is_partial) {
        check_paths<Kind>(std::make_index_sequence<paths_of<Kind>.count>());
    }
}

}}}  // namespace setpoint::v0::detail
