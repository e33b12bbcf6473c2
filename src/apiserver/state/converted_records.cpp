#include "apiserver/state/converted_records.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

record_ptr converted_records::find(std::uint64_t revision, const std::string& version) const {
    const auto at = records_.find({revision, version});
    return at == records_.end() ? nullptr : at->second;
}

void converted_records::add(const std::string& version, const record_ptr& converted) {
    if (!records_.emplace(std::pair(converted->revision, version), converted).second) return;
    bytes_ += converted->json.size();
    while (records_.size() > max_records || bytes_ > max_bytes) {
        bytes_ -= records_.begin()->second->json.size();
        records_.erase(records_.begin());
    }
}

void converted_records::clear() {
    records_.clear();
    bytes_ = 0;
}

}}}  // namespace setpoint::v0::apiserver
