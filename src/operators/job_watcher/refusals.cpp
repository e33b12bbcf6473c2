#include "operators/job_watcher/refusals.hpp"

namespace job_watcher {

using namespace setpoint;

namespace {

bool is_of_server(errc why) {
    switch (why) {
        case errc::too_many_requests:
        case errc::server_error:
        case errc::unreachable:
        case errc::connection_lost:
        case errc::unknown_outcome:
        case errc::timeout:
        case errc::unauthorized:
        case errc::stopping:
            return true;
        default:
            return false;
    }
}

}  // namespace

void refusals::refused(const interned_string& ns, errc why) {
    ++all_;
    if (is_of_server(why)) {
        ++server_;
        return;
    }
    server_ = 0;
    ++namespaces_[ns];
}

void refusals::succeeded(const interned_string& ns) {
    all_ = server_ = 0;
    namespaces_.erase(ns);
}

bool refusals::skips(const interned_string& ns) const {
    const auto at = namespaces_.find(ns);
    return at != namespaces_.end() && at->second >= in_namespace;
}

}  // namespace job_watcher
