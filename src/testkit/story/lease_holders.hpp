#pragma once
// Which instance of the operator holds which Lease. No I/O.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class lease_holders {
public:
    // `instance` has written the Lease, which now has this identity. Returns whether it is another one.
    bool note(const std::string& lease, std::size_t instance, const std::string& holder) {
        holder_of_lease& known = leases_[lease];
        if (holder.empty() || known.identity == holder) return false;
        known = {instance, holder};
        return true;
    }
    bool empty() const { return leases_.empty(); }
    std::optional<std::size_t> leader() const {
        for (const auto& [lease, who] : leases_)
            if (!who.identity.empty()) return who.instance;
        return std::nullopt;
    }

    // Those that the instance holds, or held when it ended.
    std::vector<std::string> of(std::size_t instance) const {
        std::vector<std::string> all;
        for (const auto& [lease, who] : leases_)
            if (who.instance == instance && !who.identity.empty()) all.push_back(lease);
        return all;
    }

private:
    struct holder_of_lease {
        std::size_t instance = 0;
        std::string identity;
    };
    std::map<std::string, holder_of_lease> leases_;
};

}}}  // namespace setpoint::v0::story
