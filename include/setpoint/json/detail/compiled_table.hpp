#pragma once
// Compiles a struct's table (type_table.hpp) once, in a source of the library that describes it,
// instead of in every source that encodes or decodes it. The built-in kinds are large; their tables
// took most of a reconciler's compile time.
//
// After the struct, outside any namespace, in the header:
//     SETPOINT_COMPILED_TABLE(setpoint::core_v1::pod_spec);
// In one source, which also includes type_table.hpp:
//     SETPOINT_COMPILE_TABLE(setpoint::core_v1::pod_spec);
//
// Precondition: the header is included wherever the struct is described as a part of another one.
// That holds if the first line is where the struct is defined. Without the second line the program
// does not link. Mistakes in the description (docs/describing-types.md) are only reported at the
// second line.

#include "setpoint/json/type_info.hpp"

namespace setpoint { inline namespace v0 { namespace json::detail {

template <class T>
struct table;
template <class T>
struct object_table;
// Whether a library compiles the table of T.
// Descriptions ask it before they instantiate anything of T: with a compiled table, a source that uses T
// needs its fields only for member access.
template <class T>
inline constexpr bool is_compiled = false;

}}}  // namespace setpoint::v0::json::detail

// Declares the table that the library defines, so no source instantiates object_table<type>. The argument
// is fully qualified, since the macro opens no namespace; the members are those of the primary table<T>.
#define SETPOINT_COMPILED_TABLE(type)                                       \
    template <>                                                             \
    inline constexpr bool setpoint::json::detail::is_compiled<type> = true; \
    template <>                                                             \
    struct setpoint::json::detail::table<type> {                            \
        static type_info info;                                              \
        static bool built;                                                  \
        static bool build();                                                \
        static void prepare() {                                             \
            if (!built) [[unlikely]]                                        \
                build();                                                    \
        }                                                                   \
    }

// Precondition: used exactly once in the program, after the complete description. `info` is
// constant-initialized, so its address may be taken by other tables before main(); build() fills the rest
// on the first use.
#define SETPOINT_COMPILE_TABLE(type)                                                \
    constinit setpoint::json::type_info setpoint::json::detail::table<type>::info = \
        object_table<type>::make();                                                 \
    constinit bool setpoint::json::detail::table<type>::built = false;              \
    bool setpoint::json::detail::table<type>::build() {                             \
        return object_table<type>::build(info, built);                              \
    }                                                                               \
    static_assert((setpoint::json::detail::check_description<type>(), true))
