#pragma once
// A point of a story: something that is about to happen, with a name that is the same in each run.
//
//     patch deployments default/web#3       the third request of this kind, before it is sent
//     event pods MODIFIED default/web-0#1   a watch event, before it is delivered
//     reconcile site default/web#2          a reconcile begins
//     user: patch sites default/web#1       a request of the story, before it is sent
//     deployments default/web queues site default/web#1  a change is mapped to a key

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/client/call.hpp"
#include "setpoint/http/message.hpp"

#include <map>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

struct point {
    enum class kind : std::uint8_t { request, event, reconcile, user, mapping };
    kind what = kind::request;
    std::string text;  // its name
    std::size_t process = 0;
    verb op = verb::get;
    group_version_resource gvr;
    std::string subresource;
    object_key key;          // without a name: a collection
    std::string event_type;  // of an event: "ADDED"
    int nth = 1;             // of its name
    std::string body;        // of a write

    bool writes() const { return op >= verb::create; }
    bool is_request() const { return what == kind::request; }
};

// Numbers the points of a run.
class point_namer {
public:
    // `who` precedes the name: "" if there is only one operator.
    point request(const std::string& who, const http::request& r);
    point event(const std::string& who, const group_version_resource& of, std::string_view line);
    point reconcile(const std::string& who, std::string_view controller, const object_key& key);
    point mapping(std::string_view controller, const object_key& key, const kind_info& kind,
                  const object_key& object);

private:
    void number(point& p, std::string text);

    std::map<std::string, int, std::less<>> counts_;
};

}}}  // namespace setpoint::v0::sim
