#include "framework/api/compiled_kinds.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint { inline namespace v0 { namespace detail {

template <class T>
awaitable<result<snapshot<T>>> as_compiled(awaitable<result<object_ptr>> erased) {
    return as_now<T>(std::move(erased));
}
template <class T>
awaitable<result<std::vector<snapshot<T>>>> as_compiled_list(
    awaitable<result<std::vector<object_ptr>>> erased) {
    return as_list_now<T>(std::move(erased));
}

#define SETPOINT_COMPILE_CALLS(kind)                                                                    \
    template awaitable<result<snapshot<kind>>> as_compiled<kind>(awaitable<result<object_ptr>> erased); \
    template awaitable<result<std::vector<snapshot<kind>>>> as_compiled_list<kind>(                     \
        awaitable<result<std::vector<object_ptr>>> erased)
SETPOINT_EACH_COMPILED_KIND(SETPOINT_COMPILE_CALLS);

}}}  // namespace setpoint::v0::detail
