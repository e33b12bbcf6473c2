#pragma once
// The kinds whose watches deliver nothing for a while.

#include "setpoint/core/sync.hpp"

#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace story {

class held_watches {
public:
    explicit held_watches(loop& l) : released_(l) {}

    // "": of all kinds.
    void hold(const std::string& resource) { held_.insert(resource); }
    void hold_all_but(const std::string& resource) {
        not_held_ = resource;
        hold("");
    }
    bool is_held(const std::string& resource) const {
        return resource != not_held_ && (held_.contains("") || held_.contains(resource));
    }
    bool empty() const { return held_.empty(); }
    void release() {
        held_.clear();
        not_held_.clear();
        released_.notify();
    }
    awaitable<void> until_released(std::string resource) {
        while (is_held(resource)) co_await released_.wait();
    }

private:
    std::set<std::string> held_;
    std::string not_held_;
    notifier released_;
};

}}}  // namespace setpoint::v0::story
