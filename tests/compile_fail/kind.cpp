// kind(): columns, scale, selectable fields, names.
#include "precompiled.hpp"

using namespace setpoint;

struct site_spec {
    std::int32_t replicas = 1;
    std::string image;
    static constexpr auto describe() {
        using namespace schema;
        using self = site_spec;
        return object("A site.", field(&self::replicas, "replicas", "Number of pods.", minimum(0)),
                      field(&self::image, "image", "Container image.", required));
    }
};
struct site_status {
    std::int32_t replicas = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace schema;
        using self = site_status;
        return object("What was seen.", field(&self::replicas, "replicas", "Number of pods that exist."),
                      field(&self::conditions, "conditions", "How it is.", list_map("type")));
    }
};

struct site : custom_resource<site_spec, site_status> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1", "Site", "A web site.")
            .scale(".spec.replicas", ".status.replicas")
            .selectable(".spec.image")
            .column("Image", "string", ".spec.image")
            .column("Ready", "string", ".status.conditions[?(@.type=='Ready')].status")
            .column("Pods", "integer", ".status.replicas")
            .column("Age", "date", ".metadata.creationTimestamp");
    }
};

const kind_info& made = kind_of<site>();
