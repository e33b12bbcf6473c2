#pragma once
// Kinds that the controller tests use: a gadget that owns parts.

#include "setpoint/api/custom_resource.hpp"
#include "setpoint/json/decode.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace test {

struct gadget_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        using self = gadget_spec;
        return object("What is wanted.", field(&self::size, "size", "How big."));
    }
};
struct gadget : custom_resource<gadget_spec> {
    static constexpr auto kind() { return custom_kind("test.domain", "v1", "Gadget", "Owns parts."); }
};
struct cluster_gadget : custom_resource<gadget_spec> {
    static constexpr auto kind() {
        return custom_kind("test.domain", "v1", "ClusterGadget", "Owns parts.").cluster_scoped();
    }
};

struct part_port {
    std::int32_t port = 0;
    std::optional<std::string> protocol;
    std::optional<std::string> name;
    static constexpr auto describe() {
        using namespace schema;
        using self = part_port;
        return object("A port.", field(&self::port, "port", "", required),
                      field(&self::protocol, "protocol", ""), field(&self::name, "name", ""));
    }
};
struct part_box {
    std::string name;
    std::optional<std::string> image;
    std::vector<part_port> ports;
    static constexpr auto describe() {
        using namespace schema;
        using self = part_box;
        return object("A container.", field(&self::name, "name", "", required),
                      field(&self::image, "image", ""),
                      field(&self::ports, "ports", "", list_map("port", "protocol"), exclusive));
    }
};
struct part_spec {
    std::optional<std::int32_t> replicas;
    std::optional<std::string> color;
    std::vector<part_port> ports;          // ours as a whole
    std::vector<part_box> boxes;           // others may add some
    std::vector<std::string> tags, names;  // a set that is ours as a whole, and one that is not
    string_map data, more;                 // a map that is ours as a whole, and one that is not
    static constexpr auto describe() {
        using namespace schema;
        using self = part_spec;
        return object(
            "What is wanted.", field(&self::replicas, "replicas", ""), field(&self::color, "color", ""),
            field(&self::ports, "ports", "", list_map("port", "protocol"), exclusive),
            field(&self::boxes, "boxes", "", list_map("name")),
            field(&self::tags, "tags", "", list_set, exclusive), field(&self::names, "names", "", list_set),
            field(&self::data, "data", "", exclusive), field(&self::more, "more", ""));
    }
};
struct part : custom_resource<part_spec> {
    static constexpr auto kind() { return custom_kind("test.domain", "v1", "Part", "Belongs to a gadget."); }
};

template <class T>
std::shared_ptr<const T> from_json(std::string_view json) {
    auto r = json::decode<T>(json);
    if (!r) throw fault(r.error());
    return std::make_shared<const T>(std::move(*r));
}

}}}  // namespace setpoint::v0::test
