#include "apiserver/read/watch.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/seconds.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "apiserver/read/lister.hpp"
#include "apiserver/read/scan.hpp"
#include "apiserver/state/converter.hpp"

#include <fmt/format.h>

#include <deque>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr duration bookmark_every = std::chrono::minutes(1), shortest = std::chrono::minutes(30),
                   longest = std::chrono::hours(24);
constexpr std::size_t piece = 64 * 1024;    // bytes per read; the last event may exceed it
constexpr std::size_t max_kept = 4 * 1024;  // of which are kept while the watch waits
constexpr std::size_t max_changes = 256;    // processed before the watch yields
constexpr std::size_t max_converted = 64;   // in one webhook call
constexpr const char* initial_end = "k8s.io/initial-events-end";

// The only name that the selector takes, if it requires one.
std::string_view selected_name(const field_selector& s) {
    for (const auto& one : s.requirements())
        if (one.equals && one.path == "metadata.name") return one.value;
    return {};
}

class watch_stream final : public http::body_source {
public:
    watch_stream(watch_request r, std::uint64_t from) : r_(std::move(r)), position_(from) {
        scope_ = r_.w->scope_of(r_.w->of(*r_.kind), r_.ns, selected_name(r_.options.fields));
        loop& l = r_.w->event_loop;
        const auto spread = static_cast<std::uint64_t>(shortest.count());
        const duration asked = go_seconds(r_.options.timeout_seconds.value_or(0));
        const duration limit = asked != duration::zero()
                                   ? std::min<duration>(asked, longest)
                                   : shortest + duration(static_cast<std::int64_t>(l.random().below(spread)));
        // A context with a deadline in the past: not even the initial objects are sent.
        ended_ = asked < duration::zero();
        end_ = saturating_add(l.now(), limit);
        next_bookmark_ = r_.options.bookmarks ? saturating_add(l.now(), bookmark_every) : never;
    }
    // Starts with the objects at `position_`.
    void begin_with_objects() { initial_.emplace(r_.w->of(*r_.kind), r_.ns, position_); }
    void mark_end() { mark_end_ = true; }
    void fail(const api_error& e) { failure_ = e; }

    awaitable<result<std::string_view>> read() override {
        text_.clear();
        if (text_.capacity() > max_kept) text_.shrink_to_fit();
        shared_ = nullptr;
        loop& l = r_.w->event_loop;
        // Events that never cease must hold up neither the end nor a bookmark.
        for (bool busy = std::exchange(had_events_, false);; busy = false) {
            if (std::exchange(more_, false)) co_await l.yield();
            if (!busy || !is_due(l.now())) {
                if (r_.kind->webhook && !ended_ && !failure_) co_await convert_ahead();
                fill();
            }
            had_events_ = true;
            if (r_.ends_at_event && (shared_ || !text_.empty())) {
                text_.clear();
                shared_ = nullptr;
                ended_ = true;
                co_return std::string_view();
            }
            if (shared_) co_return std::string_view(*shared_);
            if (!text_.empty()) co_return std::string_view(text_);
            had_events_ = false;
            if (more_ && !r_.w->stopping()) continue;
            // After the last event, as the real server does when it removes a definition's storage.
            ended_ = ended_ || is_gone();
            if (ended_ || r_.w->stopping() || l.now() >= end_) {
                // The final bookmark reports the position reached.
                if (!std::exchange(ended_, true) && next_bookmark_ != never && l.now() >= end_ &&
                    has_version()) {
                    bookmark(false);
                    co_return std::string_view(text_);
                }
                co_return std::string_view();
            }
            if (l.now() >= next_bookmark_) {
                next_bookmark_ = saturating_add(l.now(), bookmark_every);
                if (!has_version()) continue;
                bookmark(false);
                co_return std::string_view(text_);
            }
            co_await scope_->changed.wait(std::min(end_, next_bookmark_));
        }
    }

private:
    // The kind's definition was deleted, no longer serves this version, or serves it otherwise. The real
    // server replaces its storage then, which ends the watches (customresource_handler.go,
    // updateCustomResourceDefinition).
    bool is_gone() const {
        const group_version_resource& of = r_.kind->gvr;
        return r_.kind->custom && r_.w->kinds.find(of.group, of.version, of.resource) != r_.kind;
    }
    bool is_due(time_point now) const {
        if (now >= end_) return true;
        const bool in_list = initial_ || !pending_.empty() || mark_end_;
        return now >= next_bookmark_ && !in_list && !failure_ && has_version();
    }
    // A watch may begin at a version that does not exist yet.
    bool has_version() const { return position_ <= r_.w->visible_revision(); }
    // The change after `revision`, unless it may not leave the server yet. (The position at which the watch
    // begins may: its response has waited for it.)
    const change* next_change(std::uint64_t revision) const {
        const change* const c = scope_->next(revision);
        return c && c->revision <= r_.w->visible_revision() ? c : nullptr;
    }

    // The work of one turn: sets `text_` or `shared_`, and `more_` if there is more to process.
    void fill() {
        if (ended_) return;
        if (failure_) return error_event(*failure_);
        if (initial_ || !pending_.empty()) {
            fill_initial();
            if (more_ || ended_) return;
        }
        if (std::exchange(mark_end_, false)) bookmark(true);
        if (scope_->has_lost(position_)) return too_old();
        for (std::size_t n = 0; text_.size() < piece; ++n) {
            const change* next = next_change(position_);
            if (!next) {
                position_ = std::max(position_, r_.w->visible_revision());
                return;
            }
            more_ = n == max_changes || (r_.kind->webhook && next->revision > converted_until_);
            if (more_) return;
            position_ = next->revision;
            const event_texts::text line = encode_event(*next);
            if (!line) continue;
            if (text_.empty() && !next_change(position_)) {
                shared_ = line;  // the usual case of one event: no copy
                return;
            }
            text_ += *line;
        }
        more_ = true;
    }

    // The next batch of initial objects; false if the state at that revision is no longer known.
    bool read_initial(std::vector<record_ptr>& batch) {
        const collection_scan::state now = initial_->next(batch);
        if (now == collection_scan::state::ended) initial_.reset();
        return now != collection_scan::state::lost;
    }

    // For a kind that a webhook converts: the records that fill() needs next, in the watched
    // version.
    awaitable<void> convert_ahead() {
        std::vector<record_ptr> some;
        const bool initial = initial_ && pending_.empty();
        std::uint64_t until = position_;
        if (initial && !read_initial(some)) {
            too_old();
            co_return;
        }
        for (std::size_t n = 0; !initial && n < max_converted; ++n) {
            const change* const next = next_change(until);
            if (!next) break;
            until = next->revision;
            if (!r_.ns.empty() && next->now->key.ns != r_.ns) continue;
            some.push_back(next->now);
            if (next->before) some.push_back(next->before);
        }
        const time_point due = saturating_add(r_.w->event_loop.now(), request_limit);
        if (auto ok = co_await convert_records(*r_.w, *r_.kind, some, due); !ok) {
            failure_ = ok.error();
            co_return;
        }
        converted_.clear();
        converted_until_ = until;
        for (record_ptr& o : some) {
            if (!initial)
                converted_.emplace(o->revision, std::move(o));
            else if (takes(o))
                pending_.push_back(std::move(o));
        }
    }
    // In the watched version.
    const record& seen(const record_ptr& o) const {
        const auto at = r_.kind->webhook ? converted_.find(o->revision) : converted_.end();
        return at == converted_.end() ? *o : *at->second;
    }

    // In batches, yielding to the loop in between.
    void fill_initial() {
        if (pending_.empty() && !r_.kind->webhook) {
            std::vector<record_ptr> batch;
            if (!read_initial(batch)) return too_old();
            for (record_ptr& o : batch)
                if (takes(o)) pending_.push_back(std::move(o));
        }
        const std::size_t most = r_.show ? collection_scan::batch / 4 : collection_scan::batch;
        for (std::size_t n = 0; n < most && !pending_.empty() && text_.size() < piece; ++n) {
            text_ += event("ADDED", *pending_.front());
            pending_.pop_front();
        }
        more_ = initial_ || !pending_.empty();
    }

    void too_old() {
        initial_.reset();
        pending_.clear();
        error_event(expired(fmt::format("too old resource version: {} ({})", position_,
                                        r_.w->store.oldest(r_.w->of(*r_.kind)))));
    }

    bool takes(const record_ptr& o) const {
        return o && (r_.ns.empty() || o->key.ns == r_.ns) && r_.options.takes(*r_.kind, seen(o));
    }

    // An object that leaves the selection is reported as deleted, one that enters it as added.
    // Null: no event.
    event_texts::text encode_event(const change& c) {
        const bool was = takes(c.before), is = c.what != change::type::deleted && takes(c.now);
        if (is) return text_of(c, was ? "MODIFIED" : "ADDED");
        if (!was) return nullptr;
        return text_of(c, c.what == change::type::deleted ? "DELETED" : "LEFT");
    }
    event_texts::text text_of(const change& c, std::string_view type) {
        const auto make = [&] {
            if (type != "LEFT") return event(type, seen(c.now));
            // Its last selected state, at the revision that removed it from the selection.
            bj::object last = r_.w->served(*r_.kind, seen(c.before));
            make_object(last, "metadata")["resourceVersion"] = std::to_string(c.revision);
            return tree_event("DELETED", std::move(last));
        };
        if (!r_.format) return std::make_shared<const std::string>(make());
        return r_.w->events.get(r_.kind, {c.revision, type, *r_.format}, make);
    }

    std::string event(std::string_view type, const record& o) {
        if (r_.show) return tree_event(type, r_.w->served(*r_.kind, o));
        return line(type, r_.w->served_text(*r_.kind, o));
    }
    std::string tree_event(std::string_view type, bj::object o) {
        if (r_.show) o = r_.show(std::move(o), std::exchange(first_, false));
        return line(type, json_text::serialize(o));
    }
    std::string line(std::string_view type, std::string_view object) {
        std::string out;
        if (r_.protobuf) {
            append_protobuf_event(r_.w->encoder, type, object, out);
            return out;
        }
        constexpr std::string_view begin = "{\"type\":\"", middle = "\",\"object\":", end = "}\n";
        out.reserve(begin.size() + type.size() + middle.size() + object.size() + end.size());
        out.append(begin).append(type).append(middle).append(object).append(end);
        return out;
    }
    void error_event(const api_error& e) {
        ended_ = true;
        text_ += line("ERROR", json_text::serialize(e.to_status()));
    }
    // Reports the store's version only if there is no event left before it: clients resume there.
    void bookmark(bool initial) {
        const bool caught_up = !next_change(position_);
        const std::uint64_t reached = caught_up ? std::max(position_, r_.w->visible_revision()) : position_;
        bj::object o;
        o["kind"] = r_.kind->kind;
        o["apiVersion"] = r_.kind->gvr.api_version();
        o["metadata"] = bj::object{{"resourceVersion", std::to_string(reached)}};
        if (initial) o["metadata"].get_object()["annotations"] = bj::object{{initial_end, "true"}};
        if (!r_.kind->custom) apply_go_encoding(o);
        text_ += tree_event("BOOKMARK", std::move(o));
    }

    watch_request r_;
    std::shared_ptr<watch_scope> scope_;
    std::uint64_t position_;
    std::optional<collection_scan> initial_;
    std::deque<record_ptr> pending_;  // of the last batch read
    std::optional<api_error> failure_;
    std::map<std::uint64_t, record_ptr> converted_;  // by revision: needed by fill(), up to
    std::uint64_t converted_until_ = 0;
    std::string text_;
    event_texts::text shared_;
    time_point end_ = never, next_bookmark_ = never;
    bool mark_end_ = false, ended_ = false, first_ = true, more_ = false, had_events_ = false;
};

}  // namespace

api_result<std::shared_ptr<http::body_source>> open_watch(watch_request r) {
    auto from = read_version(r.options.resource_version, true);
    if (!from) return from.error();
    server_state& w = *r.w;
    const std::uint64_t newest = w.store.revision();
    // The state at a version is only known once that version exists.
    const bool too_early = r.options.initial_events.value_or(false) && from->n > newest;
    const bool initial = r.options.initial_events.value_or(from->n == 0);
    const std::uint64_t begin =
        initial || (r.options.initial_events && from->n == 0) ? w.store.revision() : from->n;
    const bool mark = r.options.initial_events.value_or(false) && r.options.bookmarks;
    const std::uint64_t oldest = w.store.oldest(w.of(*r.kind));
    auto stream = std::make_shared<watch_stream>(std::move(r), begin);
    if (too_early) {
        stream->fail(version_too_large(from->n, newest));
        return std::shared_ptr<http::body_source>(std::move(stream));
    }
    if (!initial && begin < oldest)
        stream->fail(expired(fmt::format("too old resource version: {} ({})", begin, oldest)));
    if (initial) stream->begin_with_objects();
    if (mark) stream->mark_end();
    return std::shared_ptr<http::body_source>(std::move(stream));
}

}}}  // namespace setpoint::v0::apiserver
