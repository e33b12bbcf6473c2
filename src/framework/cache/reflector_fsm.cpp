#include "framework/cache/reflector_fsm.hpp"

#include "framework/cache/resource_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace setpoint {

namespace {

constexpr duration steady_watch =
    std::chrono::minutes(1);  // a break after this long is worth a line of its own

bool is_expired(const error& e) {
    return e.code == errc::gone;
}
// A collection is always there when its kind is.
bool lacks_kind(const error& e) {
    return e.code == errc::not_found || e.http_status == 404;
}
bool keeps_watch(const error& e) {
    return e.code == errc::unreachable || e.code == errc::too_many_requests;
}

}  // namespace

std::string_view to_string(sync_state s) noexcept {
    switch (s) {
        case sync_state::starting:
            return "starting";
        case sync_state::listing:
            return "listing";
        case sync_state::live:
            return "live";
        case sync_state::retrying:
            return "retrying";
        case sync_state::not_served:
            return "not_served";
    }
    return "retrying";
}

reflector_fsm::reflector_fsm(std::string resource, random_source& random, bool stream)
    : resource_(std::move(resource)),
      random_(random),
      backoff_(backoff_policy::reflector()),
      stream_(stream) {
    plan_list();
}

reflector_step reflector_fsm::next(time_point now) {
    reflector_step step;
    if (due_ > now) {
        step.until = due_;
        return step;
    }
    if (relist_ && (phase_ == phase::watch || continue_.empty())) {
        relist_ = false;
        // Before the first list there is nothing to list again.
        if (phase_ == phase::watch) {
            phase_ = phase::list;
            plan_list();
            if (state_ == sync_state::live) {
                state_ = sync_state::listing;
                tell(log_level::info, "listing again for a view that came late");
            }
        }
    }
    if (phase_ == phase::list) {
        if (state_ == sync_state::starting) {
            state_ = sync_state::listing;
            tell(log_level::debug, "listing");
        }
        streaming_ = stream_ && !plain_once_ && continue_.empty();
        if (streaming_) {
            step.what = reflector_step::kind::watch;
            step.initial_events = true;
            // As client-go: without a version the newest state, through a quorum.
            if (list_version_ != "0") step.resource_version = list_version_;
            step.timeout_seconds = watch_seconds();
            return step;
        }
        step.what = reflector_step::kind::list;
        // A continue token carries its version; the server refuses both together.
        if (continue_.empty()) step.resource_version = list_version_;
        step.continue_token = continue_;
        step.limit = limit_;
        return step;
    }
    step.what = reflector_step::kind::watch;
    step.resource_version = version_;
    step.timeout_seconds = watch_seconds();
    return step;
}

std::int64_t reflector_fsm::watch_seconds() {
    return min_watch_seconds +
           static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(min_watch_seconds)));
}

// "0" is any state that the server has at hand: cheap for it, and possibly older than what an earlier process
// has seen.
void reflector_fsm::plan_list() {
    continue_.clear();
    list_version_ = expired_ ? "" : version_.empty() ? "0" : version_;
    // A page size would keep the server from answering from its watch cache.
    const bool specific = !list_version_.empty() && list_version_ != "0";
    limit_ = specific && !paged_ ? 0 : page_size;
}

reflector_fsm::verdict reflector_fsm::page_read(std::string_view resource_version,
                                                std::string_view continue_token) {
    if (continue_.empty()) list_result_ = resource_version;
    if (!continue_token.empty()) {
        if (list_version_ == "0") paged_ = true;
        continue_ = continue_token;
        return verdict::more;
    }
    continue_.clear();
    if (older(list_result_, version_)) {
        if (!list_version_.empty()) {
            tell(log_level::warn,
                 fmt::format("the list of {} is at resourceVersion {}, older than {} that was seen: refused, "
                             "asking for the newest state",
                             resource_, list_result_, version_));
            expired_ = true;
            plan_list();
            return verdict::refuse;
        }
        // A quorum has answered: this is what the server holds, so its data were put back to an older state.
        tell(log_level::error,
             fmt::format("the server went back in time: {} were at resourceVersion {} and are at {}; was it "
                         "restored from a backup?",
                         resource_, version_, list_result_));
    }
    expired_ = whole_ = plain_once_ = false;
    version_ = list_result_;
    phase_ = phase::watch;
    if (state_ == sync_state::not_served) state_ = sync_state::listing;
    return verdict::accept;
}

reflector_fsm::verdict reflector_fsm::initial_events_end(std::string_view resource_version) {
    streaming_ = false;
    const verdict v = page_read(resource_version, {});
    if (v == verdict::accept) {
        synthetic_ = false;
        set_live();
    }
    return v;
}

void reflector_fsm::stream_failed(time_point now, const error& e, bool opened) {
    streaming_ = false;
    // Servers without the feature refuse its parameters, and those that know nothing of it never end the
    // list.
    const bool refused = e.code == errc::invalid || (e.code == errc::unsupported && !lacks_kind(e));
    if (refused || (opened && e.code == errc::timeout)) {
        stream_ = false;
        tell(log_level::info, fmt::format("the server does not stream lists of {}: listing as usual ({})",
                                          resource_, e.to_string()));
        return;
    }
    const bool newest = list_version_.empty() || list_version_ == "0";
    if ((is_expired(e) || e.code == errc::version_too_large) && !newest) {
        expired_ = true;
        plan_list();
        tell(log_level::debug, "the resourceVersion is not served: listing the newest state");
        return;
    }
    // Progress is better than insisting, except with a server that is away or busy.
    plain_once_ = !keeps_watch(e);
    retry(now, phase::list, e, "list");
}

void reflector_fsm::list_failed(time_point now, const error& e) {
    const bool further_page = !continue_.empty();
    // Once: a server that pages and expires all the same is waited for like any other failure.
    if (is_expired(e) && further_page && !std::exchange(whole_, true)) {
        // The snapshot that was being paged is compacted: all of it in one answer, from the version that was
        // asked for.
        continue_.clear();
        limit_ = 0;
        tell(log_level::debug, "a page of the list has expired: listing in one piece");
        return;
    }
    const bool newest = list_version_.empty();
    if ((is_expired(e) || e.code == errc::version_too_large) && !newest) {
        expired_ = true;
        plan_list();
        tell(log_level::debug, "the resourceVersion is not served: listing the newest state");
        return;
    }
    retry(now, phase::list, e, "list");
}

void reflector_fsm::watch_opened(time_point now) {
    opened_ = now;
    had_event_ = false;
    if (streaming_) return;
    // Without a version to start from the server first sends what exists, in any order.
    synthetic_ = !is_version(version_);
    set_live();
}

void reflector_fsm::watch_refused(time_point now, const error& e) {
    if (streaming_) {
        stream_failed(now, e, false);
        return;
    }
    retry(now, keeps_watch(e) ? phase::watch : phase::list, e, "watch");
}

void reflector_fsm::event(watch_event type, std::string_view resource_version) {
    had_event_ = true;
    silences_ = 0;
    // A streamed list comes in any order.
    if (resource_version.empty() || streaming_) return;
    if (synthetic_ && type == watch_event::added) return;
    synthetic_ = false;
    if (!older(resource_version, version_)) version_ = resource_version;
}

void reflector_fsm::error_event(time_point now, const error& e) {
    if (streaming_) {
        stream_failed(now, e);
        return;
    }
    if (e.code == errc::too_many_requests)
        retry(now, phase::watch, e, "watch");
    else
        list_past_event(now, e);
}

// The next list has to be newer than what ended the watch, or the watch would come to it again. A server that
// pages answers with the very version that it is given.
void reflector_fsm::list_past_event(time_point now, const error& e) {
    if (paged_) expired_ = true;
    retry(now, phase::list, e, "watch");
}

void reflector_fsm::watch_closed(time_point now) {
    if (streaming_) {
        stream_failed(now, error(errc::connection_lost, "the streamed list ended before it was whole"));
        return;
    }
    end_watch(now, nullptr);
}

void reflector_fsm::watch_broken(time_point now, const error& e) {
    if (streaming_) {
        stream_failed(now, e);
        return;
    }
    if (e.code == errc::bad_data || e.code == errc::too_large) {
        list_past_event(now, e);
        return;
    }
    const bool steady = now - opened_ >= steady_watch;
    if (e.code == errc::timeout) {
        // Servers without bookmarks are quiet by nature: said once, then done in silence.
        if (++silences_ == 1)
            tell(log_level::warn,
                 fmt::format("the watch was silent for too long: opening it again ({})", e.to_string()));
    } else if (steady || e.code != last_break_) {
        tell(log_level::info, fmt::format("the watch broke: opening it again ({})", e.to_string()));
    }
    last_break_ = e.code;
    end_watch(now, &e);
    if (e.code != errc::timeout || silences_ < 2 || !std::has_single_bit(silences_)) return;
    tell(log_level::debug, "the watch was silent again: listing, to see where the server is");
    phase_ = phase::list;
    plan_list();
}

void reflector_fsm::end_watch(time_point now, const error* e) {
    phase_ = phase::watch;
    if (relist_ || now - opened_ >= short_watch) return;
    const error short_lived(errc::connection_lost, "the watch ended at once");
    // With events in it the watch does work, but must not be opened in a tight loop.
    retry(now, had_event_ ? phase::watch : phase::list, e ? *e : short_lived, "watch");
}

void reflector_fsm::relist() {
    relist_ = true;
}

void reflector_fsm::retry(time_point now, phase then, const error& e, std::string_view what) {
    duration delay = backoff_.next(now, random_);
    // Added, so that those who were all told the same do not come back all at once.
    if (e.retry_after) delay += std::min<duration>(*e.retry_after, longest_retry_after);
    due_ = saturating_add(now, delay);
    const phase failed = what == "list" ? phase::list : phase::watch;
    phase_ = then;
    if (then == phase::list) plan_list();
    const sync_state now_is = optional_ && lacks_kind(e) ? sync_state::not_served : sync_state::retrying;
    const bool same = state_ == now_is && why_code_ == e.code && why_phase_ == failed;
    state_ = now_is;
    why_code_ = e.code;
    why_phase_ = failed;
    if (same) return;
    why_ = explain(e, what);
    if (now_is == sync_state::not_served) {
        tell(log_level::info,
             fmt::format("the server does not serve {}, which is optional: working without; the watch starts "
                         "once its CustomResourceDefinition is installed",
                         resource_));
        return;
    }
    tell(is_expired(e) ? log_level::info : log_level::warn, fmt::format("retrying: {}", why_));
}

void reflector_fsm::set_live() {
    if (state_ == sync_state::live) return;
    tell(log_level::info, state_ == sync_state::retrying ? "watching again" : "synced and watching");
    state_ = sync_state::live;
    why_.clear();
}

std::string reflector_fsm::explain(const error& e, std::string_view what) const {
    if (e.code == errc::forbidden)
        return fmt::format("no permission (RBAC) to {} {}: {}", what, resource_, e.to_string());
    if (lacks_kind(e))
        return fmt::format("the server has no {}, is the CustomResourceDefinition installed?: {}", resource_,
                           e.to_string());
    if (is_expired(e))
        return fmt::format("resourceVersion {} of {} has expired, listing again", version_, resource_);
    return fmt::format("cannot {} {}: {}", what, resource_, e.to_string());
}

void reflector_fsm::tell(log_level level, std::string text) {
    notices_.push_back({level, std::move(text)});
}

std::vector<reflector_fsm::notice> reflector_fsm::take_notices() {
    return std::exchange(notices_, {});
}

}  // namespace setpoint
