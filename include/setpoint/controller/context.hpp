#pragma once
// What a reconciler is given besides the key.

#include "setpoint/api/object_key.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>
#include <memory>

namespace setpoint {

class owner_guard;
class reconcile_flight;

// Lives for one reconcile. Its logger writes controller, kind, namespace, name and reconcileID on every line.
class context {
public:
    context(loop& l, logger log, recorder& events, std::string_view field_owner, std::string reason,
            unsigned attempt, owner_guard* guard = nullptr, reconcile_flight* flight = nullptr)
        : loop_(l),
          log_(std::move(log)),
          events_(events),
          field_owner_(field_owner),
          reason_(std::move(reason)),
          attempt_(attempt),
          guard_(guard),
          flight_(flight) {}

    const logger& log() const { return log_; }
    time_point now() const { return loop_.now(); }
    wall_time wall_now() const { return loop_.wall_now(); }
    // Why this reconcile runs ("Deployment updated", "retry", ...) and how often in a row it has failed
    // before.
    const std::string& reason() const { return reason_; }
    unsigned attempt() const { return attempt_; }
    // For ensure(): see owner_guard.hpp. Null: owners are taken to be there.
    owner_guard* guard() const { return guard_; }
    // Who owns the fields that this controller applies.
    std::string_view field_owner() const { return field_owner_; }

    // Records an event on `object`, which is of the described type T.
    template <class T>
    void event(const T& object, event_type type, std::string_view reason, std::string note) {
        events_.record(kind_of<T>(), &object, type, reason, std::move(note));
    }
    // This reconcile goes by `answer`, which a write of its own was answered (what ensure() or apply_status()
    // returned): that the watch brings this very state is no reason for another reconcile then. Say so when
    // all that follows from it is done in this reconcile; one that waits for the watch to show its child
    // must not. An answer about the object of the key itself counts only as to its status: a change that
    // touched anything else, or that came by a list, is always reconciled.
    template <class T>
    void knows(const std::shared_ptr<const T>& answer) const {
        note_known(kind_of<T>(), answer);
    }
    // Runs code that blocks (a vendor's library, a slow computation) on another thread: see loop::blocking.
    template <class F>
    auto blocking(std::string what, F job) {
        return loop_.blocking(std::move(what), std::move(job));
    }
    awaitable<void> sleep(duration d) { return loop_.sleep(d); }

private:
    void note_known(const kind_info& kind, object_ptr answer) const;

    loop& loop_;
    logger log_;
    recorder& events_;
    std::string_view field_owner_;
    std::string reason_;
    unsigned attempt_;
    owner_guard* guard_;
    reconcile_flight* flight_;
};

// The key outlives the reconcile.
using reconcile_function = std::function<awaitable<outcome>(context&, const object_key&)>;

}  // namespace setpoint
