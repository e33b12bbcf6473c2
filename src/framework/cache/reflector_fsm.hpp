#pragma once
// The decisions of a reflector: what to ask the server next so that a store follows what the server holds.
//
// The rules are those of client-go's reflector (tools/cache/reflector.go, tools/pager/pager.go); where they
// leave a gap the comments say what we do. No socket, no timer, no coroutine: a driver asks next(), does it,
// and tells how it went.

#include "framework/cache/watch_frames.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

struct reflector_step {
    enum class kind : std::uint8_t { list, watch, wait } what = kind::wait;
    std::string resource_version;      // list, watch
    std::string continue_token;        // list: of a further page
    std::int64_t limit = 0;            // list: page size, 0: everything at once
    std::int64_t timeout_seconds = 0;  // watch
    bool initial_events = false;       // watch: it begins with a list, streamed (KEP-3157)
    time_point until{};                // wait
};

class reflector_fsm {
public:
    static constexpr std::int64_t page_size = 500;
    static constexpr std::int64_t min_watch_seconds =
        300;  // the watch's timeoutSeconds is uniform in [min, 2 * min)
    static constexpr duration short_watch = std::chrono::seconds(1);
    static constexpr duration longest_retry_after = std::chrono::minutes(1);  // what a server may ask for

    struct notice {
        log_level level;
        std::string text;
    };

    // `resource` is for messages, e.g. "deployments.apps". `random` outlives it. `stream`: lists are asked
    // for as the beginning of a watch, and as lists only where the server refuses that.
    reflector_fsm(std::string resource, random_source& random, bool stream = false);

    // Of a kind that need not exist: while the server answers 404, the state is not_served.
    void set_optional(bool optional) noexcept { optional_ = optional; }

    // What to do now. A wait ends early for nothing; a list or watch is followed by one of the calls below.
    reflector_step next(time_point now);

    // --- a list ---
    enum class verdict : std::uint8_t {
        more,    // ask next() for the next page
        accept,  // the list is whole: it replaces what was held
        refuse   // it is older than what was seen: drop it, ask next()
    };
    verdict page_read(std::string_view resource_version, std::string_view continue_token);
    void list_failed(time_point now, const error& e);
    // The end of a streamed list was delivered. `accept`: the watch goes on; `refuse`: drop it, ask next().
    // What ends or breaks the watch before is told by the calls for watches.
    verdict initial_events_end(std::string_view resource_version);

    // --- a watch ---
    void watch_opened(time_point now);
    void watch_refused(time_point now, const error& e);
    // An event or bookmark that was delivered.
    void event(watch_event type, std::string_view resource_version);
    // An ERROR event: `e` is its Status.
    void error_event(time_point now, const error& e);
    // The server ended the watch, as it does when timeoutSeconds have passed.
    void watch_closed(time_point now);
    // The connection broke or nothing came for too long (errc::timeout): resumes. What cannot be read
    // (bad_data, too_large): lists again, since an event may be lost. After the second silence in a row, and
    // then after the 4th, 8th, ..., lists again too: a server whose storage was put back to an older state
    // has not reached our version, so it sends neither events nor bookmarks, and says nothing.
    void watch_broken(time_point now, const error& e);

    // A view came late: lists again as soon as the driver asks. The driver ends the running watch.
    void relist();
    bool relist_wanted() const noexcept { return relist_; }

    // Up to where the server's changes are known; "" before the first list.
    const std::string& version() const noexcept { return version_; }
    sync_state state() const noexcept { return state_; }
    // Why it is retrying, "" when it is not.
    const std::string& why() const noexcept { return why_; }
    // Lines for the log: one for each change, none for a retry that fails as before.
    std::vector<notice> take_notices();

private:
    enum class phase : std::uint8_t { list, watch };
    void plan_list();
    void stream_failed(time_point now, const error& e, bool opened = true);
    std::int64_t watch_seconds();
    void list_past_event(time_point now, const error& e);
    void retry(time_point now, phase then, const error& e, std::string_view what);
    void end_watch(time_point now, const error* e);
    void set_live();
    void tell(log_level level, std::string text);
    std::string explain(const error& e, std::string_view what) const;

    std::string resource_;
    random_source& random_;
    backoff backoff_;
    phase phase_ = phase::list;
    time_point due_{};
    std::string version_;

    // The list that is planned or under way.
    std::string list_version_, list_result_, continue_;
    std::int64_t limit_ = 0;
    bool expired_ =
        false;            // the last version is no longer served: ask for the newest state, through a quorum
    bool paged_ = false;  // the server pages what comes from its watch cache: then every list may be paged
    bool relist_ = false;
    bool optional_ = false;
    bool stream_;              // the server has not said that it cannot
    bool plain_once_ = false;  // a streamed list has failed: the next one is as usual, or none might ever end
    bool streaming_ = false;   // a streamed list is under way
    bool whole_ = false;       // a page expired: the list is asked for in one piece

    // The watch that is open.
    time_point opened_{};
    bool had_event_ = false, synthetic_ = false;
    unsigned silences_ = 0;  // in a row
    errc last_break_ = errc::failed;

    sync_state state_ = sync_state::starting;
    std::string why_;
    errc why_code_ = errc::failed;
    phase why_phase_ = phase::list;
    std::vector<notice> notices_;
};

}  // namespace setpoint
