// Plays the story of a world, and checks its end.

#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "testkit/sim/foreign_edit.hpp"
#include "testkit/sim/status_truth.hpp"
#include "testkit/sim/world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr duration patience_of_rest = std::chrono::minutes(20);
// Pods stop, finalizers are released, and owners are collected before their dependents.
constexpr duration patience_of_removal = std::chrono::minutes(3), between_looks = std::chrono::seconds(1);
constexpr int conflict = 409, most_tries = 100;  // a webhook may deny with 409 too

// A patch that fails if the object has changed since.
boost::json::object without_finalizers(const boost::json::object& o, const boost::json::array& gone) {
    const auto& meta = apiserver::object_of(o, "metadata");
    boost::json::array rest;
    for (const auto& f : apiserver::list_of(meta, "finalizers"))
        if (std::find(gone.begin(), gone.end(), f) == gone.end()) rest.push_back(f);
    return {
        {"metadata", boost::json::object{{"finalizers", std::move(rest)},
                                         {"resourceVersion", apiserver::text_at(meta, "resourceVersion")}}}};
}

}  // namespace

bool world::settle(duration quiet) {
    const time_point due = saturating_add(event_loop().now(), patience_of_rest);
    if (event_loop().now() < busy_until_) env_->advance(busy_until_ - event_loop().now());
    for (;;) {
        const std::size_t before = writes_.all.size();
        const std::uint64_t state = state_ ? state_->hash() : 0;
        env_->advance(quiet);
        const bool no_writes = writes_.all.size() == before && is_quiet();
        const bool is_late = event_loop().now() >= due;
        // Pods that crash again and again change forever.
        if (no_writes && (is_late || !state_ || state_->hash() == state)) return true;
        if (is_late) return false;
    }
}

void world::play() {
    begin_ = state_->lines();
    is_telling_ = true;
    if (timeline_) timeline_->begin(apiserver::server_access::state(parts_->api), event_loop());
    try {
        what_.story(*env_);
        if (timeline_) timeline_->story_ends();
        check_end();
    } catch (const testing::failure& e) {
        const bool is_hot = std::string_view(e.what()).starts_with("hot loop");
        if (is_hot || terminated_.empty()) violate(is_hot ? "no hot loop" : "story", e.what());
    } catch (const cancelled&) {
        violate("story", "it was cancelled");
    } catch (const std::exception& e) {
        violate("story", e.what());
    } catch (...) {
        violate("story", "it threw something that is not a std::exception");
    }
    is_telling_ = false;
    if (!terminated_.empty() && violations_.empty()) check_termination();
    for (const auto& [name, when] : state_->broken()) violate("invariant: " + name, when);
}

void world::restart_at_end() {
    const std::size_t at_end = writes_.all.size();
    for (operator_process& p : processes_) p.terminate();
    if (!settle(short_rest)) violate("comes to rest", "the operator does not come to rest after a restart");
    if (writes_.all.size() != at_end)
        violate("a restart writes nothing",
                "after the end, a restarted operator writes: " + writes_.all[at_end]);
}

void world::check_end() {
    if (!settle(long_rest)) {
        const auto& all = writes_.all;
        std::string last;
        for (std::size_t i = all.size() - std::min<std::size_t>(all.size(), 3); i < all.size(); ++i)
            last += "\n    " + all[i];
        const bool writes = is_quiet();
        violate("comes to rest", writes ? "the operator keeps writing; its last writes:" + last
                                        : "the operator is not ready, or a request never ends");
        return;
    }
    is_telling_ = false;
    end_ = state_->lines();
    check_statuses();
    restart_at_end();
    if (std::string wrong = env_->not_granted(); !wrong.empty()) violate("rights", std::move(wrong));
    if (what_.uninstall) uninstall();
}

void world::check_statuses() {
    const std::vector<std::string> wrong = untrue_statuses(state_->all(true), state_->all(false));
    if (!wrong.empty()) violate("status true", wrong.front());
}

std::vector<std::string> world::remains() {
    std::set<std::string_view> before;
    for (const std::string& line : begin_) before.insert(name_in(line));
    const std::vector<std::string> now = state_->lines();
    std::vector<std::string> left;
    for (const std::string& line : now)
        if (!before.contains(name_in(line))) left.emplace_back(name_in(line));
    return left;
}

// Finalizers that the story has set are its own matter. The operator may remove its own at the same time.
awaitable<void> world::release_objects_of_user() {
    const std::vector<point> made = made_by_user_;
    for (const point& p : made) {
        boost::system::error_code ec;
        const boost::json::value sent = boost::json::parse(p.body, ec);
        if (ec || !sent.is_object()) continue;
        const auto& held =
            apiserver::list_of(apiserver::object_of(sent.get_object(), "metadata"), "finalizers");
        if (held.empty()) continue;
        for (int tries = 0; tries < most_tries; ++tries) {
            const apiserver::record_ptr now = state_->find(p.gvr, p.key);
            if (!now) break;
            const std::string patch = boost::json::serialize(without_finalizers(now->parse(), held));
            if (co_await ask("PATCH", path_of(p), patch) != conflict) break;
        }
    }
}

void world::uninstall() {
    state_->end_invariants();
    env_->run(release_objects_of_user());
    for (auto at = made_by_user_.rbegin(); at != made_by_user_.rend(); ++at)
        if (state_->find(at->gvr, at->key)) env_->run(delete_object(*this, *at));
    const time_point due = saturating_add(event_loop().now(), patience_of_removal);
    std::vector<std::string> left = remains();
    for (; !left.empty() && event_loop().now() < due; left = remains()) env_->advance(between_looks);
    if (!settle(short_rest))
        violate("comes to rest", "the operator does not come to rest when all objects of the story are gone");
    if (!left.empty())
        violate("nothing left",
                fmt::format("the story's objects were deleted, and this is left: {}", fmt::join(left, ", ")));
}

void world::terminate_namespace(const std::string& ns) {
    terminated_ = ns;
    state_->end_invariants();
    apiserver::server_state& server = apiserver::server_access::state(parts_->api);
    const apiserver::resource_ptr namespaces = server.kinds.find("", "v1", "namespaces");
    const object_key key = object_key::cluster(ns);
    const apiserver::record_ptr now = server.of(*namespaces).get(key);
    if (now) {
        boost::json::object object = now->parse();
        object["metadata"].as_object()["deletionTimestamp"] = server.time_text();
        object["status"].emplace_object()["phase"] = "Terminating";
        (void)server.keep(*namespaces, key, std::move(object));
    }
    if (what_.lives_there)
        for (operator_process& p : processes_) p.leave();
    parts_->interrupt("the namespace " + ns + " is terminated");
}

void world::check_termination() {
    parts_->background_failure.clear();
    env_->run(release_objects_of_user());
    const auto is_in = [ns = " " + terminated_ + "/"](const std::string& name) {
        return name.find(ns) != std::string::npos;
    };
    const time_point due = saturating_add(event_loop().now(), patience_of_removal);
    const object_key key = object_key::cluster(terminated_);
    while (state_->find({"", "v1", "namespaces"}, key) && event_loop().now() < due)
        env_->advance(between_looks);
    std::vector<std::string> left;
    for (const std::string& line : state_->lines())
        if (is_in(std::string(name_in(line)))) left.emplace_back(name_in(line));
    if (!left.empty())
        violate("nothing left", fmt::format("the namespace is terminated, and this is stuck in it: {}",
                                            fmt::join(left, ", ")));
    if (!settle(long_rest))
        violate("comes to rest", "the operator does not come to rest when its namespace is gone");
    restart_at_end();
}

}}}  // namespace setpoint::v0::sim
