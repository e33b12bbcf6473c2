#pragma once
// Which request gets which fault. A machine without I/O.

#include "apiserver/server/control/request_traits.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

bool holds_watches(const request_fault& f);

class fault_list {
public:
    using entry = request_faults::entry;

    // See request_faults::add(). `applied`: requests that it applies to already.
    std::uint64_t add(request_fault f, std::uint64_t applied = 0);
    // Returns false if there is no such fault.
    bool clear(std::uint64_t number) { return all_.erase(number) > 0; }
    void clear() { all_.clear(); }
    const std::map<std::uint64_t, entry>& all() const { return all_; }

    // Whether next() looks at names.
    bool needs_names() const;
    // Counts a request. The first fault that is due applies; later ones do not count the request.
    fault_effect next(const request_traits& r);
    // Whether a watch is held back. Does not count it.
    bool holds(const request_traits& watch) const;

private:
    std::map<std::uint64_t, entry> all_;
    std::uint64_t last_ = 0;
};

}}}  // namespace setpoint::v0::apiserver
