// Types of members.
#include "precompiled.hpp"

using namespace setpoint;

enum class level { info, debug };
constexpr auto describe_enum(level) {
    using namespace schema;
    return names(value(level::info, "Info"), value(level::debug, "Debug"));
}

struct disk {
    std::string name;
    static constexpr auto describe() {
        using namespace schema;
        return object("A disk.", field(&disk::name, "name", "Its name.", required));
    }
};

struct undescribed {
    std::string name;
};
enum class unnamed { one, two };

struct site_spec {
    std::int32_t replicas = 1;
    level verbosity = level::info;
    std::vector<disk> disks;
    void method() {}

    static constexpr auto describe() {
        using namespace schema;
        using self = site_spec;
        return object("A site.",                                                          //
                      field(&self::replicas, "replicas", "Number of pods.", minimum(0)),  //
                      field(&self::verbosity, "verbosity", "How much is logged."),        //
                      field(&self::disks, "disks", "Its disks.", list_map("name")));
    }
};

struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

const kind_info& made = kind_of<site>();
