#include "setpoint/http/detail/pool.hpp"

#include "framework/http/connect.hpp"
#include "framework/http/connection.hpp"
#include "framework/http/pool_fsm.hpp"
#include "framework/http/serialize.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace http {

// Shared with operations in progress, so that the pool may be destroyed first.
struct pool_state {
    struct place {
        std::unique_ptr<connection> kept;  // idle
        connection* used = nullptr;        // lent to a lease
        cancel_scope* opening = nullptr;
    };

    pool_state(loop& the_loop, origin where, https_pool::tls_source source, const pool_options& options)
        : l(the_loop),
          to(std::move(where)),
          tls(std::move(source)),
          via(options.via),
          refused(options.refused),
          fsm(options),
          max_connections(options.max_connections),
          places(max_connections + options.max_urgent) {}

    void hand_over(const std::optional<pool_fsm::handover>& next) {
        if (!next) return;
        granted.emplace(next->to, next->what);
        l.ready(next->to);
    }
    void close_expired(time_point at) {
        for (const pool_fsm::slot s : fsm.expire(at)) places[s].kept.reset();
    }
    // Returns the context for a new connection and closes idle ones with an older context.
    tls_context_ptr context() {
        tls_context_ptr c = to.tls() ? tls() : nullptr;
        if (c != last) close_expired(never);
        last = c;
        return c;
    }
    bool may_try_again(const error& e) {
        return e.code == errc::unreachable && to.tls() && refused && refused();
    }

    loop& l;
    origin to;
    https_pool::tls_source tls;
    tls_context_ptr last;
    std::optional<proxy> via;
    std::function<bool()> refused;
    buffer_stock stock;
    pool_fsm fsm;
    std::size_t max_connections;
    std::vector<place> places;
    std::set<connection*> streams;                        // lent to leases that have returned their slot
    std::map<pool_fsm::ticket, pool_fsm::grant> granted;  // to senders that have not resumed yet
    std::uint64_t opened_ever = 0;
    bool closed = false;
};

namespace {

using state_ptr = std::shared_ptr<pool_state>;

error is_closed(const origin& to) {
    return error(errc::stopping, fmt::format("connections to {} are closed", to.authority()));
}

// A slot in use, with its connection once there is one. Frees the slot unless it was kept.
class lease {
public:
    lease(state_ptr s, pool_fsm::grant g) : state_(std::move(s)), at_(g.at) {
        if (g.kept) put(std::move(place().kept));
    }
    lease(lease&& o) noexcept
        : state_(std::move(o.state_)),
          at_(o.at_),
          without_slot_(o.without_slot_),
          connection_(std::move(o.connection_)) {}
    lease& operator=(lease&&) = delete;
    ~lease() {
        if (!state_) return;
        drop();
        if (!without_slot_) state_->hand_over(state_->fsm.free(at_));
    }

    connection* get() const { return connection_.get(); }
    void put(std::unique_ptr<connection> c) {
        connection_ = std::move(c);
        place().used = connection_.get();
    }
    void drop() {
        if (without_slot_)
            state_->streams.erase(connection_.get());
        else
            place().used = nullptr;
        connection_.reset();
    }
    // A stream uses its connection for minutes, so another sender may use the slot.
    void return_slot() {
        place().used = nullptr;
        state_->streams.insert(connection_.get());
        without_slot_ = true;
        state_->hand_over(state_->fsm.free(at_));
    }
    // Returns the connection to the pool if it still has a slot there.
    void keep() {
        if (without_slot_) return drop();
        place().used = nullptr;
        connection_->release_buffer();
        place().kept = std::move(connection_);
        const state_ptr s = std::move(state_);
        const time_point now = s->l.now();
        s->hand_over(s->fsm.keep(at_, now));
        s->close_expired(now);
    }
    pool_state& pool() const { return *state_; }
    pool_state::place& place() const { return state_->places[at_]; }

private:
    state_ptr state_;
    pool_fsm::slot at_;
    bool without_slot_ = false;
    std::unique_ptr<connection> connection_;
};

class pooled_stream final : public response_stream {
public:
    pooled_stream(lease l, response_head head, duration idle)
        : lease_(std::in_place, std::move(l)), head_(std::move(head)), idle_(idle) {}
    ~pooled_stream() override {
        if (lease_ && lease_->get()->finish()) settle();
    }
    const response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        if (!lease_) co_return std::string_view();
        connection& c = *lease_->get();
        std::optional<time_point> due;
        if (++pieces_ % pieces_per_turn == 0) co_await lease_->pool().l.yield();
        for (;;) {
            const result<std::optional<std::string_view>> piece = c.poll();
            if (!piece) co_return piece.error();
            if (*piece) {
                if ((*piece)->empty()) settle();
                co_return **piece;
            }
            if (!due) due = deadline(lease_->pool().l, idle_);
            const result<> ready = co_await c.wait(*due, idle_);
            if (!ready) co_return ready.error();
        }
    }

private:
    // A fast server must not keep the loop in one task: at 16 KiB per piece this is half a
    // megabyte.
    static constexpr unsigned pieces_per_turn = 32;
    void settle() {
        const pool_state& p = lease_->pool();
        const bool retired = p.to.tls() && lease_->get()->tls() != p.last;
        if (lease_->get()->reusable() && !p.closed && !retired) lease_->keep();
        lease_.reset();
    }
    std::optional<lease> lease_;
    response_head head_;
    duration idle_;
    unsigned pieces_ = 0;
};

// Waits for a slot: all are in use.
awaitable<result<lease>> wait_for_slot(state_ptr s, bool urgent, duration limit) {
    const waiter_id id = s->l.reserve();
    s->fsm.join(id, urgent);
    const wake w = co_await s->l.wait_quietly(id, deadline(s->l, limit));
    if (const auto granted = s->granted.find(id); granted != s->granted.end()) {
        // Owned by a lease in any case, so that it is passed on if this sender no longer needs it.
        lease mine(s, granted->second);
        s->granted.erase(granted);
        if (w.cause == wake::by::cancel) throw cancelled{};
        co_return mine;
    }
    s->fsm.leave(id);
    if (w.cause == wake::by::cancel) throw cancelled{};
    if (s->closed) co_return is_closed(s->to);
    co_return error(errc::unreachable, fmt::format("{} waiting for one of {} connections to {}",
                                                   timed_out(limit), s->max_connections, s->to.authority()));
}

// Opens the connection of a lease. Ends early, with `stopping`, if the pool is closed.
awaitable<result<>> open(lease& mine, tls_context_ptr tls, const timeouts& t) {
    pool_state& s = mine.pool();
    cancel_scope scope(s.l);
    mine.place().opening = &scope;
    const auto leave = [](pool_state::place* p) { p->opening = nullptr; };
    const std::unique_ptr<pool_state::place, decltype(leave)> registered(&mine.place(), leave);
    try {
        result<std::unique_ptr<byte_stream>> stream =
            co_await connect(s.l, s.to, std::move(tls), t, s.via ? &*s.via : nullptr);
        if (!stream) co_return stream.error();
        ++s.opened_ever;
        mine.put(std::make_unique<connection>(s.l, std::move(*stream), s.stock));
        co_return result<>();
    } catch (const cancelled&) {
        if (!scope.cancel_called() || scope.outer_active()) throw;
    }
    co_return is_closed(s.to);
}

awaitable<result<std::unique_ptr<response_stream>>> send_over(state_ptr s, request r, timeouts t) {
    std::string wire;
    const result<> written = append_request(wire, r, s->to.authority());
    if (!written) co_return written.error();
    const bool to_head = r.method == "HEAD", repeatable = to_head || r.method == "GET";
    const bool urgent = r.urgent;
    const std::function<result<>()> may_start = std::move(r.may_start);
    r = request();
    if (s->closed) co_return is_closed(s->to);
    s->close_expired(s->l.now());
    tls_context_ptr tls = s->context();
    const std::optional<pool_fsm::grant> at_once = s->fsm.acquire(urgent);
    std::optional<result<lease>> acquired;
    if (at_once)
        acquired.emplace(lease(s, *at_once));
    else
        acquired.emplace(co_await wait_for_slot(s, urgent, t.queue));
    result<lease>& mine = *acquired;
    if (!mine) co_return mine.error();
    for (bool again = false;;) {
        if (s->closed) co_return is_closed(s->to);
        tls = s->context();
        const bool other_tls = mine->get() && s->to.tls() && mine->get()->tls() != tls;
        if (mine->get() && (other_tls || !mine->get()->still_open())) mine->drop();
        const bool fresh = !mine->get();
        if (fresh) {
            const result<> opened = co_await open(*mine, tls, t);
            if (!opened && !again && s->may_try_again(opened.error())) {
                again = true;
                continue;
            }
            if (!opened) co_return opened.error();
            if (s->closed) co_return is_closed(s->to);
        }
        // After everything that takes time: a request that is refused here has not begun.
        if (const result<> allowed = may_start ? may_start() : result<>(); !allowed) {
            mine->keep();
            co_return allowed.error();
        }
        result<response_head> head = co_await mine->get()->exchange(wire, to_head, t, may_start);
        if (head && head->status == 200 && t.idle == duration::zero()) mine->return_slot();
        if (head) co_return std::make_unique<pooled_stream>(std::move(*mine), std::move(*head), t.idle);
        if (head.error().code == errc::not_leader) co_return head.error();  // a new connection would not help
        const bool unseen = surely_not_sent(head.error().code);
        const bool safe =
            repeatable && head.error().code == errc::connection_lost && !mine->get()->answered();
        mine->drop();
        if (fresh && !again && s->may_try_again(head.error())) {
            again = true;
            continue;
        }
        if (fresh || !(unseen || safe)) co_return head.error();
    }
}

}  // namespace

https_pool::https_pool(loop& l, origin to, tls_source tls, pool_options options)
    : state_(std::make_shared<pool_state>(l, std::move(to), std::move(tls), options)) {}

https_pool::~https_pool() {
    close();
}

awaitable<result<std::unique_ptr<response_stream>>> https_pool::send(request r, timeouts t) {
    return send_over(state_, std::move(r), t);
}

void https_pool::close() {
    state_->closed = true;
    (void)state_->fsm.expire(never);
    for (pool_state::place& p : state_->places) {
        p.kept.reset();
        if (p.used) p.used->close();
        if (p.opening) p.opening->cancel();
    }
    for (connection* const c : state_->streams) c->close();
    for (const pool_fsm::ticket t : state_->fsm.cancel_waiters()) state_->l.ready(t);
}

https_pool::counts https_pool::count() const {
    const pool_fsm& b = state_->fsm;
    return {b.open() + state_->streams.size(), b.idle(), b.waiting(), state_->opened_ever};
}

}}}  // namespace setpoint::v0::http
