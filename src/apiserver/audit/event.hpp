#pragma once
// An Event of audit.k8s.io/v1, and its JSON (apiserver, pkg/apis/audit/v1/types.go). No I/O.

#include "apiserver/audit/policy.hpp"
#include "apiserver/authentication/user_info.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/http/message.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

struct object_reference {
    std::string resource{}, namespace_name{}, name{}, uid{}, group{}, version{}, resource_version{},
        subresource{};
};

struct event {
    level at = level::none;
    stage now = stage::request_received;
    std::string id{}, uri{}, verb{};
    user_ptr user{}, impersonated{};  // null: unknown, and none
    // "impersonate:user-info"; "" if the user may impersonate whom they like.
    std::string constraint{};
    std::vector<std::string> source_ips{};
    std::string user_agent{};
    std::optional<object_reference> object{};
    std::optional<bj::object> status{};               // a Status
    std::string request_object{}, response_object{};  // JSON; "" if they are not recorded
    wall_time received{}, stage_time{};
    std::map<std::string, std::string> annotations{};

    // One line of JSON without its end, with the fields in kube-apiserver's order.
    std::string text() const;
};

// The addresses that a request says it has passed, and `from`, where its connection comes from ("": in this
// process): all but the last can be made up by the client (apimachinery, util/net.SourceIPs).
std::vector<std::string> source_ips(const std::vector<http::header>& headers, std::string_view from);
// The value of User-Agent, shortened like kube-apiserver's.
std::string recorded_user_agent(std::string_view sent);
// An EventList of the texts of events.
std::string event_list(const std::vector<std::string>& events);

}}}  // namespace setpoint::v0::apiserver::audit
