#include "framework/manager/elector.hpp"

#include "setpoint/core/race.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

using what = lease_fsm::step::what;

lease_record record_of(const coordination_v1::lease& l) {
    return {l.spec.holder_identity.value_or("").str(), l.spec.lease_duration_seconds.value_or(0),
            l.spec.acquire_time, l.spec.renew_time, l.spec.lease_transitions.value_or(0)};
}

lease_settings settings_of(const election_options& o) {
    return {o.identity, o.lease_duration, o.renew_deadline, o.retry_period};
}

// Returns whether the server may have done the write despite this error.
bool perhaps_written(const error& e) {
    switch (e.code) {
        case errc::unknown_outcome:
        case errc::timeout:
        case errc::connection_lost:
        case errc::server_error:
        case errc::bad_data:
        case errc::too_large:
            return true;
        default:
            return false;
    }
}

}  // namespace

elector::elector(loop& l, client& api, recorder& events, const logger& log, metrics& m,
                 const election_options& options, std::shared_ptr<write_gate> gate, lease_note note)
    : loop_(l),
      api_(api),
      events_(events),
      log_(log.with({{"lease", options.ns + "/" + options.id}, {"identity", options.identity}})),
      options_(options),
      key_(options.ns, options.id),
      gate_(std::move(gate)),
      note_(std::move(note)),
      leads_(m.gauge("leader_election_master_status", {{"name", options.id}})),
      slow_(m.counter("leader_election_slowpath_total", {{"name", options.id}})),
      fsm_(settings_of(options), l.random()),
      watch_(l, api, log_, key_) {
    leads_.Set(0);
}

awaitable<void> elector::acquire() {
    log_.info("Standing by for leadership");
    co_await first_of(loop_, "lease", compete(), watch_.run());
    began();
}

awaitable<void> elector::compete() {
    while (!fsm_.leading(loop_.now())) {
        if (watch_.take_free()) fsm_.look_now(loop_.now());
        co_await act(fsm_.next(loop_.now(), loop_.wall_now()));
    }
}

awaitable<std::string> elector::hold() {
    for (;;) {
        lease_fsm::step s = fsm_.next(loop_.now(), loop_.wall_now());
        if (s.is == what::lost) {
            gate_->close();
            leads_.Set(0);
            log_.warn("Lost leadership", {{"reason", s.why}, {"lastError", trouble_}});
            co_return s.why;
        }
        co_await act(std::move(s));
        if (fsm_.leading(loop_.now()))
            gate_->open_until(fsm_.deadline());
        else
            gate_->close();
    }
}

awaitable<void> elector::release(duration limit) {
    gate_->close();
    leads_.Set(0);
    fsm_.release();
    const auto done = co_await with_timeout(loop_, limit, "releasing the lease", give_back());
    if (!done) log_.warn("The lease could not be released; it expires by itself", {{"lastError", trouble_}});
}

awaitable<void> elector::give_back() {
    const bool had = fsm_.known() && fsm_.known()->holder == options_.identity;
    for (;;) {
        lease_fsm::step s = fsm_.next(loop_.now(), loop_.wall_now());
        if (s.is == what::released) break;
        co_await act(std::move(s));
    }
    if (had) log_.info("Released the lease");
}

awaitable<void> elector::act(lease_fsm::step s) {
    // At most half the deadline, so that a request to a server that does not respond is repeated once before
    // the term ends.
    const duration limit = std::max<duration>(std::chrono::seconds(1), options_.renew_deadline / 2);
    const time_point due = std::min(s.until, saturating_add(loop_.now(), limit));
    switch (s.is) {
        case what::wait:
            co_await watch_.wait(s.until);
            break;
        case what::read:
            co_await read(due);
            break;
        case what::create:
        case what::update:
            co_await write(std::move(s), due);
            break;
        case what::lost:  // as a standby: the response came too late
        case what::released:
            break;
    }
}

awaitable<void> elector::read(time_point due) {
    auto got = co_await with_deadline(loop_, due, "read the lease", api_.get<coordination_v1::lease>(key_));
    if (got) {
        take_in(std::move(*got));
        fsm_.seen(record_of(*held_), loop_.now());
    } else if (got.error().code == errc::not_found) {
        trouble_.clear();
        held_.reset();
        fsm_.missing(loop_.now());
    } else {
        failed("Reading the lease failed", got.error());
        fsm_.read_failed(loop_.now());
    }
}

awaitable<void> elector::write(lease_fsm::step s, time_point due) {
    coordination_v1::lease wanted;
    if (s.is == what::update) wanted = *held_;
    wanted.metadata.name = key_.name;
    wanted.metadata.ns = key_.ns;
    // A released lease names no holder: the server refuses an empty name.
    wanted.spec.holder_identity.reset();
    if (!s.record.holder.empty()) wanted.spec.holder_identity = s.record.holder;
    wanted.spec.lease_duration_seconds = s.record.duration_seconds;
    wanted.spec.acquire_time = s.record.acquired;
    wanted.spec.renew_time = s.record.renewed;
    wanted.spec.lease_transitions = s.record.transitions;
    if (note_.text) wanted.metadata.annotations[note_annotation] = note_.text();
    const kind_info& kind = kind_of<coordination_v1::lease>();
    call c = api_.create_call(kind, &wanted, {});
    if (s.is == what::update) {
        // Replaces the whole object at the resourceVersion that was seen, as client-go does.
        c.op = verb::update;
        c.body = encode_object(kind, &wanted);
    }
    auto got = co_await with_deadline(loop_, due, "write the lease", api_.write(kind, std::move(c)));
    if (!got) co_return take_write(s, got.error());
    take_in(std::static_pointer_cast<const coordination_v1::lease>(std::move(*got)));
    fsm_.written();
}

void elector::take_write(const lease_fsm::step& s, const error& e) {
    const time_point now = loop_.now();
    if (leading()) slow_.Increment();
    if (s.is == what::update && e.code == errc::not_found) {
        held_.reset();
        fsm_.missing(now);
    } else if (e.code == errc::conflict || e.code == errc::already_exists) {
        log_.debug("Another candidate was faster", {{"error", e.to_string()}});
        fsm_.conflicted(now);
    } else if (perhaps_written(e)) {
        failed("Writing the lease failed", e);
        fsm_.unanswered(now);
    } else {
        failed("Writing the lease failed", e);
        fsm_.refused(now);
    }
}

void elector::take_in(snapshot<coordination_v1::lease> l) {
    if (!trouble_.empty()) log_.info("The lease can be reached again");
    trouble_.clear();
    held_ = std::move(l);
    const auto note = held_->metadata.annotations.find(note_annotation);
    if (note_.received && note != held_->metadata.annotations.end()) note_.received(note->second.str());
    const std::string holder = held_->spec.holder_identity.value_or("").str();
    if (holder != told_holder_ && holder.empty()) log_.info("The lease is free");
    if (holder != told_holder_ && !holder.empty() && holder != options_.identity)
        log_.info("The lease is held", {{"holder", holder}});
    told_holder_ = holder;
}

// Repeated failures are logged once; take_in() logs the recovery.
void elector::failed(std::string_view doing, const error& e) {
    const bool told = !trouble_.empty();
    trouble_ = e.to_string();
    log_.log(told ? log_level::debug : log_level::warn, doing, {{"error", trouble_}});
}

void elector::began() {
    gate_->open_until(fsm_.deadline());
    leads_.Set(1);
    log_.info("Became leader", {{"term", fsm_.known()->transitions}});
    events_.record(kind_of<coordination_v1::lease>(), held_.get(), event_type::normal, "LeaderElection",
                   options_.identity + " became leader");
}

election_state elector::state() const {
    election_state s;
    s.lease = key_.to_string();
    s.identity = options_.identity;
    if (fsm_.known()) {
        s.holder = fsm_.known()->holder;
        s.transitions = fsm_.known()->transitions;
    }
    s.leading = leading();
    if (s.leading) s.leads_for = fsm_.deadline() - loop_.now();
    s.trouble = trouble_;
    return s;
}

}}  // namespace setpoint::v0
