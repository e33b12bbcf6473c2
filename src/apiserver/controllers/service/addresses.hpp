#pragma once
// The cluster addresses and node ports of Services. A plain class; the server asks it before a Service is
// stored and tells it afterwards.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/core/random.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <set>
#include <vector>

namespace setpoint::apiserver {

// What a Service takes and gives back, once it is stored.
struct address_claim {
    std::vector<std::uint32_t> take_ips, free_ips;  // IPv4, in host order
    std::vector<int> take_ports, free_ports;
};

// 10.96.0.0/16, of which the first address is for default/kubernetes and the first 256 are given only to who
// asks for them; ports 30000 to 32767.
class service_addresses {
public:
    // `random` outlives it.
    explicit service_addresses(random_source& random) : random_(random) {}

    // Fills in ipFamilyPolicy, ipFamilies, clusterIP, clusterIPs, the nodePort of ports and
    // healthCheckNodePort of a Service that is to be created (`old` null) or updated, after its defaults.
    // Nothing is taken yet. With `dry_run` nothing is chosen: the real server's stand-ins 10.96.0.0 and 32769
    // are filled in. Errors: 422 and 500 with the real texts.
    api_result<address_claim> prepare(boost::json::object& service, const boost::json::object* old,
                                      bool dry_run);
    // The Service was stored.
    void keep(const address_claim& claim);
    // A Service that was deleted: gives all of it back.
    void release(const boost::json::object& service);
    // A Service that is there already (at start).
    void occupy(const boost::json::object& service);

    std::size_t addresses_used() const { return ips_.size(); }
    std::size_t ports_used() const { return ports_.size(); }

private:
    struct pass;
    bool taken(std::uint32_t ip) const { return ips_.contains(ip); }

    random_source& random_;
    std::set<std::uint32_t> ips_;
    std::set<int> ports_;
};

}  // namespace setpoint::apiserver
