// Limits that can be kept, and defaults that keep them.
#include "precompiled.hpp"

using namespace setpoint;

struct disk {
    std::string name;
    std::int64_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        using self = disk;
        return object("A disk.",                                          //
                      field(&self::name, "name", "Its name.", required),  //
                      field(&self::size, "size", "In GB.", minimum(1)));
    }
};

struct site_spec {
    std::int32_t replicas = 1;
    std::string tier = "free";
    std::vector<std::int32_t> ports = {80};
    std::vector<disk> disks;

    static constexpr auto describe() {
        using namespace schema;
        using self = site_spec;
        return object(
            "A site.",                                                                             //
            field(&self::replicas, "replicas", "Number of pods.", minimum(0), maximum(100)),       //
            field(&self::tier, "tier", "What was paid for.", max_length(8), pattern("^[a-z]+$")),  //
            field(&self::ports, "ports", "Where it listens.", min_items(1), maximum(65535)),       //
            field(&self::disks, "disks", "Its disks.", list_map("name")));
    }
};

struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

const kind_info& made = kind_of<site>();
