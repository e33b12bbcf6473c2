#pragma once

#include "setpoint/cel/program.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

// An opaque value that holds a T, which is compared with ==.
template <class T, const type& of>
class held_value final : public opaque_value {
public:
    explicit held_value(T content) : held(std::move(content)) {}
    [[nodiscard]] const cel::type& type() const override { return of; }
    [[nodiscard]] bool equal(const opaque_value& other) const override {
        const auto* same = dynamic_cast<const held_value*>(&other);
        return same != nullptr && same->held == held;
    }
    [[nodiscard]] std::optional<std::size_t> size() const override {
        if constexpr (requires { held.value_size(); }) return held.value_size();
        return std::nullopt;
    }

    T held;
};

// Of a value of that type; the overload's signature guarantees it.
template <class Held>
const auto& held_in(const value& from) {
    return static_cast<const Held&>(from.opaque()).held;
}

template <class Held, class T>
value hold(evaluation& in, T content) {
    return value::opaque(*in.memory().make<Held>(std::move(content)));
}

}}}  // namespace setpoint::v0::cel
