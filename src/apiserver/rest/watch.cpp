#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <apiserver/kinds/fields.hpp>
#include <apiserver/kinds/shape.hpp>
#include <apiserver/rest/reader.hpp>
#include <apiserver/rest/watch.hpp>
#include <deque>

namespace setpoint::apiserver {

namespace {

constexpr duration bookmark_every = std::chrono::minutes(1), shortest = std::chrono::minutes(30);
constexpr std::size_t piece = 64 * 1024;  // bytes handed on at once, one event more at most
constexpr const char* initial_end = "k8s.io/initial-events-end";

class watch_stream final : public http::body_source {
public:
    watch_stream(watch_request r, std::uint64_t from) : r_(std::move(r)), position_(from) {
        loop& l = r_.w->owner;
        const auto spread = static_cast<std::uint64_t>(shortest.count());
        const duration limit =
            r_.options.timeout_seconds && *r_.options.timeout_seconds > 0
                ? duration(std::chrono::seconds(std::min<std::int64_t>(*r_.options.timeout_seconds, 86'400)))
                : shortest + duration(static_cast<std::int64_t>(l.random().below(spread)));
        end_ = saturating_add(l.now(), limit);
        next_bookmark_ = r_.options.bookmarks ? saturating_add(l.now(), bookmark_every) : never;
    }
    void begin_with(std::vector<record_ptr> items, bool mark_end) {
        initial_.assign(items.begin(), items.end());
        mark_end_ = mark_end;
    }
    void fail(const api_error& e) { failure_ = e; }

    awaitable<result<std::string_view>> read() override {
        text_.clear();
        loop& l = r_.w->owner;
        while (true) {
            fill();
            if (!text_.empty()) co_return std::string_view(text_);
            if (ended_ || r_.w->stopping() || l.now() >= end_) {
                // The last word says how far it got.
                if (!std::exchange(ended_, true) && next_bookmark_ != never && l.now() >= end_) {
                    bookmark(false);
                    co_return std::string_view(text_);
                }
                co_return std::string_view();
            }
            if (l.now() >= next_bookmark_) {
                next_bookmark_ = saturating_add(l.now(), bookmark_every);
                bookmark(false);
                co_return std::string_view(text_);
            }
            co_await r_.w->changes_of(r_.kind->storage).wait(std::min(end_, next_bookmark_));
        }
    }

private:
    void fill() {
        if (ended_) return;
        if (failure_) return error_event(*failure_);
        while (!initial_.empty() && text_.size() < piece) {
            event("ADDED", *initial_.front());
            initial_.pop_front();
        }
        if (!initial_.empty()) return;
        if (std::exchange(mark_end_, false)) bookmark(true);
        collection& c = r_.w->of(*r_.kind);
        if (position_ < c.forgotten())
            return error_event(
                expired(fmt::format("too old resource version: {} ({})", position_, r_.w->store.oldest())));
        while (text_.size() < piece) {
            const change* next = c.next(position_);
            if (!next) {
                position_ = std::max(position_, r_.w->store.revision());
                return;
            }
            position_ = next->revision;
            tell(*next);
        }
    }

    bool takes(const record_ptr& o) const {
        return o && (r_.ns.empty() || o->key.ns == r_.ns) && r_.options.takes(*r_.kind, *o);
    }

    // What leaves the selection is deleted for who watches it, what enters it is added.
    void tell(const change& c) {
        const bool was = takes(c.before), is = c.what != change::type::deleted && takes(c.now);
        if (is) return event(was ? "MODIFIED" : "ADDED", *c.now);
        if (!was) return;
        if (c.what == change::type::deleted) return event("DELETED", *c.now);
        // Its last state inside, at the revision that took it out.
        bj::object last = r_.w->served(*r_.kind, *c.before);
        kinds::make_object(last, "metadata")["resourceVersion"] = std::to_string(c.revision);
        tree_event("DELETED", std::move(last));
    }

    void event(std::string_view type, const record& o) {
        if (r_.show) return tree_event(type, r_.w->served(*r_.kind, o));
        line(type, r_.w->served_text(*r_.kind, o));
    }
    void tree_event(std::string_view type, bj::object o) {
        if (r_.show) o = r_.show(std::move(o), std::exchange(first_, false));
        line(type, bj::serialize(o));
    }
    void line(std::string_view type, std::string_view object) {
        text_.append("{\"type\":\"").append(type).append("\",\"object\":").append(object).append("}\n");
    }
    void error_event(const api_error& e) {
        ended_ = true;
        line("ERROR", bj::serialize(e.to_status()));
    }
    void bookmark(bool initial) {
        bj::object o;
        o["kind"] = r_.kind->kind;
        o["apiVersion"] = r_.kind->gvr.api_version();
        o["metadata"] =
            bj::object{{"resourceVersion", std::to_string(std::max(position_, r_.w->store.revision()))}};
        if (initial) o["metadata"].get_object()["annotations"] = bj::object{{initial_end, "true"}};
        if (!r_.kind->custom) kinds::shape(o);
        tree_event("BOOKMARK", std::move(o));
    }

    watch_request r_;
    std::uint64_t position_;
    std::deque<record_ptr> initial_;
    std::optional<api_error> failure_;
    std::string text_;
    time_point end_ = never, next_bookmark_ = never;
    bool mark_end_ = false, ended_ = false, first_ = true;
};

}  // namespace

api_result<std::shared_ptr<http::body_source>> open_watch(watch_request r) {
    auto from = read_version(r.options.resource_version, true);
    if (!from) return from.error();
    world& w = *r.w;
    const bool initial = r.options.initial_events.value_or(from->n == 0);
    const std::uint64_t begin =
        initial || (r.options.initial_events && from->n == 0) ? w.store.revision() : from->n;
    const bool mark = r.options.initial_events.value_or(false) && r.options.bookmarks;
    std::vector<record_ptr> items;
    if (initial) {
        list_options all = r.options;
        items = w.of(*r.kind)
                    .list(r.ns, 0, std::nullopt, 0, [&](const record& o) { return all.takes(*r.kind, o); })
                    .items;
    }
    const std::uint64_t oldest = w.store.oldest();
    auto stream = std::make_shared<watch_stream>(std::move(r), begin);
    if (!initial && begin < oldest)
        stream->fail(expired(fmt::format("too old resource version: {} ({})", begin, oldest)));
    stream->begin_with(std::move(items), mark);
    return std::shared_ptr<http::body_source>(std::move(stream));
}

}  // namespace setpoint::apiserver
