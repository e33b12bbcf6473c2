#pragma once
// A kind for tests of the client.

#include "setpoint/api/custom_resource.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint { inline namespace v0 {

struct widget_spec {
    std::string color;
    std::optional<std::int32_t> size;

    static constexpr auto describe() {
        using namespace schema;
        using self = widget_spec;
        return object("", field(&self::color, "color", ""), field(&self::size, "size", ""));
    }
};

struct widget_status {
    std::int32_t ready = 0;

    static constexpr auto describe() {
        using namespace schema;
        using self = widget_status;
        return object("", field(&self::ready, "ready", ""));
    }
};

struct widget : custom_resource<widget_spec, widget_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Widget", "A thing."); }
};

inline widget make_widget(std::string_view ns, std::string_view name, std::string color) {
    widget w;
    w.metadata.ns = ns;
    w.metadata.name = name;
    w.spec.color = std::move(color);
    return w;
}

}}  // namespace setpoint::v0
