#pragma once
// The objects that the replay server begins with: WebServers, and their children as the operator leaves them.
// What a child has comes from the plan of src/operators/web_server; the other programs make the same.

#include "kinds.hpp"
#include "prototype.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 { namespace replay {

struct fleet_settings {
    std::uint64_t parents = 1000;
    std::uint64_t bare = 0;         // of these, the last ones have no children and no status yet
    std::uint64_t foreign = 0;      // Deployments that no WebServer owns
    std::size_t size = 4096;        // of a WebServer's JSON
    std::size_t child_size = 4096;  // of a Deployment's; a Service stays as small as it is
    std::uint64_t seed = 1;
};

// An object in the forms that there are of it.
struct forms {
    std::string json, protobuf;
};

class fleet {
public:
    explicit fleet(fleet_settings s);
    const fleet_settings& settings() const { return settings_; }

    static std::string parent_name(std::uint64_t number);   // "web-000042"
    static std::string service_name(std::uint64_t number);  // "web-000042-service"
    static std::string foreign_name(std::uint64_t number);  // "other-000042"

    std::string parent(std::uint64_t number, std::uint64_t version) const;
    std::string bare_parent(std::uint64_t number, std::uint64_t version) const;
    forms deployment(std::uint64_t number, std::uint64_t version) const;
    forms service(std::uint64_t number, std::uint64_t version) const;
    forms foreign(std::uint64_t number, std::uint64_t version) const;

private:
    struct child_prototype {
        prototype json, protobuf;
    };
    static child_prototype prototype_of(const kind_facts& kind, const boost::json::object& o);
    forms make(const child_prototype& p, std::uint64_t number, std::uint64_t version,
               std::string_view hash) const;

    fleet_settings settings_;
    prototype parent_, bare_;
    child_prototype deployment_, service_, foreign_;
};

}}}  // namespace setpoint::v0::replay
