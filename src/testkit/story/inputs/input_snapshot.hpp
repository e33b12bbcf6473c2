#pragma once
// The state of a cluster after a change of an object. No I/O.

#include "testkit/sim/point.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct input_snapshot {
    std::vector<std::string> lines{};  // of object_state
    std::map<std::string, std::string>
        data{};                 // UIDs of what holds data: "secrets default/x"; not of what is being deleted
    std::string status{};       // of the changed object, without observedGeneration; "": none
    std::uint64_t warning = 0;  // the revision of the last Warning about it
    std::set<std::string> refused{};  // writes of the operator that the API server refuses as invalid
    bool was_accepted = true;         // the change by the API server
};

// What the operator writes in vain: requests without numbers, "patch configmaps default/g".
class refused_writes {
public:
    void note(const sim::point& p, int status);
    const std::set<std::string>& all() const { return all_; }

private:
    std::set<std::string> all_;
};

}}}  // namespace setpoint::v0::story
