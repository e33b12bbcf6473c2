// What a run notes of its points, its writes and its objects, and what it checks of them.

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/called_webhooks.hpp"
#include "testkit/story/story_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

// Of what the operator does by itself in the run without faults.
constexpr duration longest_own_pause = std::chrono::seconds(1);

std::string object_name_of(const sim::point& p, const std::string& name) {
    return fmt::format("{}{}{} {}", p.gvr.resource, p.gvr.group.empty() ? "" : ".", p.gvr.group,
                       object_key(p.key.ns, sim::canonical_word(name, {})));
}

}  // namespace

bool story_run::is_wrong(std::string_view oracle) const {
    return std::any_of(wrong_.begin(), wrong_.end(),
                       [&](const wrong_outcome& w) { return w.oracle == oracle; });
}

void story_run::violate(std::string oracle, std::string detail) {
    if (!is_wrong(oracle)) {
        timeline_.violated(oracle, detail);
        wrong_.push_back({std::move(oracle), std::move(detail)});
    }
    changes_.notify();
}

void story_run::changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                        const apiserver::record_ptr& now) {
    touch();
    last_news_ = last_activity_;
    if (now && !before && now->json.find("\"generateName\":\"") != std::string::npos)
        if (const std::string name = sim::canonical_name(now->parse()); name != now->key.name)
            gate_.generated(now->key.name, name);
    if (is_told_) check_invariants(r.storage, before, now);
}

void story_run::check_invariants(std::string_view resource, const apiserver::record_ptr& before,
                                 const apiserver::record_ptr& now) {
    for (const story_invariant& i : settings_.text.invariants) {
        if (broken_invariants_.contains(i.name)) continue;
        const std::string why = i.check.problem(cluster_->state(), true);
        if (why.empty()) continue;
        broken_invariants_.insert(i.name);
        violate("invariant: " + i.name, fmt::format("after {} {} {} (resourceVersion {}): {}; wanted {}",
                                                    !now     ? "delete"
                                                    : before ? "update"
                                                             : "create",
                                                    resource, now ? now->key : before->key,
                                                    cluster_->objects().revision(), why, i.check.words()));
    }
}

void story_run::paused(duration d) {
    if (is_told_ && d < longest_own_pause) longest_pause_ = std::max(longest_pause_, d);
}

sim::effect story_run::at(sim::point p) {
    if (!is_told_) return {};
    sim::story_point s;
    s.user_writes = user_writes_;
    s.existed = !p.key.name.empty() && !p.gvr.resource.empty() && cluster_->objects().find(p.gvr, p.key);
    s.is_of_user = user_objects_.contains(object_name_of(p, p.key.name));
    const bool creates = p.op == verb::create || (p.op == verb::patch && !s.existed);
    s.calls_webhook = settings_.text.webhooks && (sim::has_admission_webhook(cluster_->state(), p, creates) ||
                                                  sim::has_conversion_webhook(cluster_->state(), p));
    s.is_last_user_write = settings_.text.last_write == user_writes_ && !settings_.text.ends_with_deletion;
    s.p = std::move(p);
    if (s.p.is_request()) timeline_.at(of(s.p).label(), s.p);
    if (s.p.what == sim::point::kind::user) {
        timeline_.at("", s.p);
        user_objects_.insert(object_name_of(s.p, s.p.key.name));
    }
    points_.push_back(s);
    if (const fault* const f = schedule_.due(s)) {
        if (schedule_.begun() == 1) points_at_fault_ = points_.size();
        note(sim::lane::fault, "", fmt::format("{}: {}", f->name, f->words), s.p.text);
        return f->apply(*this, s.p);
    }
    return schedule_.imposed_on(s.p, loop_.now()).value_or(sim::effect());
}

void story_run::note_delivered(const sim::point& p) {
    if (is_told_) timeline_.delivered(of(p).label(), p);
}

void story_run::note_answer(const sim::point& p, int status) {
    constexpr int first_error = 400;
    if (status < first_error || p.op == verb::watch) return;
    timeline_.failed(of(p).label(), p, fmt::format("{}", status));
}

void story_run::wrote(incarnation& by, const sim::point& p, int status, const apiserver::record_ptr& before) {
    if (const auto led = leader(); led && led != &by && by.of.current() == &by)
        violate("only the leader writes", fmt::format("{} by instance {} while instance {} holds the Lease",
                                                      p.text, by.of.index() + 1, led->of.index() + 1));
    if (const std::string why = writes_.add(p); !why.empty() && settings_.comes_to_rest)
        violate("write rate", why);
    if (const auto now = before ? cluster_->objects().find(p.gvr, p.key) : nullptr;
        now && now->revision == before->revision)
        writes_.changed_nothing(p);
    if (!p.subresource.empty()) return;
    const bool is_generated = p.op == verb::create && p.key.name.ends_with('-');
    const std::string name = object_name_of(p, gate_.canonical(p.key.name) + (is_generated ? "*" : ""));
    constexpr int created = 201;
    if (status == created) {
        writes_.created(name);
        if (!is_generated) note_created(p);
        const bool is_faulty = schedule_.begun() != 0;
        if (const auto made = is_faulty ? cluster_->objects().find(p.gvr, p.key) : nullptr)
            made_under_fault_.insert(made->uid);
    }
    // What it made under a fault, and should not have, it may take back.
    if (p.op == verb::remove && !(before && made_under_fault_.contains(before->uid))) writes_.deleted(name);
}

void story_run::note_streaming_list(incarnation& by, const std::string& resource) {
    streams_lists_ = true;
    note(sim::lane::operators, by.of.label(), fmt::format("list {} as events", resource));
}

void story_run::note_created(const sim::point& p) {
    constexpr std::size_t most = 10'000;
    const apiserver::record_ptr o = cluster_->objects().find(p.gvr, p.key);
    if (!o || created_.size() >= most) return;
    const bj::object object = o->parse();
    created_object c{p.gvr.resource + "." + p.gvr.group, p.key.ns, p.key.name, {}};
    for (const auto& [label, value] : o->labels) c.family += fmt::format("{} ", std::string_view(label));
    const bj::array& owners = apiserver::list_of(apiserver::object_of(object, "metadata"), "ownerReferences");
    apiserver::for_each_object(owners, [&](const bj::object& owner, std::size_t) {
        c.family += fmt::format("of {} {} ", apiserver::text_at(owner, "kind"),
                                gate_.canonical(std::string(apiserver::text_at(owner, "name"))));
    });
    created_.push_back(std::move(c));
}

void story_run::leads(incarnation& by, const std::string& lease, const std::string& holder) {
    by.has_led = by.has_led || !holder.empty();
    changes_.notify();
    if (!leases_.note(lease, by.of.index(), holder)) return;
    by.of.note("holds the Lease " + lease);
    changes_.notify();
}

}}}  // namespace setpoint::v0::story
