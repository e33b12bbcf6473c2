#pragma once
// A watch that can be held back and dropped. What it sends is not looked at: lines of JSON, or frames of
// protobuf.

#include "apiserver/server/control/fault_list.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/sync.hpp"

#include <list>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

class gated_watch;

// What open watches share.
struct watch_gate {
    explicit watch_gate(loop& l) : event_loop(l), changed(l) {}

    bool holds(const request_traits& watch) const { return !is_closed && faults.holds(watch); }

    loop& event_loop;
    notifier changed;  // notified when faults are cleared, and when it is closed
    fault_list faults;
    std::list<gated_watch*> open;
    bool is_closed = false;
};

// While it is held it reads at most one piece ahead: what follows stays in the server's history.
class gated_watch final : public http::body_source {
public:
    // `gate` must outlive it. `begin`: what the response already has of the body.
    gated_watch(watch_gate& gate, request_traits of, std::string begin,
                std::shared_ptr<http::body_source> inner);
    gated_watch(const gated_watch&) = delete;
    gated_watch& operator=(const gated_watch&) = delete;
    ~gated_watch() override;

    awaitable<result<std::string_view>> read() override;

    const request_traits& of() const { return of_; }
    bool is_dropped() const { return is_dropped_; }
    // The current read or the next one throws http::connection_end.
    void drop();

private:
    awaitable<result<std::string_view>> next();
    awaitable<void> until_released();

    watch_gate& gate_;
    request_traits of_;
    std::string begin_;
    std::shared_ptr<http::body_source> inner_;
    std::list<gated_watch*>::iterator at_;
    cancel_scope* reading_ = nullptr;
    bool has_begun_ = false, is_dropped_ = false;
};

}}}  // namespace setpoint::v0::apiserver
