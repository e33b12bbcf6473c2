#include "streams.hpp"

#include "status_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace setpoint::replay {

namespace {

constexpr std::size_t piece_size = 32 * 1024;
constexpr duration bookmark_period = std::chrono::seconds(60);

using snapshot_of_objects = std::vector<text_ptr>;

class list_source final : public http::body_source {
public:
    list_source(loop& l, snapshot_of_objects objects, std::string head, tally& t)
        : loop_(l), objects_(std::move(objects)), piece_(std::move(head)), tally_(t) {}
    awaitable<result<std::string_view>> read() override {
        if (next_ != 0) piece_.clear();
        while (piece_.size() < piece_size && next_ < objects_.size()) {
            if (next_ != 0) piece_ += ',';
            piece_ += *objects_[next_++];
        }
        if (next_ == objects_.size() && !ended_) {
            piece_ += "]}\n";
            ended_ = true;
            ++next_;
        } else if (next_ > objects_.size()) {
            piece_.clear();
        }
        tally_.streamed(piece_.size());
        co_await loop_.yield();
        co_return std::string_view(piece_);
    }

private:
    loop& loop_;
    const snapshot_of_objects objects_;
    std::size_t next_ = 0;
    bool ended_ = false;
    std::string piece_;
    tally& tally_;
};

class watch_source final : public http::body_source {
public:
    watch_source(loop& l, collection& c, const watch_query& q, const std::uint64_t& version, tally& t)
        : loop_(l),
          collection_(c),
          version_(version),
          bookmarks_(q.bookmarks),
          tally_(t),
          expiries_(c.expiries()) {
        if (q.timeout > duration::zero()) end_ = saturating_add(l.now(), q.timeout);
    }
    // What is sent before the changes.
    void begin(snapshot_of_objects objects, std::uint64_t at) {
        objects_ = std::move(objects);
        initial_ = true;
        at_ = at;
    }
    void position(std::uint64_t p) { position_ = p; }
    void refuse() { expired_ = true; }

    awaitable<result<std::string_view>> read() override {
        piece_.clear();
        add_initial();
        while (piece_.empty()) {
            if (ended_ || loop_.now() >= end_) co_return std::string_view();
            add_changes();
            if (!piece_.empty()) break;
            const time_point due = std::min(end_, saturating_add(loop_.now(), bookmark_period));
            const bool woken = co_await collection_.changed.wait(due);
            if (!woken && bookmarks_ && loop_.now() < end_) add_bookmark(false, version_);
        }
        tally_.streamed(piece_.size());
        co_return std::string_view(piece_);
    }

private:
    void add(std::string_view type, std::string_view object) {
        piece_ += R"({"type":")";
        piece_ += type;
        piece_ += R"(","object":)";
        piece_ += object;
        piece_ += "}\n";
    }
    void add_bookmark(bool initial_end, std::uint64_t version) {
        add("BOOKMARK",
            fmt::format(R"({{"kind":"{}","apiVersion":"{}","metadata":{{"resourceVersion":"{}",)"
                        R"("creationTimestamp":null{}}}}})",
                        collection_.kind.kind, collection_.kind.api_version(), version,
                        initial_end ? R"(,"annotations":{"k8s.io/initial-events-end":"true"})" : ""));
    }
    void add_initial() {
        while (next_ < objects_.size() && piece_.size() < piece_size) add("ADDED", *objects_[next_++]);
        if (initial_ && next_ == objects_.size() && piece_.size() < piece_size) {
            initial_ = false;
            objects_.clear();
            next_ = 0;
            add_bookmark(true, at_);
        }
    }
    void add_changes() {
        if (expired_ || expiries_ != collection_.expiries() || collection_.forgotten(position_)) {
            add("ERROR", status_text(410, "Expired", "too old resource version"));
            ended_ = true;
            return;
        }
        for (const change* c = collection_.at(position_); c && piece_.size() < piece_size;
             c = collection_.at(++position_))
            add(c->type, *c->object);
    }

    loop& loop_;
    collection& collection_;
    const std::uint64_t& version_;
    const bool bookmarks_;
    tally& tally_;
    const std::uint64_t expiries_;
    time_point end_ = never;
    snapshot_of_objects objects_;
    std::size_t next_ = 0;
    std::uint64_t at_ = 0, position_ = 0;
    bool initial_ = false, expired_ = false, ended_ = false;
    std::string piece_;
};

}  // namespace

std::shared_ptr<http::body_source> make_list(loop& l, const collection& c, const list_query& q, tally& t) {
    snapshot_of_objects page;
    auto at = q.after.empty() ? c.objects().begin() : c.objects().upper_bound(q.after);
    std::string last;
    for (; at != c.objects().end() && (q.limit == 0 || page.size() < q.limit); ++at) {
        page.push_back(at->second);
        last = at->first;
    }
    const std::uint64_t version = q.of != 0 ? q.of : q.version;
    std::string more;
    const std::uint64_t sent = q.sent + page.size();
    if (at != c.objects().end())
        more = fmt::format(R"(,"continue":"{}.{}.{}","remainingItemCount":{})", version, sent, last,
                           c.objects().size() - std::min<std::uint64_t>(sent, c.objects().size()));
    return std::make_shared<list_source>(
        l, std::move(page),
        fmt::format(
            R"({{"kind":"{}List","apiVersion":"{}","metadata":{{"resourceVersion":"{}"{}}},"items":[)",
            c.kind.kind, c.kind.api_version(), version, more),
        t);
}

std::shared_ptr<http::body_source> make_watch(loop& l, collection& c, const watch_query& q, std::uint64_t now,
                                              const std::uint64_t& version, tally& t) {
    auto source = std::make_shared<watch_source>(l, c, q, version, t);
    std::uint64_t position = 0;
    if (!c.seek(q.initial_events ? now : q.from, position)) source->refuse();
    source->position(position);
    if (q.initial_events) {
        snapshot_of_objects all;
        all.reserve(c.objects().size());
        for (const auto& [name, text] : c.objects()) all.push_back(text);
        source->begin(std::move(all), now);
    }
    return source;
}

}  // namespace setpoint::replay
