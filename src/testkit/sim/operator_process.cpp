#include "testkit/sim/operator_process.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/text_search.hpp"
#include "testkit/sim/world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr duration between_end_and_start = std::chrono::milliseconds(100);
constexpr duration catching_up = std::chrono::seconds(10);

awaitable<void> run_manager(testing::detail::manager_run& one) {
    co_await one.run();
}

}  // namespace

incarnation::incarnation(operator_process& p)
    : process(p),
      account(p.of().parts().open_account()),
      net(*this, account ? static_cast<http::transport&>(*account) : p.of().parts().api.transport()) {
    tasks = std::make_unique<task_scope>(p.of().event_loop(), "operator",
                                         [this](std::string_view, std::exception_ptr e) {
                                             process.of().ended(*this, testing::detail::text_of(e));
                                         });
}

void incarnation::kill() {
    is_dead = may_end = true;
    tasks->request_stop();
}

awaitable<void> incarnation::be_dead() {
    co_await process.of().event_loop().sleep_until(never);
}

void incarnation::read(std::string_view json) {
    constexpr std::string_view member = "\"uid\":\"";
    constexpr std::size_t length = 36;
    for (std::size_t at = find_text(json, member); at != std::string_view::npos;
         at = find_text(json, member, at)) {
        at += member.size();
        const std::string_view uid = json.substr(at, length);
        if (!seen.contains(uid)) seen.emplace(uid);
    }
}

operator_process::operator_process(world& w, std::size_t index, testing::environment::set_up declare,
                                   manager_options options)
    : world_(w), index_(index), declare_(std::move(declare)), options_(std::move(options)) {
    options_.instance += fmt::format("-{}", index_ + 1);
    // Candidates of one election are replicas of one program.
    if (index_ != 0 && !options_.election.enabled) options_.name += fmt::format("-{}", index_ + 1);
    if (index_ != 0) label_ = options_.election.enabled ? options_.instance : options_.name;
    options_.when_overdue = [this] { world_.violate("shutdown", options_.name + " did not end in time"); };
}

void operator_process::note(std::string what) {
    if (world_.timeline()) world_.timeline()->add(lane::operators, label_, std::move(what));
}

manager& operator_process::declare() {
    incarnation& one = incarnations_.emplace_back(*this);
    // One that starts while a fault lasts, or with old lists, has seen something of it.
    if (old_revision_ == 0 && world_.is_fault_over()) memory_.clear();
    one.old_revision = std::exchange(old_revision_, 0);
    one.is_old = is_old_;
    one.run = &world_.parts().add_manager(declare_, options_, one.net, one.account.get());
    current_ = &one;
    return one.run->m;
}

void operator_process::start() {
    if (has_left_) return;
    if (!current_ || current_->tasks->size() != 0) declare();
    note("starts");
    current_->tasks->spawn(options_.name, run_manager(*current_->run));
}

void operator_process::crash(duration d) {
    if (current_) crash(*current_, d);
}

void operator_process::crash(incarnation& one, duration d) {
    one.kill();
    if (current_ != &one) return;
    current_ = nullptr;
    note("is killed");
    world_.spawn("restart", start_after(d));
}

awaitable<void> operator_process::start_after(duration d) {
    co_await world_.event_loop().sleep(d);
    start();
}

void operator_process::leave() {
    has_left_ = true;
    if (current_) std::exchange(current_, nullptr)->kill();
}

void operator_process::terminate() {
    if (!current_) return;
    incarnation& one = *std::exchange(current_, nullptr);
    one.may_end = true;
    note("gets SIGTERM");
    one.run->m.request_stop();
    world_.spawn("restart", stop_and_start(one));
}

awaitable<void> operator_process::stop_and_start(incarnation& one) {
    constexpr duration check = std::chrono::milliseconds(10);
    while (!one.run->ended) co_await world_.event_loop().sleep(check);
    one.kill();
    co_await start_after(between_end_and_start);
}

void operator_process::hold(const std::string& resource, duration d) {
    time_point& until = held_[resource];
    until = std::max(until, saturating_add(world_.event_loop().now(), d));
    world_.be_busy(d);
}

time_point operator_process::held_until(const std::string& resource) const {
    time_point until{};
    for (const std::string& r : {resource, std::string()})
        if (const auto at = held_.find(r); at != held_.end()) until = std::max(until, at->second);
    return until;
}

void operator_process::freeze(duration d) {
    frozen_until_ = saturating_add(world_.event_loop().now(), d);
    if (current_ && options_.election.enabled) current_->may_end = true;  // it loses the Lease
    hold("", d);
}

void operator_process::show_old_lists(std::uint64_t revision,
                                      std::function<bool(std::string_view resource)> which) {
    old_revision_ = revision;
    is_old_ = std::move(which);
}

std::string operator_process::list_target(incarnation& by, const point& p, const std::string& target) {
    if (by.old_revision == 0 || !by.is_old(p.gvr.resource) || !by.listed.insert(p.gvr.resource).second)
        return target;
    const std::size_t query = target.find('?');
    std::string out = target.substr(0, query);
    out += fmt::format("?resourceVersion={}&resourceVersionMatch=Exact", by.old_revision);
    if (query != std::string::npos) {
        std::string_view rest = std::string_view(target).substr(query + 1);
        while (!rest.empty()) {
            const std::string_view one = rest.substr(0, rest.find('&'));
            rest.remove_prefix(std::min(rest.size(), one.size() + 1));
            if (!one.starts_with("resourceVersion")) out.append("&").append(one);
        }
    }
    hold(p.gvr.resource, catching_up);
    return out;
}

bool operator_process::is_settled() const {
    if (has_left_) return true;
    return current_ && current_->in_flight == 0 && current_->run->m.ready();
}

std::size_t operator_process::unfinished_keys() const {
    if (!current_) return 0;
    std::size_t n = 0;
    const boost::json::object document = current_->run->m.debug_document();
    for (const auto& c : apiserver::list_of(document, "controllers")) {
        n += c.at("active").to_number<std::size_t>();
        for (const char* in : {"fresh", "retry", "timer", "initial", "waiting"})
            if (const auto* count = c.at("queue").as_object().if_contains(in))
                n += count->to_number<std::size_t>();
    }
    return n;
}

}}}  // namespace setpoint::v0::sim
