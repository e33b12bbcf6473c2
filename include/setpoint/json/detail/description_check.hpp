#pragma once
// Checks that need a type's complete description and those of its members; they fail where the type
// is used. Included by type_table.hpp.
//
// Three stages find mistakes, each as early as it can:
//     field()          the member's type and its attributes; the compiler shows the line of the call
//     field()          values of attributes; kept in field_description::wrong, since an argument of a
//                      constexpr function is not a constant expression
//     type_of<T>()     reports that, duplicates, and keys of lists, for T and all types inside it
// Guarantee: a program that compiles has no type with such a mistake, apart from initializers that the
// compiler cannot evaluate; openapi_schema() checks these.

#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/value_tables.hpp"

namespace setpoint { inline namespace v0 { namespace json::detail {

// Defined in type_table.hpp, which includes this header.
template <class T>
constexpr std::string_view short_name();

// A variable template, so that a fold over attributes needs no lambda.
template <class A>
inline constexpr bool is_list_map = std::is_same_v<A, schema::list_map>;

// Whether a field can distinguish entries of a list: it has a single value.
// The server compares keys as scalars; an object or list as a key is refused by the CRD validation.
template <class M>
constexpr schema::detail::mistake key_mistake() {
    using enum schema::detail::form;
    constexpr auto what = schema::detail::shape<M>::what;
    if (what == object || what == list || what == map || what == any || what == any_object)
        return schema::detail::mistake::key_not_scalar;
    return schema::detail::mistake::none;
}
// Evaluated once for each member type, not once for each field.
template <class M>
inline constexpr auto key_mistake_of = key_mistake<M>();

// A field as a candidate for a key. The name is empty for bases and rules, which match no key.
struct key_field {
    std::string_view name;
    schema::detail::mistake wrong;
};
// Overloads for the three kinds of parts that a description has.
template <class C, class M, class... A>
constexpr key_field as_key(const schema::field_description<C, M, A...>& f) {
    return {f.name, key_mistake_of<M>};
}
template <class Base>
constexpr key_field as_key(const schema::base_description<Base>&) {
    return {};
}
constexpr key_field as_key(const schema::rule&) {
    return {};
}
// Entries with fields of a base class may have any key.
// Otherwise a key that only the base describes would be reported as unknown.
template <class F>
inline constexpr bool is_base = false;
template <class Base>
inline constexpr bool is_base<schema::base_description<Base>> = true;

// Linear search: entry types have few fields, and this runs only for fields with list_map. Fields of a
// base class are not looked up, to avoid its instantiation; a wrong key among them is found by the API
// server.
template <std::size_t... I, class... F>
constexpr schema::detail::mistake key_in(const schema::parts_of<std::index_sequence<I...>, F...>& entry,
                                         std::string_view key) {
    const key_field all[] = {as_key(static_cast<const schema::part<I, F>&>(entry).value)..., key_field()};
    for (std::size_t i = 0; i < sizeof...(F); ++i)
        if (all[i].name == key) return all[i].wrong;
    return (is_base<F> || ...) ? schema::detail::mistake::none : schema::detail::mistake::unknown_key;
}

// False for bases and rules. Fields without list_map are not visited at all; most types have none.
template <class F>
inline constexpr bool has_keys = false;
template <class C, class M, class... A>
inline constexpr bool has_keys<schema::field_description<C, M, A...>> = (is_list_map<A> || ...);

// Null for every other attribute.
template <class A>
constexpr const schema::list_map* keys_in(const A&) {
    return nullptr;
}
constexpr const schema::list_map* keys_in(const schema::list_map& m) {
    return &m;
}
// Selected by a type instead of `if constexpr`, so that the body is not instantiated for fields without
// keys. `first` keeps the earliest mistake in the order of the description.
constexpr void check_map_keys(schema::detail::problem&, const void*, std::false_type) {}
template <class C, class M, class... A>
constexpr void check_map_keys(schema::detail::problem& first, const schema::field_description<C, M, A...>* f,
                              std::true_type) {
    if constexpr (schema::detail::is_list_of_structs<M>) {
        using entry =
            schema::detail::opened_t<typename schema::detail::shape<schema::detail::opened_t<M>>::entry>;
        schema::detail::problem p = f->wrong;
        schema::for_each_part(f->attributes, [&](const auto& a) {
            const schema::list_map* const m = keys_in(a);
            for (std::size_t i = 0; m && i < m->count; ++i)
                p.note(key_in(object_table<entry>::description.fields, m->keys[i]));
        });
        if (p.found() && !first.found()) first = p;
    }
}
// Precondition: each field whose has_keys is true has a complete entry type.
template <std::size_t... I, class... F>
constexpr schema::detail::problem keys_problem(
    const schema::parts_of<std::index_sequence<I...>, F...>& fields) {
    schema::detail::problem first;
    (check_map_keys(first, &static_cast<const schema::part<I, F>&>(fields).value,
                    std::bool_constant<has_keys<F>>()),
     ...);
    return first;
}

// The offsets of members in an object that is never created: equal offsets are equal members.
// The addresses of its members are constants without a value of Class, whose constructor need not be
// constexpr. Only compared, never read.
template <class Class>
union blank {
    char none;
    Class value;
    constexpr blank() : none() {}
    constexpr ~blank() {}  // NOLINT: nothing was made
};
template <class Class>
inline constexpr blank<Class> blank_of{};

// The parts of a field's description that do not depend on its type; null for a base class.
// A plain array of these lets first_problem() be a function and not a template: it is compiled once for
// all types, which matters at thousands of fields.
struct field_facts {
    const schema::detail::problem* wrong = nullptr;
    const void* place = nullptr;
};
// A member pointer cannot be compared across types, but the address of the member in blank_of can.
template <class C, class M, class... A>
constexpr field_facts facts_of(const schema::field_description<C, M, A...>& f) {
    return {&f.wrong, f.member ? &(blank_of<C>.value.*f.member) : nullptr};
}
template <class Base>
constexpr field_facts facts_of(const schema::base_description<Base>&) {
    return {};
}
constexpr field_facts facts_of(const schema::rule&) {
    return {};
}
// Quadratic in the number of fields, in constant evaluation: the largest kind has about 40. Mistakes that
// field() noted win over duplicates, in the order of the description. Two fields may not share a name or a
// member, since the later one would silently win in decoding.
constexpr schema::detail::problem first_problem(const field_facts* all, std::size_t count) {
    using enum schema::detail::mistake;
    for (std::size_t i = 0; i < count; ++i) {
        if (!all[i].wrong) continue;
        schema::detail::problem p = *all[i].wrong;
        for (std::size_t j = 0; j < i && !p.found(); ++j) {
            if (!all[j].wrong) continue;
            if (all[j].wrong->field == p.field) p.note(name_twice);
            if (all[j].place && all[j].place == all[i].place) p.note(member_twice);
        }
        if (p.found()) return p;
    }
    return {};
}

// Also asked by object_table, which reports a name that occurs twice only if nothing else did.
template <std::size_t... I, class... F>
constexpr schema::detail::problem problem_in(
    const schema::parts_of<std::index_sequence<I...>, F...>& fields) {
    const field_facts all[] = {facts_of(static_cast<const schema::part<I, F>&>(fields).value)..., {}};
    const schema::detail::problem first = first_problem(all, sizeof...(F));
    if constexpr ((has_keys<F> || ...))
        if (!first.found()) return keys_problem(fields);
    return first;
}

// A class is a base of itself, so members of the class are included; private and ambiguous bases count
// too, and fail later.
template <class Member, class Type>
inline constexpr bool is_member_of = std::is_base_of_v<Member, Type>;

// Declared first, since a type may contain itself through an optional, list or map.
template <class T>
constexpr void check_description();
// Not constexpr, and only named: it is evaluated last, so that a type may contain itself, and the
// compiler does not list the surrounding types.
template <class T>
void check_inner() {
    check_description<T>();
}
// Naming a function as a template argument odr-uses it without a call: the compiler instantiates its body
// at the end of the translation unit.
template <void (*)()>
struct uses {};

// The described type inside a field's type.
// `owner` is the class whose member is described, `inner` the type whose description must be checked next.
template <class F>
struct field_types;
template <class C, class M, class... A>
struct field_types<schema::field_description<C, M, A...>> {
    using owner = C;
    using inner = schema::detail::innermost_t<M>;
};
// The base itself is checked like a type of a field.
template <class Base>
struct field_types<schema::base_description<Base>> {
    using owner = Base;
    using inner = Base;
};

// Any class and type that pass the checks: rules have no member.
template <>
struct field_types<schema::rule> {
    using owner = schema::rule;
    using inner = bool;
};

// A table that a library compiles (compiled_table.hpp) is checked there.
// True always; a mistake is a failed static_assert inside. Scalars and enums need no check here: field()
// made it.
template <class Inner>
constexpr bool check_type() {
    if constexpr (schema::described_object<Inner>)
        if constexpr (!is_compiled<Inner>) static_cast<void>(uses<&check_inner<Inner>>());
    return true;
}
// A variable is evaluated once for each type in a translation unit, however many fields have that type.
template <class Inner>
inline constexpr bool type_is_checked = check_type<Inner>();

// The first assertion is about this type's own fields; the second one starts the checks of their types.
template <class T, class... F>
constexpr void check_members(const schema::object_description<F...>*) {
    static_assert(
        ((std::is_same_v<F, schema::rule> || is_member_of<typename field_types<F>::owner, T>) && ...),
        "a field of this type describes a member of another class");
    static_assert((type_is_checked<typename field_types<F>::inner> && ...));
}

// The three texts become template arguments of the assertion, which is how a compiler prints them. A type
// has at most one such message, that of its first mistake.
template <class T>
constexpr void check_described() {
    constexpr schema::detail::problem wrong = problem_in(object_table<T>::description.fields);
    if constexpr (wrong.found()) {
        using namespace schema::detail;
        constexpr short_text field = field_of(wrong, short_name<T>()), place = place_of(wrong),
                             values = values_of(wrong);
        report_problem<wrong.what, quoted<field.count>(field), quoted<place.count>(place),
                       quoted<values.count>(values)>();
    }
    check_members<T>(&object_table<T>::description);
}
// Does not compile if there is a mistake in the description of T or of a type inside it.
// For a type without a description: the same sentence as in a field of that type.
template <class T>
constexpr void check_description() {
    if constexpr (schema::described_object<T>) {
        check_described<T>();
    } else {
        schema::detail::explain_type<T>();
    }
}

}}}  // namespace setpoint::v0::json::detail
