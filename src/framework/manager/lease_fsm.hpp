#pragma once
// Decides what a candidate does with a Lease: the next step, whether it leads, and until when. No I/O and no
// timer; the times passed to it must not decrease.
//
// - The record of another holder expires by the local monotonic clock: its duration after it was last seen to
//   change. The times in the record are informative only.
// - Our own term ends renew_deadline after the start of the last renewal that is known to have succeeded.
//   lease_duration is longer, so others take over later.
// - Every write is conditional on the resourceVersion last seen, so the second of two writers gets a
//   conflict. After a write without a response the Lease is read, to find out whether the write succeeded.
// - A Lease that was deleted, or whose count of transitions has decreased (restored from a backup), was not
//   handed over in order. It is not taken before the holder last seen must have stopped.

#include "setpoint/api/time.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/random.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 {

// The content of a Lease.
struct lease_record {
    std::string holder;  // "": none
    std::int32_t duration_seconds = 0;
    micro_timestamp acquired, renewed;
    std::int32_t transitions = 0;

    friend bool operator==(const lease_record&, const lease_record&) = default;
};

struct lease_settings {
    std::string identity;
    duration lease_duration, renew_deadline, retry_period;
};

class lease_fsm {
public:
    // client-go's jitter factor. Its standbys wait up to 2.2 times the period; ours wait up to 1.2 times, the
    // factor that both use to check the settings.
    static constexpr double jitter = 1.2;
    // Between attempts to release the Lease: short, since the shutdown time is limited.
    static constexpr duration release_retry = std::chrono::milliseconds(250);

    struct step {
        enum class what : std::uint8_t { wait, read, create, update, lost, released } is;
        time_point until = never;  // wait: the latest end; calls of a leader: a later response is useless
        lease_record record{};     // create, update
        std::string why{};         // lost
    };

    // `random` must outlive the machine.
    lease_fsm(lease_settings settings, random_source& random);

    // Returns the next step. lost: the term has ended, and next() continues as a standby.
    step next(time_point now, wall_time wall);

    // Report the result: call one of these after each read, create and update, unless it was cancelled.
    void seen(const lease_record& r, time_point now);  // the read returned r
    void missing(time_point now);                      // there is no such Lease
    void read_failed(time_point now);
    void written();                   // the create or update succeeded
    void conflicted(time_point now);  // another resourceVersion, or it already exists
    void refused(time_point now);     // certainly not written, for another reason
    void unanswered(time_point now);  // perhaps written

    // Makes a standby read at once. It affects no other decision.
    void look_now(time_point now);

    // Releases the Lease from now on if it is or may be held. The last step of next() is then `released`.
    void release();

    bool leading(time_point now) const { return leading_ && taken_by_.empty() && now < deadline(); }
    // Returns when a leader's term ends unless it is renewed.
    time_point deadline() const { return saturating_add(renewed_at_, settings_.renew_deadline); }
    // Returns the last known content of the Lease; nothing if it does not exist or was never seen.
    const std::optional<lease_record>& known() const { return known_; }

private:
    struct attempt {
        lease_record record;
        time_point begun;
    };

    step next_as_leader(time_point now, wall_time wall);
    step next_as_standby(time_point now, wall_time wall);
    step next_release(time_point now, wall_time wall);
    step write(lease_record r, time_point now);
    bool is_free(time_point now) const;
    void succeed();
    void watch_holder(const lease_record& r, time_point now);
    duration retry_wait();

    lease_settings settings_;
    random_source& random_;
    bool leading_ = false, releasing_ = false;
    bool must_read_ = true;              // known_ is not current
    std::optional<lease_record> known_;  // as last read or written
    std::optional<attempt> pending_;     // a write without a response yet, or whose response was lost
    time_point renewed_at_{};            // start of the last successful renewal
    time_point next_try_ = time_point::min();
    time_point blocked_until_ = time_point::min();  // until then another may lead
    std::int32_t highest_ = -1;                     // highest count of transitions seen
    std::int32_t term_ = 0;                         // our count of transitions, while leading
    micro_timestamp acquired_;                      // when the term began
    unsigned conflicts_ = 0;                        // in a row
    std::string taken_by_;                          // while leading: another holder, if seen
};

}}  // namespace setpoint::v0
