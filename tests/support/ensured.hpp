#pragma once
// context::ensure() without its context: no log, no events, and a refusal is an error.

#include "framework/controller/ensure_child.hpp"

namespace setpoint { inline namespace v0 { namespace test {

template <class T>
struct ensured_child {
    ensured what;
    snapshot<T> object;
    std::vector<json::difference> changes;
};

template <class T, class Owner>
awaitable<result<ensured_child<T>>> ensure_child(client& api, std::string_view field_manager,
                                                 const Owner& owner, T desired, ensure_options options = {}) {
    const detail::child_request request{.api = api,
                                        .field_manager = field_manager,
                                        .kind = kind_of<T>(),
                                        .desired = &desired,
                                        .meta = desired.metadata,
                                        .owner_kind = kind_of<Owner>(),
                                        .owner = owner.metadata,
                                        .options = options};
    if (auto valid = detail::prepare_child(request); !valid) co_return valid.error();
    auto r = co_await detail::ensure_child(request);
    if (!r) co_return std::move(r).error();
    co_return ensured_child<T>{r->what, std::static_pointer_cast<const T>(std::move(r->object)),
                               std::move(r->changes)};
}

}}}  // namespace setpoint::v0::test
