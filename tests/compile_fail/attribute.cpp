// What is said of a field must be about such a member.
#include "precompiled.hpp"

using namespace setpoint;

struct disk {
    std::string name;
    std::vector<std::string> tags;
    static constexpr auto describe() {
        using namespace schema;
        using self = disk;
        return object("A disk.", field(&self::name, "name", "Its name.", required),
                      field(&self::tags, "tags", "Its tags."));
    }
};

struct site_spec {
    std::int32_t replicas = 1;
    std::string image;
    std::vector<disk> disks;
    std::optional<std::int32_t> port;
    quantity memory;
    std::map<std::string, std::string> labels;

    static constexpr auto describe() {
        using namespace schema;
        using self = site_spec;
        return object("A site.",                                                                   //
                      field(&self::replicas, "replicas", "Number of pods.", minimum(0)),           //
                      field(&self::image, "image", "Container image.", required, min_length(1)),   //
                      field(&self::disks, "disks", "Its disks.", list_map("name"), max_items(9)),  //
                      field(&self::port, "port", "Where it listens.", nullable, minimum(1)),       //
                      field(&self::memory, "memory", "Memory of each pod."),                       //
                      field(&self::labels, "labels", "Of the pods.", exclusive));
    }
};

struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

const kind_info& made = kind_of<site>();
