#pragma once
// The allocation for one Service that is about to be stored, and its errors.

#include "apiserver/controllers/service/addresses.hpp"
#include "apiserver/objects/fields.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The state of one prepare().
struct service_addresses::allocation {
    service_addresses& all;
    boost::json::object& service;
    const boost::json::object* old;
    bool dry_run;
    boost::json::object& spec;
    field_errors errors{};
    std::optional<api_error> failed{};
    std::vector<int> taken_ports{};  // by this Service

    bool is(std::string_view type) const { return text_at(spec, "type") == type; }
    std::string_view name() const { return text_at(object_of(service, "metadata"), "name"); }
    void check_lists();
    void families();
    void addresses();
    void choose_address();
    void request_address(std::string_view ip);
    void set_address(std::string ip);
    void ports();
    std::optional<int> any_port();
    std::string request_port(int port);
    void take_port(std::size_t i, boost::json::object& port, int number);
    void new_ports();
    void changed_ports();
    void health_check();
};

// Every node port of a Service, including its health check port.
std::vector<int> all_ports_of(const boost::json::object& service);

}}}  // namespace setpoint::v0::apiserver
