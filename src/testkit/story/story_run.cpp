#include "testkit/story/story_run.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::story {

namespace {

// Of what the operator does by itself in the run without faults.
constexpr duration longest_own_pause = std::chrono::seconds(1);

std::string object_name_of(const sim::point& p, const std::string& name) {
    return fmt::format("{}{}{} {}", p.gvr.resource, p.gvr.group.empty() ? "" : ".", p.gvr.group,
                       object_key(p.key.ns, sim::canonical_word(name, {})));
}

}  // namespace

story_run::story_run(loop& l, const run_settings& s)
    : loop_(l),
      settings_(s),
      log_(silent_, l.time()),
      changes_(l),
      released_(l),
      gate_(*this),
      cluster_(std::make_unique<cluster>(l, log_, s.text)),
      tasks_(std::make_unique<task_scope>(l, "story", [this](std::string_view task, std::exception_ptr e) {
          try {
              std::rethrow_exception(e);
          } catch (const cancelled&) {
          } catch (const std::exception& x) {
              fail(fmt::format("{}: {}", task, x.what()));
          } catch (...) {
              fail(std::string(task));
          }
      })) {
    begun_ = last_activity_ = l.now();
    cluster_->on_change = [this](const apiserver::resource& r, const apiserver::record_ptr& before,
                                 const apiserver::record_ptr& now) { changed(r, before, now); };
}

void story_run::fail(const std::string& why) {
    if (ended_early_.empty()) ended_early_ = why;
    changes_.notify();
}

void story_run::note(std::string line) {
    if (is_over_) return;
    trace_.push_back(std::move(line));
    trace_times_.push_back(loop_.now());
}

std::string story_run::trace_time(std::size_t line) const {
    const duration since = trace_times_[line] - begun_;
    return fmt::format("{:6.3f}", std::chrono::duration<double>(since).count());
}

void story_run::violate(std::string oracle, std::string detail) {
    const bool is_known =
        std::any_of(wrong_.begin(), wrong_.end(), [&](const wrong_outcome& w) { return w.oracle == oracle; });
    if (!is_known) wrong_.push_back({std::move(oracle), std::move(detail)});
    changes_.notify();
}

void story_run::touch() {
    last_activity_ = loop_.now();
    changes_.notify();
}

void story_run::changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                        const apiserver::record_ptr& now) {
    touch();
    if (now && !before && now->json.find("\"generateName\":\"") != std::string::npos)
        if (const std::string name = sim::canonical_name(now->parse()); name != now->key.name)
            gate_.generated(now->key.name, name);
    if (!is_told_ || settings_.text.invariants.empty()) return;
    const std::string words = fmt::format("{} {} {}",
                                          !now     ? "delete"
                                          : before ? "update"
                                                   : "create",
                                          r.storage, now ? now->key : before->key);
    for (const story_invariant& i : settings_.text.invariants) {
        if (told_broken_.contains(i.name)) continue;
        const std::string why = i.check.problem(cluster_->state(), true);
        if (why.empty()) continue;
        told_broken_.insert(i.name);
        violate("invariant: " + i.name, fmt::format("after {} (resourceVersion {}): {}; wanted {}", words,
                                                    cluster_->objects().revision(), why, i.check.words()));
    }
}

void story_run::paused(duration d) {
    if (is_told_ && d < longest_own_pause) longest_pause_ = std::max(longest_pause_, d);
}

instance& story_run::of(const sim::point& p) {
    return *std::next(instances_.begin(), static_cast<std::ptrdiff_t>(p.process));
}

sim::effect story_run::at(sim::point p) {
    if (!is_told_) return {};
    sim::story_point s;
    s.user_writes = user_writes_;
    s.existed = !p.key.name.empty() && !p.gvr.resource.empty() && cluster_->objects().find(p.gvr, p.key);
    s.is_of_user = user_objects_.contains(object_name_of(p, p.key.name));
    s.p = std::move(p);
    points_.push_back(s);
    if (settings_.plan && !had_fault_ && s.p.text == settings_.plan->point) {
        had_fault_ = true;
        trace_at_fault_ = trace_.size();
        note(fmt::format("FAULT {}: {}", settings_.plan->what->name, settings_.plan->what->words));
        return settings_.plan->what->apply(*this, s.p);
    }
    for (imposed& i : imposed_)
        if (i.times > 0 && s.p.is_request() && i.which(s.p)) {
            --i.times;
            return i.e;
        }
    return {};
}

void story_run::wrote(incarnation& by, const sim::point& p, int status, const apiserver::record_ptr& before) {
    if (const auto led = leader(); led && led != &by && by.of.current() == &by)
        violate("only the leader writes", fmt::format("{} by instance {} while instance {} holds the Lease",
                                                      p.text, by.of.index() + 1, led->of.index() + 1));
    writes_.all.push_back(p.text);
    constexpr int most_of_one = 100;
    if (is_at_end_ && ++writes_after_end_[p.text.substr(0, p.text.rfind('#'))] > most_of_one)
        violate("write rate", fmt::format("{}: {} times after the story's end", p.text, most_of_one + 1));
    if (is_at_end_ && writes_.all.size() > writes_at_end_ + settings_.most_writes)
        violate("write rate", fmt::format("{} writes after the story's end, the last ones {}",
                                          writes_.all.size() - writes_at_end_, p.text));
    if (!p.subresource.empty()) return;
    const bool is_generated = p.op == verb::create && p.key.name.ends_with('-');
    const std::string name = object_name_of(p, is_generated ? p.key.name + "*" : gate_.canonical(p.key.name));
    if (status == 201) {
        ++writes_.created[name];
        if (const auto made = had_fault_ ? cluster_->objects().find(p.gvr, p.key) : nullptr)
            made_under_fault_.insert(made->uid);
    }
    // What it made under a fault, and should not have, it may take back.
    if (p.op == verb::remove && !(before && made_under_fault_.contains(before->uid))) ++writes_.deleted[name];
}

void story_run::leads(incarnation& by, const std::string& lease, const std::string& holder) {
    auto& known = leaders_[lease];
    if (holder.empty() || known.second == holder) return;
    known = {by.of.index(), holder};
    note(fmt::format("operator {}: holds the Lease {}", by.of.index() + 1, lease));
    changes_.notify();
}

std::string story_run::leader_of(const std::string& lease) const {
    const auto at = leaders_.find(lease);
    return at == leaders_.end() ? "" : at->second.second;
}

incarnation* story_run::leader() {
    if (instances_.size() < 2) return nullptr;
    for (const auto& [lease, who] : leaders_) {
        if (who.second.empty()) continue;
        return std::next(instances_.begin(), static_cast<std::ptrdiff_t>(who.first))->current();
    }
    return nullptr;
}

void story_run::operator_ended(incarnation& by, const std::string& how) {
    std::string last = by.last_output;
    constexpr std::size_t shown = 600;
    if (last.size() > shown) last = "..." + last.substr(last.size() - shown);
    std::string text = fmt::format("the operator ended by itself with {}", how);
    if (!last.empty()) text += "; its last output:\n" + last;
    if (is_told_)
        violate("operator ended", std::move(text));
    else
        fail(text);
}

void story_run::hold(const std::string& resource) {
    held_.insert(resource);
    touch();
    if (std::exchange(is_releasing_, true)) return;
    tasks_->spawn("release", release_when_calm());
}

bool story_run::is_held(const std::string& resource) const {
    return resource != not_held_ && (held_.contains("") || held_.contains(resource));
}

void story_run::hold_all_but(const std::string& resource) {
    not_held_ = resource;
    hold("");
}

awaitable<void> story_run::until_released(std::string resource) {
    while (is_held(resource)) co_await released_.wait();
}

awaitable<void> story_run::release_when_calm() {
    constexpr duration longest_hold = std::chrono::seconds(20);
    const duration d = std::max<duration>(settings_.settle, std::chrono::milliseconds(300));
    (void)co_await until_calm(d, saturating_add(loop_.now(), longest_hold));
    is_releasing_ = false;
    held_.clear();
    not_held_.clear();
    note("watches deliver again");
    released_.notify();
    touch();
}

void story_run::impose(int times, std::function<bool(const sim::point&)> which, sim::effect e) {
    imposed_.push_back({times, std::move(which), std::move(e)});
}

awaitable<void> story_run::count_fault(awaitable<void> body) {
    struct counted {
        explicit counted(story_run& r) : run(r) {}
        counted(const counted&) = delete;
        counted& operator=(const counted&) = delete;
        ~counted() {
            --run.faults_;
            run.touch();
        }
        story_run& run;
    };
    const counted one(*this);
    co_await std::move(body);
}

void story_run::spawn_fault(std::string name, awaitable<void> body) {
    ++faults_;
    tasks_->spawn(std::move(name), count_fault(std::move(body)));
}

awaitable<void> story_run::start_later(instance& i, duration d) {
    co_await loop_.sleep(d);
    if (!i.current()) i.start();
}

void story_run::restart_after(instance& i, duration d) {
    if (is_done_) return;
    spawn_fault("restart", start_later(i, d));
}

std::size_t story_run::open_watches() const {
    std::size_t n = 0;
    for (const instance& i : instances_)
        if (const incarnation* const c = const_cast<instance&>(i).current()) n += c->watches;
    return n;
}

bool story_run::is_calm() const {
    for (const instance& i : instances_) {
        const incarnation* const c = const_cast<instance&>(i).current();
        if (!c || c->requests == 0 || c->in_flight != 0) return false;
    }
    return open_watches() >= settings_.watches;
}

awaitable<bool> story_run::until_calm(duration d, time_point due) {
    constexpr duration look_again = std::chrono::milliseconds(20);
    for (;;) {
        const time_point now = loop_.now(), at = saturating_add(last_activity_, d);
        if (is_calm() && now >= at) co_return true;
        if (now >= due || !ended_early_.empty()) co_return false;
        co_await changes_.wait(std::min(due, std::max(at, saturating_add(now, look_again))));
    }
}

}  // namespace setpoint::inline v0::story
