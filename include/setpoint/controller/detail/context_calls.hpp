#pragma once
// The templates of context.
//
// They only convert between T and the erased object of the private functions, which do the work in the
// library. Included at the end of context.hpp; do not include it directly.

#include "setpoint/controller/context.hpp"
#include "setpoint/json/compare.hpp"

namespace setpoint { inline namespace v0 {

namespace detail {

// child<T> without its type. `object` and `in_the_way` are objects of the kind that was ensured.
struct ensured_object {
    ensured what;
    object_ptr object, in_the_way;
    std::vector<json::difference> changes;
    std::optional<problem> why;
};

// Precondition: r.object and r.in_the_way are null or point to a T. Without r.object the desired object
// takes its place, so that child<T>::object is never null.
template <class T>
child<T> as_child(ensured_object&& r, T&& desired) {
    const auto as = [](object_ptr o) { return std::static_pointer_cast<const T>(std::move(o)); };
    return {r.what, r.object ? as(std::move(r.object)) : std::make_shared<const T>(std::forward<T>(desired)),
            std::move(r.changes), std::move(r.why), as(std::move(r.in_the_way))};
}

}  // namespace detail

// `desired` is a parameter and so lives in this frame until ensure_object() has completed.
template <class T>
awaitable<result<child<T>>> context::ensure(any_owner owner, T desired, ensure_options options) {
    static_assert(detail::is_owner_or_child<T>,
                  "ensure() takes two objects: the owner, *self, and the desired child");
    if constexpr (detail::is_owner_or_child<T>) {
        auto r = co_await ensure_object(kind_of<T>(), &desired, desired.metadata, owner, options);
        if (!r) co_return std::move(r).error();
        co_return detail::as_child<T>(std::move(*r), std::move(desired));
    }
}

template <class T>
awaitable<result<snapshot<T>>> context::child_named(any_owner owner, std::string name) {
    return detail::as<T>(controlled(kind_of<T>(), {owner.meta().ns.str(), std::move(name)}, owner));
}

template <class T>
awaitable<result<std::vector<snapshot<T>>>> context::children(any_owner owner) {
    return detail::as_list<T>(controlled_by(kind_of<T>(), owner.meta().ns.str(), owner.meta().uid.str()));
}

template <api_object T>
awaitable<result<>> context::remove(any_owner owner, const std::vector<snapshot<T>>& children,
                                    delete_options options) {
    for (const snapshot<T>& child : children) {
        const auto removed = co_await remove(owner, *child, options);
        if (!removed) co_return removed.error();
    }
    co_return result<>();
}

template <class T>
awaitable<result<std::vector<snapshot<T>>>> context::indexed(std::string index, std::string value,
                                                             std::string ns) {
    return client().list_indexed<T>(std::move(index), std::move(value), std::move(ns));
}

template <api_object T>
awaitable<result<>> context::report(const T& self, decltype(T::status) next,
                                    std::vector<std::optional<problem>> problems) {
    if constexpr (requires { next.observed_generation; }) next.observed_generation = self.metadata.generation;
    const std::vector<condition>*before = nullptr, *after = nullptr;
    if constexpr (requires { self.status.conditions; }) {
        before = &self.status.conditions;
        after = &next.conditions;
    }
    return report_status(kind_of<T>(), &self, &next, before, after, std::move(problems));
}

}}  // namespace setpoint::v0
