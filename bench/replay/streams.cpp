#include "streams.hpp"

#include "protobuf.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

constexpr std::size_t piece_size = 32 * 1024;
constexpr duration bookmark_period = std::chrono::seconds(60);

using snapshot_of_objects = std::vector<object_ptr>;

// What a list is made of beside its objects.
struct list_frame {
    format in;
    std::string head, end;
};

list_frame frame_of(format in, const kind_facts& kind, const bj::object& meta,
                    const snapshot_of_objects& objects) {
    const std::string list = fmt::format("{}List", kind.kind);
    if (in == format::json)
        return {in,
                fmt::format(R"({{"kind":"{}","apiVersion":"{}","metadata":{},"items":[)", list,
                            kind.api_version(), bj::serialize(meta)),
                "]}\n"};
    const std::string begin =
        encode_message(kind.api_version(), list, bj::serialize(bj::object{{"metadata", meta}}));
    std::size_t size = begin.size();
    for (const object_ptr& o : objects) {
        std::string head;
        append_field_head(head, 2, o->protobuf().size());
        size += head.size() + o->protobuf().size();
    }
    return {in, envelope_begin(kind.api_version(), list, size) + begin, std::string(envelope_end)};
}

class list_source final : public http::body_source {
public:
    list_source(loop& l, snapshot_of_objects objects, list_frame frame, tally& t)
        : loop_(l), objects_(std::move(objects)), frame_(std::move(frame)), piece_(frame_.head), tally_(t) {}
    awaitable<result<std::string_view>> read() override {
        if (next_ != 0) piece_.clear();
        while (piece_.size() < piece_size && next_ < objects_.size()) {
            add(*objects_[next_]);
            ++next_;
        }
        if (next_ == objects_.size() && !ended_) {
            piece_ += frame_.end;
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
    void add(const prepared& o) {
        if (frame_.in == format::json) {
            if (next_ != 0) piece_ += ',';
            piece_ += o.json();
        } else {
            append_field_head(piece_, 2, o.protobuf().size());
            piece_ += o.protobuf();
        }
    }

    loop& loop_;
    const snapshot_of_objects objects_;
    const list_frame frame_;
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
          in_(q.in),
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
    void add(std::string_view type, const prepared& object) {
        if (in_ == format::protobuf) {
            append_watch_frame(piece_, type, object.kind, object.protobuf());
            return;
        }
        piece_ += R"({"type":")";
        piece_ += type;
        piece_ += R"(","object":)";
        piece_ += object.json();
        piece_ += "}\n";
    }
    void add_bookmark(bool initial_end, std::uint64_t version) {
        add("BOOKMARK",
            {collection_.kind,
             fmt::format(R"({{"kind":"{}","apiVersion":"{}","metadata":{{"resourceVersion":"{}",)"
                         R"("creationTimestamp":null{}}}}})",
                         collection_.kind.kind, collection_.kind.api_version(), version,
                         initial_end ? R"(,"annotations":{"k8s.io/initial-events-end":"true"})" : "")});
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
            add("ERROR", failure(410, "Expired", "too old resource version"));
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
    const format in_;
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
    bj::object meta = {{"resourceVersion", fmt::format("{}", version)}};
    const std::uint64_t sent = q.sent + page.size();
    if (at != c.objects().end()) {
        const std::uint64_t all = c.objects().size();
        meta["continue"] = fmt::format("{}.{}.{}", version, sent, last);
        meta["remainingItemCount"] = static_cast<std::int64_t>(all - std::min(sent, all));
    }
    list_frame frame = frame_of(q.in, c.kind, meta, page);
    return std::make_shared<list_source>(l, std::move(page), std::move(frame), t);
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
        for (const auto& [name, object] : c.objects()) all.push_back(object);
        source->begin(std::move(all), now);
    }
    return source;
}

}}}  // namespace setpoint::v0::replay
