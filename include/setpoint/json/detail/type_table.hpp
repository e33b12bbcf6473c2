#pragma once
// type_of<T>(): builds the constant table of a described type. Included by decode.hpp and its
// siblings, not by users.
//
// Every table is one static object with a fixed address, so that tables of recursive types can
// refer to each other. The compiler computes everything except the offsets of objects, their name
// lookup and what fields derive from their types. That is filled in once, before main() or on an
// earlier first use (for a compiled table, by the first type_of() of a type that contains it), so
// code that uses a table never has to check whether it is ready.
//
// To add an attribute: a type in attributes.hpp, attribute_traits, apply_attribute(), and its reader.

#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"
#include "setpoint/json/detail/description_check.hpp"
#include "setpoint/json/detail/value_tables.hpp"
#include "setpoint/json/type_info.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace setpoint { inline namespace v0 { namespace json {
namespace detail {

// --- the attributes of a field ---

// One overload for each attribute; an attribute without one does not compile here. Pointers and views
// refer to the attribute in object_table<T>::description, which is static.
constexpr void apply_attribute(field_info& f, field_rules&, const schema::required_t&) {
    f.required = true;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::nullable_t&) {
    f.nullable = true;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::preserve_unknown_t&) {
    f.preserve_unknown = true;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::list_set_t&) {
    f.list = list_kind::set;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::exclusive_t&) {
    f.exclusive = true;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::unique_t&) {
    f.unique = true;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::no_default_t&) {
    f.no_default = true;
}
constexpr void apply_attribute(field_info& f, field_rules&, const schema::omitzero_t&) {
    f.omitzero = true;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::minimum& m) {
    r.minimum = &m.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::maximum& m) {
    r.maximum = &m.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::min_length& m) {
    r.min_length = m.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::max_length& m) {
    r.max_length = m.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::min_items& m) {
    r.min_items = m.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::max_items& m) {
    r.max_items = m.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::pattern& p) {
    r.pattern = p.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::format& p) {
    r.format = p.value;
}
constexpr void apply_attribute(field_info&, field_rules& r, const schema::one_of& o) {
    r.one_of = {o.values, o.count};
}
constexpr void apply_attribute(field_info& f, field_rules& r, const schema::list_map& m) {
    f.list = list_kind::keyed;
    r.keys = {m.keys, m.count};
}

constexpr void apply_attribute(field_info&, field_rules& r, const schema::server_default& d) {
    r.server_default = d.json;
}
constexpr void apply_attribute(field_info&, field_rules&, const schema::rule&) {}  // see make_rules()

// --- objects ---

// Counted on null pointers: only the type of the description is needed, not its value.
template <class T>
constexpr std::size_t field_count();
// What counts as a field: a description of a member is one, a base all of its fields, a rule none.
template <class C, class M, class... A>
constexpr std::size_t fields_in(const schema::field_description<C, M, A...>*) {
    return 1;
}
template <class Base>
constexpr std::size_t fields_in(const schema::base_description<Base>*) {
    return field_count<Base>();
}
constexpr std::size_t fields_in(const schema::rule*) {
    return 0;
}
template <class... F>
constexpr std::size_t fields_in(const schema::object_description<F...>*) {
    return (std::size_t{0} + ... + fields_in(static_cast<const F*>(nullptr)));
}
template <class T>
constexpr std::size_t field_count() {
    return fields_in(static_cast<const decltype(T::describe())*>(nullptr));
}

// Calls f for each field of `description`, including those of described bases.
// Declared before its definition, since visit_field() and it call each other, once for each level of
// bases.
template <class... Fields, class F>
constexpr void each_field(const schema::object_description<Fields...>& description, F& f);
template <class C, class M, class... A, class F>
constexpr void visit_field(const schema::field_description<C, M, A...>& field, F& f) {
    f(field);
}
template <class F>
constexpr void visit_field(const schema::rule&, F&) {}
template <class Base, class F>
constexpr void visit_field(const schema::base_description<Base>&, F& f) {
    each_field(object_table<Base>::description, f);
}
template <class... Fields, class F>
constexpr void each_field(const schema::object_description<Fields...>& description, F& f) {
    schema::for_each_part(description.fields, [&f](const auto& field) { visit_field(field, f); });
}

// Calls f for each rule about a whole struct, including those of described bases.
template <class... Fields, class F>
constexpr void each_rule(const schema::object_description<Fields...>& description, F& f);
template <class C, class M, class... A, class F>
constexpr void visit_rule(const schema::field_description<C, M, A...>&, F&) {}
template <class F>
constexpr void visit_rule(const schema::rule& rule, F& f) {
    f(rule);
}
template <class Base, class F>
constexpr void visit_rule(const schema::base_description<Base>&, F& f) {
    each_rule(object_table<Base>::description, f);
}
template <class... Fields, class F>
constexpr void each_rule(const schema::object_description<Fields...>& description, F& f) {
    schema::for_each_part(description.fields, [&f](const auto& part) { visit_rule(part, f); });
}
// Calls f for each rule among the attributes of a field.
// In the order of the attributes; make_cel() and make_rules() depend on visiting them in the same order.
template <class C, class M, class... A, class F>
constexpr void each_rule_of(const schema::field_description<C, M, A...>& field, F& f) {
    schema::for_each_part(field.attributes, [&f](const auto& attribute) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(attribute)>, schema::rule>) f(attribute);
    });
}

// For null_when_unset: an optional with an initial value.
template <class M>
bool starts_set([[maybe_unused]] const M& initial) {
    if constexpr (requires { initial.has_value(); }) {
        return initial.has_value();
    } else {
        return false;
    }
}

// Returns the type's name without its namespaces.
// For messages; relies on __PRETTY_FUNCTION__. Keeps the arguments of a template.
template <class T>
constexpr std::string_view short_name() {
    std::string_view s = __PRETTY_FUNCTION__;
    s.remove_prefix(s.find("T = ") + 4);
    s = s.substr(0, s.find_first_of(";]"));
    const std::size_t colons = s.substr(0, s.find('<')).rfind("::");
    return colons == s.npos ? s : s.substr(colons + 2);
}

// Builds the table of a struct.
// All arrays are static and sized by the description; an array of at least one element avoids zero-sized
// ones. Only `info`, `fields` and `slots` change after constant initialization, in build().
template <class T>
struct object_table {
    static constexpr auto description = T::describe();
    static constexpr std::size_t count = field_count<T>();
    // Four to eight slots per field: a perfect hash is found within a few attempts.
    static constexpr std::size_t slot_count = std::bit_ceil(8 * std::max<std::size_t>(count, 1));

    // Fills `info`, which make() created, unless it is `built`.
    // Returns true, so that it can initialize a static. Not thread-safe: see type_of().
    static bool build(type_info& info, bool& built) {
        if (built) return true;
        built = true;  // first, since a type may contain itself
        info.holds_whole = true;
        std::size_t n = 0;
        auto fill = [&n]<class C, class M, class... A>(const schema::field_description<C, M, A...>& f) {
            // Itanium C++ ABI: a pointer to a data member is the member's offset. Converting it to
            // a member of T adds the offset of its base class.
            field_info& i = fields[n++];
            if constexpr (is_member_of<C, T>) {  // otherwise check_description() has reported it
                M T::* const member = f.member;
                i.offset = static_cast<std::uint32_t>(std::bit_cast<std::ptrdiff_t>(member));
                if constexpr ((std::is_same_v<A, schema::nullable_t> || ...))
                    i.null_when_unset = i.required || (!i.no_default && starts_set(T().*member));
            }
            table<M>::prepare();
        };
        each_field(description, fill);
        build_lookup(info, slots);
        mark_fields(info, {fields.data(), count});
        return true;
    }

    // The size of make_names().
    static constexpr std::size_t name_chars() {
        std::size_t n = 0;
        auto add = [&n](const auto& f) { n += f.name.size(); };
        each_field(description, add);
        return n;
    }
    // The names side by side, as a decoder and an encoder need them. Literals would be interleaved
    // with the documentation texts.
    static constexpr std::array<char, std::max<std::size_t>(name_chars(), 1)> make_names() {
        std::array<char, std::max<std::size_t>(name_chars(), 1)> out{};
        auto to = out.begin();
        auto add = [&to](const auto& f) { to = std::copy(f.name.begin(), f.name.end(), to); };
        each_field(description, add);
        return out;
    }
    // Rules in CEL: those of the struct first, then those of its fields.
    static constexpr std::size_t struct_rule_count() {
        std::size_t n = 0;
        auto add = [&n](const schema::rule&) { ++n; };
        each_rule(description, add);
        return n;
    }
    static constexpr std::size_t cel_count() {
        std::size_t n = struct_rule_count();
        auto add = [&n](const schema::rule&) { ++n; };
        auto visit = [&add](const auto& f) { each_rule_of(f, add); };
        each_field(description, visit);
        return n;
    }
    static constexpr std::array<const schema::rule*, std::max<std::size_t>(cel_count(), 1)> make_cel() {
        std::array<const schema::rule*, std::max<std::size_t>(cel_count(), 1)> out{};
        std::size_t n = 0;
        auto add = [&](const schema::rule& r) { out[n++] = &r; };
        each_rule(description, add);
        auto visit = [&add](const auto& f) { each_rule_of(f, add); };
        each_field(description, visit);
        return out;
    }
    static constexpr std::array<field_rules, std::max<std::size_t>(count, 1)> make_rules() {
        std::array<field_rules, std::max<std::size_t>(count, 1)> out{};
        std::size_t n = 0, first = struct_rule_count();
        auto fill = [&](const auto& f) {
            field_rules& r = out[n++];
            r.doc = f.doc;
            std::size_t own = 0;
            auto count_one = [&own](const schema::rule&) { ++own; };
            each_rule_of(f, count_one);
            if (own != 0) r.rules = {cel.data() + first, own};
            first += own;
            field_info ignored{};
            schema::for_each_part(f.attributes,
                                  [&](const auto& attribute) { apply_attribute(ignored, r, attribute); });
        };
        each_field(description, fill);
        return out;
    }
    static constexpr std::array<field_info, std::max<std::size_t>(count, 1)> make_fields() {
        std::array<field_info, std::max<std::size_t>(count, 1)> out{};
        std::size_t n = 0;
        const char* name = names.data();
        auto fill = [&]<class C, class M, class... A>(const schema::field_description<C, M, A...>& f) {
            field_info& i = out[n];
            i.name = {name, f.name.size()};
            name += f.name.size();
            i.type = &table<M>::info;
            i.rules = &rules[n++];
            field_rules ignored;
            schema::for_each_part(f.attributes,
                                  [&](const auto& attribute) { apply_attribute(i, ignored, attribute); });
            for (std::size_t j = 0; j + 1 < n; ++j)
                // otherwise the check reports it
                if (out[j].name == i.name && !problem_in(description.fields).found())
                    throw "a field has the name of one from fields_of<Base>";
        };
        each_field(description, fill);
        return out;
    }
    static constexpr type_info make() {
        type_info i = value_info<T>(type_kind::object, short_name<T>());
        i.doc = description.doc;
        i.fields = {fields.data(), count};
        if (struct_rule_count() != 0) i.rules = {cel.data(), struct_rule_count()};
        return i;
    }

    // In the order of their dependencies: each initializer refers to the arrays before it.
    static constexpr std::array<char, std::max<std::size_t>(name_chars(), 1)> names = make_names();
    static constexpr std::array<const schema::rule*, std::max<std::size_t>(cel_count(), 1)> cel = make_cel();
    static constexpr std::array<field_rules, std::max<std::size_t>(count, 1)> rules = make_rules();
    static inline constinit std::array<field_info, std::max<std::size_t>(count, 1)> fields = make_fields();
    static inline constinit std::array<std::uint8_t, slot_count> slots = {};
};

// compiled_table.hpp declares others.
template <schema::described_object T>
struct table<T> {
    static inline constinit type_info info = object_table<T>::make();
    static inline constinit bool built = false;
    static inline const bool at_start = object_table<T>::build(info, built);

    static void prepare() {
        if (!built) [[unlikely]]
            object_table<T>::build(info, built);
        (void)&at_start;  // forces the table to be built before main()
    }
};

}  // namespace detail

template <class T>
const type_info& type_of() {
    if constexpr (!schema::detail::can_be_described<T>) {
        schema::detail::explain_type<schema::detail::innermost_t<T>>();
    } else {
        static_assert(detail::type_is_checked<schema::detail::innermost_t<T>>);
    }
    detail::table<T>::prepare();
    return detail::table<T>::info;
}

}}}  // namespace setpoint::v0::json
