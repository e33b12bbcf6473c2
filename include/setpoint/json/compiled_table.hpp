#pragma once
// Structs whose table (type_table.hpp) is compiled once, in a source of the library that describes them, and
// not again in every source that encodes or decodes them. The built-in kinds are large, and their tables took
// most of the time that a reconciler took to compile.
//
// Behind the struct, outside of every namespace, in the header:  SETPOINT_COMPILED_TABLE(setpoint::pod_spec);
// in one source, which includes type_table.hpp as well:          SETPOINT_COMPILE_TABLE(setpoint::pod_spec);
//
// Precondition: the header is included wherever the struct is described as a part of another one, which holds
// when the first line stands where the struct is defined. Forgotten, the second line is an error of the
// linker. What a description can have wrong (docs/describing-types.md) is looked for at the second line only.

#include "setpoint/json/type_info.hpp"

namespace setpoint::json::detail {

template <class T>
struct table;
template <class T>
struct object_table;

}  // namespace setpoint::json::detail

#define SETPOINT_COMPILED_TABLE(type)            \
    template <>                                  \
    struct setpoint::json::detail::table<type> { \
        static type_info info;                   \
        static bool built;                       \
        static bool build();                     \
        static void prepare() {                  \
            if (!built) [[unlikely]]             \
                build();                         \
        }                                        \
    }

#define SETPOINT_COMPILE_TABLE(type)                                                \
    constinit setpoint::json::type_info setpoint::json::detail::table<type>::info = \
        object_table<type>::make();                                                 \
    constinit bool setpoint::json::detail::table<type>::built = false;              \
    bool setpoint::json::detail::table<type>::build() {                             \
        return object_table<type>::build(info, built);                              \
    }                                                                               \
    static_assert((setpoint::json::detail::check_description<type>(), true))
