#pragma once
// Decides what a reflector asks the server next, so that a store follows the server's state.
//
// The rules are those of client-go's reflector (tools/cache/reflector.go, tools/pager/pager.go).
// Comments mark where we go further. No socket, no timer, no coroutine: a driver calls next(), does
// what it returns and reports the outcome.

#include "framework/cache/watch_frames.hpp"
#include "setpoint/cache/scope.hpp"
#include "setpoint/cache/sync_state.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/log.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace setpoint { inline namespace v0 {

struct reflector_step {
    enum class kind : std::uint8_t { list, watch, wait } what = kind::wait;
    std::string resource_version;      // list, watch
    std::string continue_token;        // list: token of the next page, "" for the first
    std::int64_t limit = 0;            // list: page size; 0: no limit
    std::int64_t timeout_seconds = 0;  // watch
    bool initial_events = false;       // watch: starts with a streamed list (KEP-3157)
    time_point until{};                // wait
};

// What a reflector is doing or about to do.
namespace reflector_activity {

struct paged_list {
    std::string at_least;             // resourceVersion of the request; "0": any state, "": the newest
    std::int64_t limit = 0;           // 0: in one piece
    std::string continue_token = {};  // of the next page
    std::string version = {};         // of the first page
};

// The same list as the beginning of a watch.
struct streaming_list {
    std::string at_least;
    time_point opened{};
    bool has_events = false;
};

struct watch {
    enum class stage : std::uint8_t {
        opening,
        replaying,  // without a start version the server first sends what exists, in any order
        following
    } at = stage::opening;
    time_point opened{};
    bool has_events = false;
};

}  // namespace reflector_activity

class reflector_fsm {
public:
    static constexpr std::int64_t page_size = 500;
    // The watch's timeoutSeconds is uniform in [min, 2 * min).
    static constexpr std::int64_t min_watch_seconds = 300;
    static constexpr duration short_watch = std::chrono::seconds(1);
    // The longest Retry-After that is honoured.
    static constexpr duration longest_retry_after = std::chrono::minutes(1);

    struct notice {
        log_level level;
        std::string text;
    };

    // `resource` is used in messages, e.g. "deployments.apps". `random` must outlive the machine.
    // With `stream`, lists are requested as the beginning of a watch until the server refuses that.
    reflector_fsm(std::string resource, random_source& random, bool stream = false);

    // For a kind that is not required the state is not_served while the server answers 404; for a
    // best-effort one, also while its first list fails.
    void set_presence(presence need) noexcept { need_ = need; }
    presence needed() const noexcept { return need_; }

    // Returns what to do now. A wait always runs until its time; after a list or watch the driver
    // must report its outcome with one of the calls below.
    reflector_step next(time_point now);

    // --- a list ---
    enum class list_decision : std::uint8_t {
        more,    // call next() for the next page
        accept,  // the list is complete and replaces what was held
        refuse   // the list is older than what was seen: drop it and call next()
    };
    list_decision page_read(std::string_view resource_version, std::string_view continue_token);
    void list_failed(time_point now, const error& e);
    // The end of a streamed list was delivered. `accept`: the watch continues; `refuse`: drop it
    // and call next(). If the watch ends or breaks earlier, report that as for any watch.
    list_decision initial_events_end(std::string_view resource_version);

    // --- a watch ---
    void watch_opened(time_point now);
    void watch_refused(time_point now, const error& e);
    // An event or bookmark was delivered.
    void event(watch_event type, std::string_view resource_version);
    // An ERROR event was received; `e` is its Status.
    void error_event(time_point now, const error& e);
    // The server ended the watch, as it does after timeoutSeconds.
    void watch_closed(time_point now);
    // The connection broke or was silent for too long (errc::timeout): the watch resumes. After
    // unreadable data (bad_data, too_large) an event may be lost, so it lists again. It also lists
    // again after the 2nd, 4th, 8th, ... silence in a row: a server whose storage was restored to
    // an older state has not reached our version, so it sends neither events nor bookmarks nor an
    // error.
    void watch_broken(time_point now, const error& e);

    // Requests a new list, for a collection that was added late. The driver ends the running watch.
    void relist();
    // The same, of the newest state through a quorum. newest_lists() counts those that are complete.
    void relist_newest();
    std::uint64_t newest_lists() const noexcept { return newest_lists_; }
    bool relist_wanted() const noexcept { return relist_wanted_; }

    // True while a list arrives as the beginning of a watch.
    bool streaming() const noexcept { return std::holds_alternative<streaming_list>(activity_); }
    // How many streamed lists ended before they were complete.
    std::uint64_t failed_streams() const noexcept { return failed_streams_; }
    // The resourceVersion up to which changes were seen; "" before the first list.
    const std::string& version() const noexcept { return version_; }
    sync_state state() const noexcept { return state_; }
    // The reason for retrying; "" when the state is neither retrying nor not_served.
    const std::string& why() const noexcept { return why_; }
    // The error of the last list or watch that failed otherwise than the one before.
    const error& failure() const noexcept { return failure_; }
    // Log lines: one for each change, none for a retry that fails in the same way as the last.
    std::vector<notice> take_notices();

private:
    using paged_list = reflector_activity::paged_list;
    using streaming_list = reflector_activity::streaming_list;
    using watch = reflector_activity::watch;
    enum class request : std::uint8_t { list, watch };

    // --- what the next list asks for, until one is accepted ---
    enum class freshness : std::uint8_t {
        seen,   // at least as new as what was seen
        newest  // through a quorum: the version that was seen is no longer served
    };
    enum class attempt : std::uint8_t {
        first,           // streamed where the server supports that
        without_stream,  // a streamed list failed
        one_piece        // a page expired once; the list was then requested without a limit
    };

    void plan_list();
    std::int64_t limit_for(std::string_view at_least) const;
    reflector_step watch_step();
    list_decision finish_list(std::string version, std::string at_least, const watch& then);
    void stream_failed(time_point now, const error& e, bool opened = true);
    std::int64_t watch_seconds();
    void list_past_event(time_point now, const error& e);
    void retry(time_point now, request then, const error& e, request failed);
    void end_watch(time_point now, const error* e);
    void set_live();
    void notify(log_level level, std::string text);
    std::string explain(const error& e, request failed) const;

    std::string resource_;
    random_source& random_;
    presence need_ = presence::required;
    backoff backoff_;
    time_point due_{};
    std::string version_;

    std::variant<paged_list, streaming_list, watch> activity_;
    freshness freshness_ = freshness::seen;
    attempt attempt_ = attempt::first;
    bool relist_wanted_ = false;
    bool newest_wanted_ = false;  // by relist_newest()
    bool reads_newest_ = false;   // the list that is planned or in progress is the one it wants
    std::uint64_t newest_lists_ = 0;
    struct {
        bool streams_lists;        // not refused so far
        bool pages_cache = false;  // pages lists from its watch cache too, so that every list may be paged
    } server_;

    std::uint64_t failed_streams_ = 0;
    unsigned silences_ = 0;  // in a row
    errc last_break_ = errc::failed;

    sync_state state_ = sync_state::starting;
    std::string why_;
    error failure_;
    request why_request_ = request::list;
    std::vector<notice> notices_;
};

}}  // namespace setpoint::v0
