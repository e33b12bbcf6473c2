#pragma once
// The last reconciles of a controller: why each ran and how it ended.

#include <setpoint/api/object_key.hpp>
#include <setpoint/controller/outcome.hpp>

#include <string>
#include <vector>

namespace setpoint {

struct reconcile_record {
    wall_time when;
    object_key key;
    std::string reason;
    duration took;
    outcome ended;
};

// A ring of 100.
class reconcile_history {
public:
    void add(reconcile_record r);
    std::vector<std::string> lines() const;  // oldest first

private:
    static constexpr std::size_t capacity = 100;
    std::vector<reconcile_record> ring_;
    std::size_t next_ = 0;
};

}  // namespace setpoint
