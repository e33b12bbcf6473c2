#pragma once
// A kind that uses every attribute of a description, in two versions.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/quantity.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/api/time.hpp"

#include <map>

namespace samples {

using namespace std::chrono_literals;

enum class update_policy { rolling, recreate };
constexpr auto describe_enum(update_policy) {
    return setpoint::schema::names(setpoint::schema::value(update_policy::rolling, "Rolling"),
                                   setpoint::schema::value(update_policy::recreate, "Recreate"));
}

struct site_port {
    std::string name;
    std::int32_t port = 0;
    setpoint::interned_string protocol = "TCP";
    setpoint::int_or_string target;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = site_port;
        return object("A port.", field(&self::name, "name", "", required, max_length(63)),
                      field(&self::port, "port", "", required, minimum(1), maximum(65535)),
                      field(&self::protocol, "protocol", "", one_of("TCP", "UDP")),
                      field(&self::target, "target", "Number or name."));
    }
};

struct site_storage {
    setpoint::quantity size = setpoint::quantity::parse("1Gi").value();
    std::optional<std::string> class_name;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = site_storage;
        return object("Where the pages are kept.", field(&self::size, "size", "How much."),
                      field(&self::class_name, "className", "null: none at all.", nullable));
    }
};

struct site_spec {
    std::int32_t replicas = 1;
    std::string image;
    update_policy policy = update_policy::rolling;
    std::optional<double> load_limit;
    bool enabled = true;
    setpoint::go_duration grace = 30s;
    site_storage storage;
    std::vector<site_port> ports;
    std::vector<std::string> hosts;
    std::map<std::string, std::string> settings;
    setpoint::string_map node_labels;
    std::optional<setpoint::label_selector> only;
    std::optional<setpoint::core_v1::pod_template_spec> pod_template;
    setpoint::timestamp not_before;
    boost::json::value extra;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = site_spec;
        return object(
            "What the site should look like.",
            field(&self::replicas, "replicas", "Number of pods.", minimum(0)),
            field(&self::image, "image", "What to run.", required, min_length(1), pattern("^[a-z].*$")),
            field(&self::policy, "policy", "How pods are replaced."),
            field(&self::load_limit, "loadLimit", "", minimum(0.5), maximum(1e6)),
            field(&self::enabled, "enabled", ""), field(&self::grace, "grace", "", no_default),
            field(&self::storage, "storage", ""),
            field(&self::ports, "ports", "", list_map("port", "protocol"), exclusive, max_items(8)),
            field(&self::hosts, "hosts", "", list_set, min_items(1), max_items(16)),
            field(&self::settings, "settings", ""), field(&self::node_labels, "nodeLabels", "", exclusive),
            field(&self::only, "only", ""), field(&self::pod_template, "template", ""),
            field(&self::not_before, "notBefore", ""),
            field(&self::extra, "extra", "Whatever.", preserve_unknown));
    }
};

struct site_status {
    std::int64_t observed_generation = 0;
    std::int32_t replicas = 0;
    std::string selector;
    std::vector<setpoint::condition> conditions;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = site_status;
        return object("What was last seen of the site.",
                      field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::replicas, "replicas", ""), field(&self::selector, "selector", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct site : setpoint::custom_resource<site_spec, site_status> {
    static constexpr auto kind() {
        return setpoint::custom_kind("my.domain", "v1", "Site", "A web site.")
            .short_name("si")
            .category("all")
            .selectable(".spec.image")
            .scale(".spec.replicas", ".status.replicas", ".status.selector")
            .column("Image", "string", ".spec.image")
            .column("Policy", "string", ".spec.policy", "How pods are replaced.", 1)
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

struct old_site_spec {
    std::string image;
    static constexpr auto describe() {
        return setpoint::schema::object("", setpoint::schema::field(&old_site_spec::image, "image", ""));
    }
};
struct old_site : setpoint::custom_resource<old_site_spec> {
    static constexpr auto kind() {
        return setpoint::custom_kind("my.domain", "v1alpha1", "Site", "A web site, as it was.")
            .not_stored()
            .deprecated("my.domain/v1alpha1 Site goes away; use v1.");
    }
};

}  // namespace samples
