#pragma once
// Chooses cluster IPs and node ports of Services, and keeps account of those in use. No I/O; the
// server calls it before and after a Service is stored.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

// 10.96.0.0/16, whose first address belongs to default/kubernetes and whose first 256 are allocated
// only on request; ports 30000 to 32767.
class service_addresses {
public:
    // `below`: uniform in [0, bound). `has_object`: whether there is an IPAddress of that name, which others
    // than Services may have too; null: there is none.
    explicit service_addresses(std::function<std::uint64_t(std::uint64_t bound)> below,
                               std::function<bool(const std::string& ip)> has_object = {})
        : below_(std::move(below)), has_object_(std::move(has_object)) {}

    // Fills in ipFamilyPolicy, ipFamilies, clusterIP, clusterIPs, the nodePort of ports and
    // healthCheckNodePort of a Service that is created (`old` null) or updated, after its defaults.
    // They are free until replace() is called, so that a write that fails later leaks nothing. With
    // `dry_run` it chooses nothing and fills in the real server's placeholders 10.96.0.0 and 32769.
    // Errors: 422 and 500 with the real server's messages.
    api_result<> prepare(boost::json::object& service, const boost::json::object* old, bool dry_run);
    // Call after a Service was stored: frees what it had `before` (null if it was created), and marks
    // what it has `now` (null if it was deleted) as in use.
    void replace(const boost::json::object* before, const boost::json::object* now);

    std::size_t addresses_used() const { return ips_.size(); }
    std::size_t ports_used() const { return ports_.size(); }

private:
    struct allocation;
    bool taken(std::uint32_t ip) const;

    std::function<std::uint64_t(std::uint64_t bound)> below_;
    std::function<bool(const std::string& ip)> has_object_;
    std::set<std::uint32_t> ips_;
    std::set<int> ports_;
};

}}}  // namespace setpoint::v0::apiserver
