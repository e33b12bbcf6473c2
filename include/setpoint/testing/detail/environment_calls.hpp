#pragma once
// Definitions of environment's templates; included at the end of environment.hpp.
//
// They only bring types in: waiting, timeouts and failures are in the library, compiled once.

#include "setpoint/json/encode.hpp"
#include "setpoint/testing/environment.hpp"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// References that these coroutines take are those of locals of the functions below, which await them.
namespace detail {
template <class T>
void place(T& object) {
    if (kind_of<T>().scope == scope::namespaced && object.metadata.ns.empty()) object.metadata.ns = "default";
}
template <class T>
awaitable<void> keep(std::optional<T>& to, awaitable<T> from) {
    to.emplace(co_await std::move(from));
}
// The object as the last attempt saw it, so that a failure can show how far it got.
template <class T>
struct last_seen {
    snapshot<T> object;
    std::string text = "never read";
};
template <class T, class F>
awaitable<bool> look(setpoint::client& api, object_key key, F& c, last_seen<T>& seen) {
    auto live = co_await api.get<T>(std::move(key));
    seen.object = live ? *live : nullptr;
    seen.text = live ? json::encode(**live) : live.error().to_string();
    co_return live&& c(**live);
}
template <class T>
awaitable<bool> look_for_absence(setpoint::client& api, object_key key, last_seen<T>& seen) {
    auto live = co_await api.get<T>(std::move(key));
    seen.text = live ? json::encode(**live) : live.error().to_string();
    co_return !live && live.error().code == errc::not_found;
}
}  // namespace detail

// drive() takes awaitable<void>, so that it is compiled once: the result is passed by reference.
template <class T>
T environment::run(awaitable<T> body) {
    if constexpr (std::is_void_v<T>) {
        drive(std::move(body));
    } else {
        std::optional<T> value;
        drive(detail::keep(value, std::move(body)));
        return std::move(*value);
    }
}

template <class T>
T environment::done(std::string_view verb, const kind_info& kind, const object_key& key, result<T> r) {
    if (!r) refused(verb, kind, key, r.error());
    if constexpr (!std::is_void_v<T>) return std::move(*r);
}

template <class T>
snapshot<T> environment::create(T object) {
    detail::place(object);
    return done("create", kind_of<T>(), key_of(object), run(client().create(object)));
}

template <class T>
snapshot<T> environment::apply(T object) {
    detail::place(object);
    return done("apply", kind_of<T>(), key_of(object), run(client().apply(object)));
}

template <class T>
snapshot<T> environment::patch(name_of<T> name, boost::json::object merge_patch) {
    return done("patch", kind_of<T>(), name.key,
                run(client().merge_patch<T>(name.key, std::move(merge_patch))));
}

template <class T>
void environment::remove(name_of<T> name) {
    done("delete", kind_of<T>(), name.key, run(client().remove<T>(name.key)));
}

template <class T>
snapshot<T> environment::find(name_of<T> name) {
    auto found = run(client().get<T>(name.key));
    if (!found && found.error().code == errc::not_found) return nullptr;
    return done("get", kind_of<T>(), name.key, std::move(found));
}

template <class T>
std::vector<snapshot<T>> environment::list() {
    auto found = run(client().list<T>());
    if (!found) throw failure(found.error().within("list").to_string());
    return std::move(*found);
}

template <class T, std::predicate<const T&> F>
snapshot<T> environment::until(name_of<T> name, F c, duration within) {
    std::string what = detail::words_of<T>(name.key, c);
    return run(async_until<T>(name.key, std::move(what), std::move(c), within));
}

template <class T, std::predicate<const T&> F>
awaitable<snapshot<T>> environment::async_until(object_key key, std::string what, F c, duration within) {
    detail::last_seen<T> seen;
    co_await wait_for(
        what, [&] { return detail::look<T>(client(), key, c, seen); }, within, [&] { return seen.text; });
    co_return seen.object;
}

template <class T>
awaitable<void> environment::async_until_gone(object_key key, duration within) {
    detail::last_seen<T> seen;
    const std::string what = std::string(kind_of<T>().gvk.kind) + " " + key.to_string() + " is gone";
    co_await wait_for(
        what, [&] { return detail::look_for_absence<T>(client(), key, seen); }, within,
        [&] { return seen.text; });
}

}}}  // namespace setpoint::v0::testing
