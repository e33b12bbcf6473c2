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
    std::uint64_t warning = 0;  // the revision of the last Warning about it; comparable within one run
    std::set<std::string> warnings{};  // their reasons and messages, comparable between runs
    std::set<std::string> refused{};   // writes of the operator that the API server refuses as invalid
    bool was_accepted = true;          // the change by the API server
};

// The operator's writes that the API server refuses as invalid, until any write of the object succeeds.
class refused_writes {
public:
    void note(const sim::point& p, int status);
    // Requests without numbers: "patch configmaps default/g".
    std::set<std::string> all() const;

private:
    std::map<std::string, std::string> all_;  // by object
};

}}}  // namespace setpoint::v0::story
