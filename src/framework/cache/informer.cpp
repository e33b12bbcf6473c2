#include "framework/cache/informer.hpp"

#include "framework/cache/list_reader.hpp"
#include "framework/cache/resource_version.hpp"

namespace setpoint { inline namespace v0 {

namespace {

// Keeps a slice of a list below store::slice objects: the smallest real objects have about 100
// bytes.
constexpr std::size_t decode_piece = 8 * 1024;
constexpr std::size_t pause_after = store::slice / 2;

std::string type_name(const kind_info& k, std::size_t same_before) {
    std::string name = k.dynamic         ? "dynamic"
                       : k.metadata_only ? "metadata"
                       : k.is_partial    ? "partial"
                                         : "full";
    if (same_before > 0) name += std::to_string(same_before + 1);
    return name;
}

}  // namespace

std::string informer_target::describe() const {
    std::string s = resource.group_resource();
    if (!ns.empty()) s += " in " + ns;
    if (!label_selector.empty()) s += " with labels " + label_selector;
    if (!field_selector.empty()) s += " with fields " + field_selector;
    return s;
}

informer::informer(loop& l, client& api, logger log, metrics& m, informer_target target, notifier& synced,
                   bool stream_lists)
    : loop_(l),
      api_(api),
      target_(std::move(target)),
      log_(log.with({{"informer", target_.describe()}})),
      metrics_(m),
      synced_(synced),
      fsm_(target_.resource.group_resource(), l.random(), stream_lists),
      measured_(m, target_, l.time()),
      decoder_({.pool = &pool_}) {
    fsm_.set_presence(presence::best_effort);
}

informer::~informer() = default;

void informer::add(namespace_shard& shard) {
    const std::string base = type_name(shard.kind(), 0);
    std::size_t same = 0;
    for (const fed_shard& p : shards_) same += type_name(p.shard->kind(), 0) == base ? 1 : 0;
    std::string name = type_name(shard.kind(), same);
    shard_metrics measured(metrics_, target_, name);
    shards_.push_back({&shard, std::move(name), measured});
    fsm_.relist();
    if (interrupt_) interrupt_->cancel();
}

std::string_view informer::last_answer() const {
    std::string_view last;
    for (const fed_shard& p : shards_)
        if (last.empty() || older(last, p.shard->last_answer())) last = p.shard->last_answer();
    return last;
}

// A list that arrives has the version of its end, which the collections show when it is taken in.
bool informer::awaits(const std::string& version) {
    const bool listing =
        std::any_of(shards_.begin(), shards_.end(), [](const fed_shard& p) { return p.in_list; });
    if (!listing && !older(fsm_.version(), version)) return false;
    awaited_ = version;
    return true;
}

void informer::read_newest() {
    fsm_.relist_newest();
    if (interrupt_) interrupt_->cancel();
}

awaitable<void> informer::run() {
    for (;;) {
        reflector_step s = fsm_.next(loop_.now());
        report();
        if (s.what == reflector_step::kind::wait)
            co_await loop_.sleep_until(s.until);
        else if (s.what == reflector_step::kind::list)
            co_await list(std::move(s));
        else
            co_await watch(std::move(s));
        report();
    }
}

void informer::report() {
    for (const auto& n : fsm_.take_notices()) log_.log(n.level, n.text);
    const bool changed = status_.state != fsm_.state();
    status_.state = fsm_.state();
    status_.why = fsm_.why();
    if (status_.state == sync_state::not_served) status_.failure = fsm_.failure();
    if (!changed) return;
    measured_.set_state(status_.state);
    // Those who wait for the kind to sync need not wait while it is not served.
    if (status_.state != sync_state::not_served) return;
    arrival_pending_ = true;
    synced_.notify();
    for (const fed_shard& p : shards_)
        if (p.shard->synced()) p.shard->when_presence_changed();
}

informer_report informer::report_values() const {
    informer_report r{target_.describe(), status_.state, status_.why, fsm_.version(), {}};
    for (const fed_shard& p : shards_) {
        const store& held = p.shard->objects();
        r.collections.push_back(
            {p.name, p.shard->synced(), held.objects().size(), held.bytes(), p.shard->writes().size()});
    }
    return r;
}

awaitable<void> informer::pause(std::size_t objects) {
    since_pause_ += objects;
    if (since_pause_ < pause_after) co_return;
    since_pause_ = 0;
    co_await loop_.yield();
}

call informer::make_call(const reflector_step& s) const {
    call c;
    c.op = s.what == reflector_step::kind::list ? verb::list : verb::watch;
    c.resource = target_.resource;
    c.where = target_.scope;
    c.key.ns = target_.ns;
    c.metadata_only = std::all_of(shards_.begin(), shards_.end(),
                                  [](const fed_shard& p) { return p.shard->kind().metadata_only; });
    collection_query& q = c.query();
    q.label_selector = target_.label_selector;
    q.field_selector = target_.field_selector;
    q.resource_version = s.resource_version;
    q.continue_token = s.continue_token;
    q.limit = s.limit;
    q.timeout_seconds = s.timeout_seconds;
    if (s.initial_events) {
        q.send_initial_events = true;
        q.resource_version_match = "NotOlderThan";
    }
    q.bookmarks = c.op == verb::watch;
    return c;
}

// Iterates by index: a collection may be added while a failed list is freed.
awaitable<void> informer::begin_list() {
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        while (shards_[i].shard->objects().discard(store::slice)) co_await loop_.yield();
        shards_[i].in_list = true;
        shards_[i].shard->objects().begin();
    }
}

awaitable<void> informer::list(reflector_step s) {
    if (s.continue_token.empty()) co_await begin_list();
    result<json::list_meta> page = error();
    try {
        call c = make_call(s);
        const std::string what = c.describe();
        page = co_await with_timeout(loop_, page_limit, what, read_page(std::move(c)));
    } catch (const std::exception& e) {
        page = error(errc::failed, e.what());
    }
    if (!page) {
        measured_.listed(false);
        fsm_.list_failed(loop_.now(), page.error());
        co_return;
    }
    const std::string before = fsm_.version();
    const auto listed = fsm_.page_read(page->resource_version, page->continue_token);
    if (listed != reflector_fsm::list_decision::accept) co_return;
    measured_.listed(true);
    report();
    co_await take_in(older(fsm_.version(), before));
}

awaitable<result<json::list_meta>> informer::read_page(call c) {
    auto stream = co_await api_.open(c);
    if (!stream) co_return stream.error();
    measured_.answered((*stream)->head().find("Date"));
    std::vector<namespace_shard*> shards;
    std::vector<std::unique_ptr<list_reader>> readers;
    for (const fed_shard& p : shards_) {
        if (!p.in_list) continue;
        shards.push_back(p.shard);
        readers.push_back(std::make_unique<list_reader>(*p.shard, pool_));
    }
    for (;;) {
        const auto piece = co_await (*stream)->read();
        if (!piece) co_return piece.error().within(c.describe());
        if (piece->empty()) break;
        for (std::string_view rest = *piece; !rest.empty();
             rest.remove_prefix(std::min(decode_piece, rest.size()))) {
            std::size_t objects = 0;
            for (std::size_t i = 0; i < shards.size(); ++i) {
                const std::size_t before = shards[i]->items();
                const auto ok = readers[i]->write(rest.substr(0, decode_piece));
                if (!ok) co_return ok.error().within(c.describe());
                objects += shards[i]->items() - before;
                measured_.unreadable(shards[i]->take_failures());
            }
            co_await pause(objects);
        }
    }
    for (const auto& r : readers)
        if (const auto ok = r->finish(); !ok) co_return ok.error().within(c.describe());
    co_return readers.front()->meta();
}

// All collections switch to the list at once. Changes are announced, and replaced objects freed, in
// slices.
awaitable<void> informer::take_in(bool regressed) {
    std::vector<std::size_t> taken;
    for (std::size_t i = 0; i < shards_.size(); ++i) {
        if (!std::exchange(shards_[i].in_list, false)) continue;
        shards_[i].shard->commit(fsm_.version(), regressed);
        shards_[i].fed = true;
        taken.push_back(i);
    }
    co_await sweep_writes();
    for (const std::size_t i : taken) {
        namespace_shard& shard = *shards_[i].shard;
        // Indexes that were added while the list was read lack the objects read before.
        while (shard.objects().build_indexes(store::slice)) co_await loop_.yield();
        while (shard.objects().announce(store::slice)) co_await loop_.yield();
        while (shard.objects().release(store::slice)) co_await loop_.yield();
        shard.set_synced();
        shards_[i].measured.update(shard);
    }
    newest_lists_ = fsm_.newest_lists();
    synced_.notify();
    if (!std::exchange(arrival_pending_, false)) co_return;
    for (const std::size_t i : taken) shards_[i].shard->when_presence_changed();
}

// Iterates by index: a collection may be added meanwhile.
awaitable<void> informer::sweep_writes() {
    for (std::size_t i = 0; i < shards_.size(); ++i)
        while (shards_[i].shard->sweep(store::slice, loop_.now())) co_await loop_.yield();
}

// Must not be interrupted, since handlers have to see what the list changed. A collection that is added
// meanwhile waits.
awaitable<bool> informer::take_in_streamed(bool regressed) {
    report();
    cancel_scope* const interrupt = std::exchange(interrupt_, nullptr);
    co_await take_in(regressed);
    interrupt_ = interrupt;
    co_return !fsm_.relist_wanted();
}

awaitable<void> informer::watch(reflector_step s) {
    if (s.initial_events) co_await begin_list();
    const std::uint64_t failed_before = fsm_.failed_streams();
    cancel_scope until_interrupted(loop_);
    interrupt_ = &until_interrupted;
    std::string failure;
    try {
        co_await follow(make_call(s));
    } catch (const cancelled&) {
        interrupt_ = nullptr;
        if (!until_interrupted.cancel_called() || until_interrupted.outer_active()) throw;
    } catch (const std::exception& e) {
        failure = e.what();
    }
    interrupt_ = nullptr;
    if (!failure.empty()) fsm_.error_event(loop_.now(), error(errc::failed, failure));
    if (fsm_.failed_streams() != failed_before && !fsm_.relist_wanted()) measured_.listed(false);
}

awaitable<void> informer::follow(call c) {
    const auto stream = co_await api_.open(c);
    if (!stream) {
        fsm_.watch_refused(loop_.now(), stream.error());
        co_return;
    }
    measured_.answered((*stream)->head().find("Date"));
    measured_.watch_opened();
    fsm_.watch_opened(loop_.now());
    report();
    co_await read_frames(**stream, c.describe());
}

awaitable<void> informer::read_frames(http::response_stream& stream, std::string what) {
    watch_frames frames;
    time_point last_event = loop_.now();  // when the last complete event arrived
    time_point swept = last_event;
    for (;;) {
        const auto piece =
            co_await with_deadline(loop_, saturating_add(last_event, silence_limit), what, stream.read());
        if (!piece) {
            fsm_.watch_broken(loop_.now(), piece.error());
            co_return;
        }
        if (piece->empty()) {
            if (frames.inside_frame())
                fsm_.watch_broken(loop_.now(),
                                  error(errc::connection_lost, what + ": ended inside an event"));
            else
                fsm_.watch_closed(loop_.now());
            co_return;
        }
        frames.feed(*piece);
        for (;;) {
            const auto frame = frames.next();
            if (!frame) {
                fsm_.watch_broken(loop_.now(), frame.error().within(what));
                co_return;
            }
            if (!*frame) break;
            const bool bookmark = (*frame)->type == watch_event::bookmark;
            const delivery delivered = deliver(**frame, what);
            if (delivered == delivery::failed) co_return;
            if (bookmark) co_await sweep_writes();
            if (bookmark) swept = loop_.now();
            if (delivered != delivery::done) {
                const bool watching = co_await take_in_streamed(delivered == delivery::list_regressed);
                if (!watching) co_return;
            }
            co_await pause(shards_.size());
            last_event = loop_.now();
        }
        for (fed_shard& p : shards_) p.measured.update(*p.shard);
        if (last_event - swept < overlay::max_age || fsm_.streaming()) continue;
        // A busy watch may have no bookmarks.
        for (fed_shard& p : shards_)
            if (p.fed) p.shard->bookmark(fsm_.version());
        swept = last_event;
        co_await sweep_writes();
    }
}

}}  // namespace setpoint::v0
