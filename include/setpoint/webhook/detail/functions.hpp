#pragma once
// The forms of functions that webhook_builder takes, and how it calls them.

#include "setpoint/webhook/admission.hpp"

#include <functional>
#include <type_traits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace detail {

// Both are type-erased at registration, so that reviews are decoded, timed, answered and counted by code
// that is compiled once. The awaitable refers to the function object inside the std::function and to the
// arguments: all three must outlive it, which the endpoint guarantees by awaiting it in the full
// expression of the call.
using erased_defaulter = std::function<awaitable<result<>>(const erased_admission&)>;
using erased_validator = std::function<awaitable<result<>>(const erased_admission&, verdict&)>;

// Functions may be plain or coroutines, and may return nothing or a result<>.
// Any other result is a mistake: a bool, for instance, might mean either verdict.
template <class R>
inline constexpr bool is_webhook_result =
    std::is_same_v<R, void> || std::is_same_v<R, result<>> || std::is_same_v<R, awaitable<void>> ||
    std::is_same_v<R, awaitable<result<>>>;

// Maps the four permitted forms to one. `f` and the arguments are references, so the caller awaits the
// result at once. Exceptions and `cancelled` pass through.
template <class F, class... A>
awaitable<result<>> call_webhook(F& f, A&&... a) {
    using returned = std::invoke_result_t<F&, A...>;
    if constexpr (std::is_same_v<returned, awaitable<result<>>>) {
        co_return co_await f(std::forward<A>(a)...);
    } else if constexpr (std::is_same_v<returned, awaitable<void>>) {
        co_await f(std::forward<A>(a)...);
        co_return result<>();
    } else if constexpr (std::is_same_v<returned, result<>>) {
        co_return f(std::forward<A>(a)...);
    } else {
        f(std::forward<A>(a)...);
        co_return result<>();
    }
}

// False, not ill-formed, for a function that cannot be called like this: the caller's static_assert then
// prints one sentence.
template <class F, class... A>
inline constexpr bool is_webhook_function = [] {
    if constexpr (std::is_invocable_v<F&, A...>)
        return is_webhook_result<std::invoke_result_t<F&, A...>>;
    else
        return false;
}();
// Named as the compiler shows them.
template <class T, class F>
inline constexpr bool is_defaulter =
    is_webhook_function<F, T&> || is_webhook_function<F, T&, const admission<T>&>;
template <class T, class F>
inline constexpr bool is_validator =
    is_webhook_function<F, const T&, verdict&> || is_webhook_function<F, const admission<T>&, verdict&>;

// Precondition: `a.object` is a non-null T; the endpoint answers 400 before it comes here without one. The
// first form wins for a function that accepts both. The object is changed in place, and the endpoint
// compares its encoding before and after.
template <class T, class F>
awaitable<result<>> run_defaulter(F& f, const erased_admission& a) {
    T& object = *static_cast<T*>(a.object.get());
    if constexpr (is_webhook_function<F, T&>) {
        co_return co_await call_webhook(f, object);
    } else {
        const admission<T> typed = a.typed<T>();
        co_return co_await call_webhook(f, object, typed);
    }
}

// `typed` is a local, so it lives in the frame as long as the validator runs. Precondition: `a` and `v`
// outlive the awaitable.
template <class T, class F>
awaitable<result<>> run_validator(F& f, const erased_admission& a, verdict& v) {
    const admission<T> typed = a.typed<T>();
    if constexpr (is_webhook_function<F, const T&, verdict&>) {
        // For a deletion only the stored object is available. CONNECT needs the other form.
        if (!typed.object && !typed.old_object) co_return result<>();
        const T& object = typed.object ? *typed.object : *typed.old_object;
        co_return co_await call_webhook(f, object, v);
    } else {
        co_return co_await call_webhook(f, typed, v);
    }
}

// The functions live as long as what is returned here, which the declaration keeps.
// F is moved in and never copied for a call, so a function with state sees its own changes. Since
// std::function requires it, F must be copyable.
template <class T, class F>
erased_defaulter erase_defaulter(F f) {
    return [f = std::move(f)](const erased_admission& a) mutable { return run_defaulter<T>(f, a); };
}
template <class T, class F>
erased_validator erase_validator(F f) {
    return [f = std::move(f)](const erased_admission& a, verdict& v) mutable {
        return run_validator<T>(f, a, v);
    };
}

}}}  // namespace setpoint::v0::detail
