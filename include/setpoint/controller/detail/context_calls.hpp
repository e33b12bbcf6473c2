#pragma once
// The templates of context.

#include "setpoint/controller/context.hpp"
#include "setpoint/json/compare.hpp"

namespace setpoint {

namespace detail {

struct ensured_object {
    ensured what;
    object_ptr object, in_the_way;
    std::vector<json::difference> changes;
    std::optional<problem> why;
};

}  // namespace detail

template <class T, class Owner>
    requires detail::owner_and_child<T, Owner>
awaitable<result<child<T>>> context::ensure(const Owner& owner, T desired, ensure_options options) {
    auto r = co_await ensure_object(kind_of<T>(), &desired, desired.metadata, kind_of<Owner>(), &owner,
                                    owner.metadata, options);
    if (!r) co_return std::move(r).error();
    const auto as = [](object_ptr o) { return std::static_pointer_cast<const T>(std::move(o)); };
    co_return child<T>{r->what,
                       r->object ? as(std::move(r->object)) : std::make_shared<const T>(std::move(desired)),
                       std::move(r->changes), std::move(r->why), as(std::move(r->in_the_way))};
}

template <api_object T, api_object Owner>
awaitable<result<snapshot<T>>> context::child_named(const Owner& owner, std::string name) {
    auto r = co_await controlled(kind_of<T>(), {owner.metadata.ns.str(), std::move(name)},
                                 owner.metadata.uid.str());
    if (!r) co_return std::move(r).error();
    co_return std::static_pointer_cast<const T>(std::move(*r));
}

template <api_object T, api_object Owner>
awaitable<result<std::vector<snapshot<T>>>> context::children(const Owner& owner) {
    auto r = co_await controlled_by(kind_of<T>(), owner.metadata.ns.str(), owner.metadata.uid.str());
    if (!r) co_return std::move(r).error();
    co_return as_snapshots<T>(std::move(*r));
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
    if (json::same(next, self.status)) co_return result<>();
    const std::vector<condition>* reported = nullptr;
    if constexpr (requires { self.status.conditions; }) {
        reported = &self.status.conditions;
        if (problems.empty())
            if (const condition* c = find_condition(next.conditions, "Degraded");
                c && c->status == condition_status::true_)
                problems.push_back(problem{c->reason.str(), c->message.str()});
    }
    warn_about(kind_of<T>(), &self, reported, problems);
    T update;
    update.metadata.name = self.metadata.name;
    update.metadata.ns = self.metadata.ns;
    update.status = std::move(next);
    write_options options;
    options.field_manager = field_manager();
    options.uid = self.metadata.uid.str();  // never write the status of another object of that name
    const auto written = co_await client().apply_status(update, std::move(options));
    if (written)
        acknowledge(*written);
    else if (written.error().code != errc::not_found)  // not_found: deleted meanwhile
        co_return written.error().within("reporting the status");
    co_return result<>();
}

}  // namespace setpoint
