#pragma once
// Decides how a candidate deals with a Lease: what to do next, whether it leads, and until when. No I/O, no
// timer; told the time, which must not go back.
//
// - Whether another's record has expired is judged by the local monotonic clock, from the moment at which the
//   record was last seen to change, with the duration that stands in it. The times in it are for people.
// - The own term ends renew_deadline after the beginning of the last renewal that is known to have
//   succeeded. lease_duration is longer, so others take over later than that.
// - Every write is conditional on the version last seen, so of two writers one learns that it came second.
//   Of a write without an answer nothing is assumed: the Lease is read, and shows it or does not.
// - What cannot be an orderly hand-over (a Lease that is gone, or whose count of transitions has gone back:
//   deleted by hand, restored from a backup) is not taken before the holder last seen must have stopped.

#include "setpoint/api/time.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/random.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint {

// What a Lease says.
struct lease_record {
    std::string holder;  // "": nobody
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
    // As client-go has it; but where its standbys wait up to 2.2 times the period, for ours it is a factor,
    // which is how both check the settings.
    static constexpr double jitter = 1.2;
    // Between tries to give the Lease back: there is not much time then.
    static constexpr duration release_retry = std::chrono::milliseconds(250);

    struct step {
        enum class what : std::uint8_t { wait, read, create, update, lost, released } is;
        time_point until = never;  // wait: for no longer; leader's calls: the answer is of no use later
        lease_record record{};     // create, update
        std::string why{};         // lost
    };

    // `random` outlives it.
    lease_fsm(lease_settings settings, random_source& random);

    // What to do now. lost: the term has ended, and next() goes on as a standby.
    step next(time_point now, wall_time wall);

    // How it went; one of these follows each read, create and update, unless it was cancelled.
    void seen(const lease_record& r, time_point now);  // the answer to a read
    void missing(time_point now);                      // there is no such Lease
    void read_failed(time_point now);
    void written();                   // by this create or update
    void conflicted(time_point now);  // it is at another version, or there is one already
    void refused(time_point now);     // surely not written, for another reason
    void unanswered(time_point now);  // perhaps written

    // As a standby: do not wait with the next read. Decides nothing else.
    void look_now(time_point now);

    // From now on: give the Lease back if it is held, or may be. next() ends with `released`.
    void release();

    bool leading(time_point now) const { return leading_ && taken_by_.empty() && now < deadline(); }
    // Of a leader: when the term ends unless it is renewed.
    time_point deadline() const { return saturating_add(renewed_at_, settings_.renew_deadline); }
    // The last that is known of the Lease; nothing when it is not there or was never seen.
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
    bool must_read_ = true;              // what is known is not current
    std::optional<lease_record> known_;  // as last read or written
    std::optional<attempt> pending_;     // a write that has no answer, or whose answer was lost
    time_point renewed_at_{};            // beginning of the last renewal that succeeded
    time_point next_try_ = time_point::min();
    time_point blocked_until_ = time_point::min();  // till then another may lead, by what was seen
    std::int32_t highest_ = -1;                     // count of transitions that was ever seen
    std::int32_t term_ = 0;                         // our count of transitions, while leading
    micro_timestamp acquired_;                      // when the term began
    unsigned conflicts_ = 0;                        // in a row
    std::string taken_by_;                          // while leading: another holder that was seen
};

}  // namespace setpoint
