#pragma once
// Records requests to the API, and compares them with the rights of Roles.
//
//     BOOST_TEST(env.requests().count(verb::create, "deployments") == 1u);
//     BOOST_TEST(env.requests().compare(env.operator_manager().roles({})).text() == "");

#include "setpoint/api/rbac.hpp"
#include "setpoint/client/call.hpp"

#include <boost/json/object.hpp>

#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

// not_used need not be empty: a test that never loses a child, for instance, does not use every right.
struct role_difference {
    std::vector<resource_access> not_granted;  // used
    std::vector<resource_access> not_used;     // granted; some rights may be for rare cases
    // One line for each; "" if there is no difference.
    std::string text() const;
};

// The environment records the managers' calls, not those of the test's own client.
class request_recorder {
public:
    static constexpr std::size_t max_calls = 100'000;  // of calls(), which keeps the newest

    // Called for each call when it is made, whatever its outcome. The body is not kept.
    void note(const call& c);

    // In order, without their bodies.
    const std::deque<call>& calls() const { return calls_; }
    // Counts all calls ever noted. `resource` empty: any.
    std::size_t count(verb v, std::string_view resource = {}) const;
    std::size_t total() const { return total_; }
    // Server-side apply needs patch, and create if the object does not exist; it counts as both.
    // Sorted and without duplicates.
    std::vector<resource_access> accesses() const { return {accesses_.begin(), accesses_.end()}; }
    // `roles`: Roles or ClusterRoles, as manager::roles() returns them.
    // O(rights). Namespaces are not compared: a Role counts as if it applied everywhere.
    role_difference compare(const std::vector<boost::json::object>& roles) const;
    // Also resets the counts.
    void clear();

private:
    std::deque<call> calls_;
    std::set<resource_access> accesses_;
    std::map<std::pair<verb, std::string>, std::size_t> counts_;
    std::size_t total_ = 0;
};

}}}  // namespace setpoint::v0::testing
