#pragma once
// A small view of a pod, as a program that looks after many would declare it: name, namespace, uid,
// resourceVersion, labels, node, images, phase.

#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/core/string_map.hpp"

namespace setpoint { inline namespace v0 { namespace bench {

using namespace kinds;

struct pod_meta : basic_meta {
    string_map labels;
    static constexpr auto describe() {
        return schema::object("", schema::fields_of<basic_meta>,
                              schema::field(&pod_meta::labels, "labels", ""));
    }
};
struct container_image {
    interned_string image;
    static constexpr auto describe() {
        return schema::object("", schema::field(&container_image::image, "image", ""));
    }
};
struct pod_spec_view {
    interned_string node_name;
    std::vector<container_image> containers;
    static constexpr auto describe() {
        using self = pod_spec_view;
        return schema::object("", schema::field(&self::node_name, "nodeName", ""),
                              schema::field(&self::containers, "containers", ""));
    }
};
struct pod_phase {
    interned_string phase;
    static constexpr auto describe() {
        return schema::object("", schema::field(&pod_phase::phase, "phase", ""));
    }
};
struct pod_view {
    pod_meta metadata;
    pod_spec_view spec;
    pod_phase status;
    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        using self = pod_view;
        return schema::object("", schema::field(&self::metadata, "metadata", ""),
                              schema::field(&self::spec, "spec", ""),
                              schema::field(&self::status, "status", ""));
    }
};

}}}  // namespace setpoint::v0::bench
