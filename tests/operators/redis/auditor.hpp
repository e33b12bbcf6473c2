#pragma once
// Watches everything that happens to pods and Redis in the API, event by event, and says what must not have
// happened.

#include "world.hpp"

#include <deque>
#include <map>
#include <set>

namespace redis_test {

class auditor {
public:
    // What the operator may have read when it decided: up to this long before. Faults delay its calls.
    static constexpr duration memory = 15s;

    explicit auditor(operator_world& w) : world_(w) {}

    // Until cancelled. Every event in order, on connections of the test's own.
    awaitable<void> follow(const kind_info& kind);

    // The test deletes this pod itself.
    void by_hand(std::string uid) { by_hand_.insert(std::move(uid)); }
    // From now on nothing but the operator touches pods: a roll-out must then leave all other pods ready.
    void nobody_else(bool strict) { strict_ = strict; }

    const std::vector<std::string>& wrongs() const { return wrongs_; }
    int events() const { return events_; }
    int deletions() const { return deletions_; }

private:
    struct version {
        time_point since;
        std::int32_t num, port;
        bool deleting;
    };

    void take(const kind_info& kind, const boost::json::object& event);
    void pod_changed(std::string_view what, const pod& p);
    void redis_changed(std::string_view what, const rd& r);
    void deletion_began(const pod& p);
    bool was_justified(const pod& p) const;
    bool others_are_ready(const pod& p, std::int32_t num) const;
    void wrong(std::string what);

    operator_world& world_;
    std::map<std::string, snapshot<pod>> pods_;         // by name
    std::map<std::string, std::deque<version>> redis_;  // by UID, oldest first
    std::set<std::string> by_hand_, doomed_;            // UIDs
    std::vector<std::string> wrongs_;
    bool strict_ = false;
    int events_ = 0, deletions_ = 0;
};

}  // namespace redis_test
