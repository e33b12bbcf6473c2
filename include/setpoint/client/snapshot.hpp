#pragma once
// Objects as they were when they were read.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"

#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 {

// An object of a kind that is known at run time, of the type that the kind describes. Immutable.
// void, because one cache, queue and virtual function serves all kinds. The pointer owns the object
// together with others, and deletes it as its real type; whoever has the kind_info may cast it to that
// type.
using object_ptr = std::shared_ptr<const void>;
// An object of kind T. Immutable.
template <class T>
using snapshot = std::shared_ptr<const T>;

// `objects` are of kind T.
// Not checked: T must be the type that their kind describes. Moves the pointers and copies no object.
template <class T>
std::vector<snapshot<T>> as_snapshots(std::vector<object_ptr> objects) {
    std::vector<snapshot<T>> typed;
    typed.reserve(objects.size());
    for (object_ptr& o : objects) typed.push_back(std::static_pointer_cast<const T>(std::move(o)));
    return typed;
}

// The erased calls return object_ptr; these give the result its type. They do not inspect the object.
namespace detail {

template <class T>
awaitable<result<snapshot<T>>> as_now(awaitable<result<object_ptr>> erased) {
    auto r = co_await std::move(erased);
    if (!r) co_return std::move(r).error();
    co_return std::static_pointer_cast<const T>(std::move(*r));
}
template <class T>
awaitable<result<std::vector<snapshot<T>>>> as_list_now(awaitable<result<std::vector<object_ptr>>> erased) {
    auto r = co_await std::move(erased);
    if (!r) co_return std::move(r).error();
    co_return as_snapshots<T>(std::move(*r));
}

// The same, compiled in the library for the kinds of Kubernetes (src/framework/api/compiled_kinds.hpp): each
// coroutine costs a source that uses it as much as a page of code.
template <class T>
awaitable<result<snapshot<T>>> as_compiled(awaitable<result<object_ptr>> erased);
template <class T>
awaitable<result<std::vector<snapshot<T>>>> as_compiled_list(
    awaitable<result<std::vector<object_ptr>>> erased);

template <class T>
awaitable<result<snapshot<T>>> as(awaitable<result<object_ptr>> erased) {
    if constexpr (has_compiled_calls<T>)
        return as_compiled<T>(std::move(erased));
    else
        return as_now<T>(std::move(erased));
}
template <class T>
awaitable<result<std::vector<snapshot<T>>>> as_list(awaitable<result<std::vector<object_ptr>>> erased) {
    if constexpr (has_compiled_calls<T>)
        return as_compiled_list<T>(std::move(erased));
    else
        return as_list_now<T>(std::move(erased));
}

}  // namespace detail
}}  // namespace setpoint::v0
