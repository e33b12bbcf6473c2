#include "setpoint/queue/detail/slot_queue.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::array lanes{lane::fresh, lane::retry, lane::timer, lane::initial};
static_assert(lanes.size() == lane_count);

constexpr bool is_list(lane in) {
    return in == lane::fresh || in == lane::initial;
}

}  // namespace

void slot_queue::clear() {
    entries_.clear();
    free_ = none;
    fresh_ = initial_ = in_flight_ = list{};
    retry_ = timer_ = delay_heap();
    pops_ = 0;
}

slot_queue::slot slot_queue::open() {
    if (free_ == none) {
        entries_.emplace_back();
        return static_cast<slot>(entries_.size() - 1);
    }
    const slot id = free_;
    free_ = entries_[id].next;
    return id;
}

bool slot_queue::wake(slot id, lane in, time_point due, time_point now, std::string_view reason) {
    if (due == never) return false;
    if (due > now) ++retries_;
    entry& e = entries_[id];
    const bool queued = e.where == place::queued;
    // A key that became due in the past is eligible now, on a par with keys that are added now.
    const time_point current = std::max(e.due, now);
    due = std::max(due, now);

    const bool better = due < current || in < e.in;
    if (better || (due == current && in == e.in)) e.reason = reason;
    if (!better) return false;

    const bool eligible = queued && e.due <= now;
    if (queued) leave_lane(id);
    e.in = std::min(in, e.in);
    e.due = std::min(due, current);
    if (e.where == place::in_flight) return false;  // takes effect in settle()
    if (!eligible) e.since = e.due;
    if (!queued) ++adds_;
    enter_lane(id);
    return true;
}

std::optional<slot_queue::popped> slot_queue::pop(time_point now) {
    if (shut_down_) return std::nullopt;
    const slot id = next_to_pop(now);
    if (id == none) return std::nullopt;
    pops_ = (pops_ + 1) % oldest_first_every;

    leave_lane(id);
    entry& e = entries_[id];
    const popped result{{id, ++e.generation}, e.in, e.since, e.failures, e.reason};
    e.where = place::in_flight;
    e.since = now;
    e.due = never;
    e.in = lane::initial;
    append(in_flight_, id);
    return result;
}

time_point slot_queue::done(ticket t, time_point now) {
    in_flight(t).failures = 0;
    return settle_calmly(t.id, now);
}

time_point slot_queue::done_requeue(ticket t, time_point due, time_point now) {
    in_flight(t).failures = 0;
    wake(t.id, lane::timer, due, now, "requeue_after");
    return settle_calmly(t.id, now);
}

time_point slot_queue::done_retry(ticket t, time_point now) {
    entry& e = in_flight(t);
    // An event may have run the key before the wait ended. That failure is not another attempt;
    // otherwise a busy key would soon reach the longest delay (kubernetes/kubernetes#132805).
    if (e.failures == 0 || now >= e.retry_due) {
        if (e.failures < std::numeric_limits<unsigned>::max()) ++e.failures;
        e.retry_due = saturating_add(now, policy_.delay(e.failures));
    }
    wake(t.id, lane::retry, e.retry_due, now, "retry");
    return settle(t.id, now);
}

time_point slot_queue::done_terminal(ticket t, time_point now) {
    in_flight(t).failures = 0;
    return settle(t.id, now);
}

slot_queue::entry& slot_queue::in_flight(ticket t) {
    if (t.id >= entries_.size() || entries_[t.id].where != place::in_flight ||
        entries_[t.id].generation != t.generation) {
        throw std::logic_error("work queue: done with a key that is not being processed");
    }
    return entries_[t.id];
}

time_point slot_queue::settle_calmly(slot id, time_point now) {
    entry& e = entries_[id];
    const time_point calm = saturating_add(now, settle_time);
    if (e.in == lane::fresh && e.due < calm) {
        e.in = lane::timer;
        e.due = calm;
    }
    return settle(id, now);
}

// Moves a slot whose processing has ended to its next place.
time_point slot_queue::settle(slot id, time_point now) {
    remove(in_flight_, id);
    entry& e = entries_[id];
    if (e.due == never) {
        const std::uint32_t generation = e.generation;
        e = entry{};
        e.generation = generation;
        e.next = free_;
        free_ = id;
        return never;
    }
    ++adds_;
    e.due = e.since = std::max(e.due, now);
    enter_lane(id);
    return e.due;
}

slot_queue::slot slot_queue::first(lane in, time_point now) const {
    if (in == lane::fresh) return fresh_.head;
    if (in == lane::initial) return initial_.head;
    const delay_heap& heap = in == lane::retry ? retry_ : timer_;
    return !heap.empty() && heap.next_due() <= now ? heap.top() : none;
}

slot_queue::slot slot_queue::next_to_pop(time_point now) const {
    const bool oldest = pops_ + 1 == oldest_first_every;
    slot found = none;
    for (const lane in : lanes) {
        const slot id = first(in, now);
        if (id == none) continue;
        if (!oldest) return id;
        if (found == none || entries_[id].due < entries_[found].due) found = id;
    }
    return found;
}

time_point slot_queue::next_due() const {
    if (shut_down_) return never;
    if (fresh_.size + initial_.size > 0) return time_point::min();
    return std::min(retry_.next_due(), timer_.next_due());
}

queue_stats slot_queue::stats(time_point now) const {
    queue_stats s;
    s.depth = {fresh_.size, retry_.due_count(now), timer_.due_count(now), initial_.size};
    s.waiting = retry_.size() - s.depth[1] + timer_.size() - s.depth[2];
    s.in_flight = in_flight_.size;
    for_each_in_flight([&](slot, time_point started) { s.unfinished += now - started; });
    if (in_flight_.head != none) s.longest = now - entries_[in_flight_.head].since;
    s.adds = adds_;
    s.retries = retries_;
    return s;
}

void slot_queue::enter_lane(slot id) {
    entry& e = entries_[id];
    e.where = place::queued;
    if (is_list(e.in)) {
        append(list_of(e.in), id);
    } else {
        heap_of(e.in).insert(id, e.due);
    }
}

void slot_queue::leave_lane(slot id) {
    const lane in = entries_[id].in;
    if (is_list(in)) {
        remove(list_of(in), id);
    } else {
        heap_of(in).erase(id);
    }
}

void slot_queue::append(list& l, slot id) {
    entry& e = entries_[id];
    e.previous = l.tail;
    e.next = none;
    (l.tail == none ? l.head : entries_[l.tail].next) = id;
    l.tail = id;
    ++l.size;
}

void slot_queue::remove(list& l, slot id) {
    entry& e = entries_[id];
    (e.previous == none ? l.head : entries_[e.previous].next) = e.next;
    (e.next == none ? l.tail : entries_[e.next].previous) = e.previous;
    --l.size;
}

}}  // namespace setpoint::v0
