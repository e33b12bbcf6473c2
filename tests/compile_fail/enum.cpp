// describe_enum.
#include "precompiled.hpp"

using namespace setpoint;

enum class level { info, debug, trace };
constexpr auto describe_enum(level) {
    using namespace schema;
    return names(value(level::info, "Info"), value(level::debug, "Debug"), value(level::trace, "Trace"));
}

struct site_spec {
    level verbosity = level::info;

    static constexpr auto describe() {
        using namespace schema;
        return object("A site.", field(&site_spec::verbosity, "verbosity", "How much is logged."));
    }
};

struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A web site."); }
};

const kind_info& made = kind_of<site>();
