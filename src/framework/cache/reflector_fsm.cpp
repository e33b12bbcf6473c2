#include "framework/cache/reflector_fsm.hpp"

#include "framework/cache/resource_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace setpoint { inline namespace v0 {

namespace {

// A watch that breaks after this time gets a log line of its own.
constexpr duration steady_watch = std::chrono::minutes(1);

bool is_expired(const error& e) {
    return e.code == errc::gone;
}
// A served kind always has its collection, so 404 means that the kind is missing.
bool lacks_kind(const error& e) {
    return e.code == errc::not_found || e.http_status == 404;
}
bool keeps_watch(const error& e) {
    return e.code == errc::unreachable || e.code == errc::too_many_requests;
}

}  // namespace

reflector_fsm::reflector_fsm(std::string resource, random_source& random, bool stream)
    : resource_(std::move(resource)),
      random_(random),
      backoff_(backoff_policy::reflector()),
      server_{.streams_lists = stream} {
    plan_list();
}

reflector_step reflector_fsm::next(time_point now) {
    reflector_step step;
    if (due_ > now) {
        step.until = due_;
        return step;
    }
    const bool watching = std::holds_alternative<watch>(activity_);
    const auto* const pages = std::get_if<paged_list>(&activity_);
    if (relist_wanted_ && (!pages || pages->continue_token.empty())) {
        relist_wanted_ = false;
        const bool newest = std::exchange(newest_wanted_, false);
        if (newest) {
            freshness_ = freshness::newest;
            reads_newest_ = true;
        }
        // Before the first list there is nothing to list again.
        if (watching || newest) {
            plan_list();
            if (state_ == sync_state::live) {
                state_ = sync_state::listing;
                notify(log_level::info, newest ? "listing again, to see the newest state"
                                               : "listing again for a collection that was added");
            }
        }
    }
    if (std::holds_alternative<watch>(activity_)) return watch_step();

    if (state_ == sync_state::starting) {
        state_ = sync_state::listing;
        notify(log_level::debug, "listing");
    }
    if (auto* const list = std::get_if<paged_list>(&activity_)) {
        if (!server_.streams_lists || attempt_ != attempt::first || !list->continue_token.empty()) {
            step.what = reflector_step::kind::list;
            // A continue token carries its version; the server refuses both together.
            if (list->continue_token.empty()) step.resource_version = list->at_least;
            step.continue_token = list->continue_token;
            step.limit = list->limit;
            return step;
        }
        activity_ = streaming_list{.at_least = std::move(list->at_least)};
    }
    return watch_step();
}

reflector_step reflector_fsm::watch_step() {
    reflector_step step;
    step.what = reflector_step::kind::watch;
    if (const auto* const list = std::get_if<streaming_list>(&activity_)) {
        step.initial_events = true;
        // As client-go: without a version the newest state, through a quorum.
        if (list->at_least != "0") step.resource_version = list->at_least;
    } else {
        step.resource_version = version_;
    }
    step.timeout_seconds = watch_seconds();
    return step;
}

std::int64_t reflector_fsm::watch_seconds() {
    return min_watch_seconds +
           static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(min_watch_seconds)));
}

// "0" accepts any state that the server has at hand. That is cheap for the server, but may be older
// than what an earlier process has seen.
void reflector_fsm::plan_list() {
    std::string at_least = freshness_ == freshness::newest ? "" : version_.empty() ? "0" : version_;
    const std::int64_t limit = limit_for(at_least);
    activity_ = paged_list{.at_least = std::move(at_least), .limit = limit};
}

// With a page size the server does not answer a list of a specific version from its watch cache.
std::int64_t reflector_fsm::limit_for(std::string_view at_least) const {
    const bool specific = !at_least.empty() && at_least != "0";
    return specific && !server_.pages_cache ? 0 : page_size;
}

reflector_fsm::list_decision reflector_fsm::page_read(std::string_view resource_version,
                                                      std::string_view continue_token) {
    auto& list = std::get<paged_list>(activity_);
    if (list.continue_token.empty()) list.version = resource_version;
    if (!continue_token.empty()) {
        if (list.at_least == "0") server_.pages_cache = true;
        list.continue_token = continue_token;
        return list_decision::more;
    }
    return finish_list(std::move(list.version), std::move(list.at_least), watch{});
}

reflector_fsm::list_decision reflector_fsm::finish_list(std::string version, std::string at_least,
                                                        const watch& then) {
    if (older(version, version_)) {
        if (!at_least.empty()) {
            notify(log_level::warn,
                   fmt::format("the list of {} is at resourceVersion {}, older than {} that was seen: "
                               "refused, asking for the newest state",
                               resource_, version, version_));
            freshness_ = freshness::newest;
            plan_list();
            return list_decision::refuse;
        }
        // A quorum answered, so this is the server's state: its data were restored to an older
        // state.
        notify(
            log_level::error,
            fmt::format("the server went back in time: {} were at resourceVersion {} and are at {}; was it "
                        "restored from a backup?",
                        resource_, version_, version));
    }
    freshness_ = freshness::seen;
    if (std::exchange(reads_newest_, false)) ++newest_lists_;
    attempt_ = attempt::first;
    version_ = std::move(version);
    activity_ = then;
    if (state_ == sync_state::not_served) state_ = sync_state::listing;
    return list_decision::accept;
}

reflector_fsm::list_decision reflector_fsm::initial_events_end(std::string_view resource_version) {
    auto& list = std::get<streaming_list>(activity_);
    const watch then{.at = watch::stage::following, .opened = list.opened, .has_events = list.has_events};
    const list_decision v = finish_list(std::string(resource_version), std::move(list.at_least), then);
    if (v == list_decision::accept) set_live();
    return v;
}

void reflector_fsm::stream_failed(time_point now, const error& e, bool opened) {
    ++failed_streams_;
    std::string at_least = std::move(std::get<streaming_list>(activity_).at_least);
    // Servers that have the feature disabled refuse its parameters; servers that predate it never
    // end the list.
    const bool refused = e.code == errc::invalid || (e.code == errc::unsupported && !lacks_kind(e));
    if (refused || (opened && e.code == errc::timeout)) {
        server_.streams_lists = false;
        const std::int64_t limit = limit_for(at_least);
        activity_ = paged_list{.at_least = std::move(at_least), .limit = limit};
        notify(log_level::info, fmt::format("the server does not stream lists of {}: listing as usual ({})",
                                            resource_, e.to_string()));
        return;
    }
    const bool newest = at_least.empty() || at_least == "0";
    if ((is_expired(e) || e.code == errc::version_too_large) && !newest) {
        freshness_ = freshness::newest;
        plan_list();
        notify(log_level::debug, "the resourceVersion is not served: listing the newest state");
        return;
    }
    // Prefer progress: the next list is not streamed, or none might ever complete. A server that is
    // unreachable or busy says nothing about streaming.
    if (!keeps_watch(e)) attempt_ = attempt::without_stream;
    retry(now, request::list, e, request::list);
}

void reflector_fsm::list_failed(time_point now, const error& e) {
    auto& list = std::get<paged_list>(activity_);
    // Once: if the unlimited list expires as well, it is retried like any other failure.
    if (is_expired(e) && !list.continue_token.empty() && attempt_ != attempt::one_piece) {
        // The snapshot behind the pages was compacted. Request the same version again, in one
        // response.
        attempt_ = attempt::one_piece;
        list.continue_token.clear();
        list.limit = 0;
        notify(log_level::debug, "a page of the list has expired: listing in one piece");
        return;
    }
    const bool newest = list.at_least.empty();
    if ((is_expired(e) || e.code == errc::version_too_large) && !newest) {
        freshness_ = freshness::newest;
        plan_list();
        notify(log_level::debug, "the resourceVersion is not served: listing the newest state");
        return;
    }
    retry(now, request::list, e, request::list);
}

void reflector_fsm::watch_opened(time_point now) {
    if (auto* const list = std::get_if<streaming_list>(&activity_)) {
        list->opened = now;
        list->has_events = false;  // a stream that was replaced may have had some
        return;
    }
    activity_ =
        watch{.at = is_version(version_) ? watch::stage::following : watch::stage::replaying, .opened = now};
    set_live();
}

void reflector_fsm::watch_refused(time_point now, const error& e) {
    if (streaming()) {
        stream_failed(now, e, false);
        return;
    }
    if (is_expired(e))
        list_past_event(now, e);
    else
        retry(now, keeps_watch(e) ? request::watch : request::list, e, request::watch);
}

void reflector_fsm::event(watch_event type, std::string_view resource_version) {
    silences_ = 0;
    if (auto* const list = std::get_if<streaming_list>(&activity_)) {
        // A streamed list arrives in any order, so its versions mean nothing yet.
        list->has_events = true;
        return;
    }
    auto& open = std::get<watch>(activity_);
    open.has_events = true;
    if (resource_version.empty()) return;
    if (open.at == watch::stage::replaying && type == watch_event::added) return;
    open.at = watch::stage::following;
    if (!older(resource_version, version_)) version_ = resource_version;
}

void reflector_fsm::error_event(time_point now, const error& e) {
    if (streaming()) {
        stream_failed(now, e);
        return;
    }
    if (e.code == errc::too_many_requests)
        retry(now, request::watch, e, request::watch);
    else
        list_past_event(now, e);
}

// The next list must be newer than what ended the watch, or the watch would meet it again. A server
// that pages its cache answers with exactly the requested version.
void reflector_fsm::list_past_event(time_point now, const error& e) {
    if (server_.pages_cache) freshness_ = freshness::newest;
    retry(now, request::list, e, request::watch);
}

void reflector_fsm::watch_closed(time_point now) {
    if (streaming()) {
        stream_failed(now, error(errc::connection_lost, "the streamed list ended before it was complete"));
        return;
    }
    end_watch(now, nullptr);
}

void reflector_fsm::watch_broken(time_point now, const error& e) {
    if (streaming()) {
        stream_failed(now, e);
        return;
    }
    if (e.code == errc::bad_data || e.code == errc::too_large) {
        list_past_event(now, e);
        return;
    }
    const bool steady = now - std::get<watch>(activity_).opened >= steady_watch;
    if (e.code == errc::timeout) {
        // Servers without bookmarks are silent by nature, so only the first silence is logged.
        if (++silences_ == 1)
            notify(log_level::warn,
                   fmt::format("the watch was silent for too long: opening it again ({})", e.to_string()));
    } else if (steady || e.code != last_break_) {
        notify(log_level::info, fmt::format("the watch broke: opening it again ({})", e.to_string()));
    }
    last_break_ = e.code;
    end_watch(now, &e);
    if (e.code != errc::timeout || silences_ < 2 || !std::has_single_bit(silences_)) return;
    notify(log_level::debug, "the watch was silent again: listing, to see where the server is");
    plan_list();
}

void reflector_fsm::end_watch(time_point now, const error* e) {
    const watch ended = std::exchange(std::get<watch>(activity_), watch{});
    if (relist_wanted_ || now - ended.opened >= short_watch) return;
    const error short_lived(errc::connection_lost, "the watch ended at once");
    // A watch that delivered events works, but must not be reopened in a tight loop.
    retry(now, ended.has_events ? request::watch : request::list, e ? *e : short_lived, request::watch);
}

void reflector_fsm::relist() {
    relist_wanted_ = true;
}

void reflector_fsm::relist_newest() {
    relist_wanted_ = true;
    newest_wanted_ = true;
}

void reflector_fsm::retry(time_point now, request then, const error& e, request failed) {
    duration delay = backoff_.next(now, random_);
    // Retry-After is added to the back-off, so that clients that got the same value do not return
    // together.
    if (e.retry_after) delay += std::min<duration>(*e.retry_after, longest_retry_after);
    due_ = saturating_add(now, delay);
    if (then == request::list)
        plan_list();
    else
        activity_ = watch{};
    const bool is_missing = need_ != presence::required && lacks_kind(e);
    const bool is_unlisted = need_ == presence::best_effort && version_.empty();
    const sync_state now_is = is_missing || is_unlisted ? sync_state::not_served : sync_state::retrying;
    const bool same = state_ == now_is && failure_.code == e.code && why_request_ == failed;
    state_ = now_is;
    why_request_ = failed;
    if (same) return;
    failure_ = e;
    why_ = explain(e, failed);
    if (is_missing) {
        notify(log_level::info,
               fmt::format("the server does not serve {}, which is optional: working without; the watch "
                           "starts once its CustomResourceDefinition is installed",
                           resource_));
        return;
    }
    notify(is_expired(e) ? log_level::info : log_level::warn, fmt::format("retrying: {}", why_));
}

void reflector_fsm::set_live() {
    if (state_ == sync_state::live) return;
    notify(log_level::info, state_ == sync_state::retrying ? "watching again" : "synced and watching");
    state_ = sync_state::live;
    why_.clear();
}

std::string reflector_fsm::explain(const error& e, request failed) const {
    const std::string_view what = failed == request::list ? "list" : "watch";
    if (e.code == errc::forbidden)
        return fmt::format("no permission (RBAC) to {} {}: {}", what, resource_, e.to_string());
    if (lacks_kind(e))
        return fmt::format("the server has no {}, is the CustomResourceDefinition installed?: {}", resource_,
                           e.to_string());
    if (is_expired(e))
        return fmt::format("resourceVersion {} of {} has expired, listing again", version_, resource_);
    return fmt::format("cannot {} {}: {}", what, resource_, e.to_string());
}

void reflector_fsm::notify(log_level level, std::string text) {
    notices_.push_back({level, std::move(text)});
}

std::vector<reflector_fsm::notice> reflector_fsm::take_notices() {
    return std::exchange(notices_, {});
}

}}  // namespace setpoint::v0
