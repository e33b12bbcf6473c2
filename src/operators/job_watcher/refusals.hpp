#pragma once
// Decides which Jobs a pass still tries to delete after some could not be deleted. No I/O.
//
// A response that refuses one Job (403, 422, ...) concerns its namespace at most: after
// `in_namespace` of them in a row, the pass skips the other Jobs of that namespace, which come first in the
// next pass. A response that is missing, or that is a server error, concerns the API server:
// after `of_server` of them in a row the pass ends, and so it does after `in_all` refusals in a row.

#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"

#include <map>

namespace job_watcher {

class refusals {
public:
    static constexpr int in_namespace = 10, of_server = 10, in_all = 100;

    void refused(const setpoint::interned_string& ns, setpoint::errc why);
    void succeeded(const setpoint::interned_string& ns);
    bool skips(const setpoint::interned_string& ns) const;
    bool end_the_pass() const { return server_ >= of_server || all_ >= in_all; }

private:
    std::map<setpoint::interned_string, int> namespaces_;
    int server_ = 0, all_ = 0;  // in a row
};

}  // namespace job_watcher
