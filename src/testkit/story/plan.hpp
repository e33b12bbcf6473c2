#pragma once
// Plans: which faults happen at which points of a story. They are chosen from the points of runs, written as
// text, and made simpler.

#include "testkit/story/fault.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// A fault at a point.
struct plan_step {
    const fault* what = nullptr;
    std::string point;  // "patch deployments default/web#1"
};

// Of several steps, each comes after the one before it.
struct story_plan {
    std::vector<plan_step> steps;

    std::string text() const;  // "P1@... + P2@..."; "none"
    bool is_internal() const;  // no one but the operator changes anything
    bool shows_old() const;    // the operator acts on an old state
};
// Throws cannot_explore: not a plan, or one of another version.
story_plan parse_plan(std::string_view text);

// What a story and its run without faults have.
struct story_features {
    std::size_t replicas = 1;
    bool garbage_collection = true;
    bool pods = true;
    bool answers = true;    // of applications, in the story
    bool webhooks = true;   // of the operator, in the story
    bool old_lists = true;  // the operator asks for lists that an API server may answer from an old state
    bool streams_lists = false;
    bool own_network = false;
    bool have(requirement r) const;
};

// A name in either list that does not exist throws cannot_explore.
struct plan_choice {
    const std::vector<std::string>& only;
    const std::vector<std::string>& except;
    story_features of{};
    // Whether plans of this fault are played.
    bool has(const fault& f) const;
    // Whether it may follow another one.
    bool has_second(const fault& f) const;
};
// Plans of one fault. `points`: in their order. `left_out`: gets the number of plans at later occurrences of
// a point, which are not tried.
std::vector<story_plan> choose_plans(const std::vector<sim::story_point>& points, const plan_choice& c,
                                     std::size_t& left_out);
// Plans of two faults. `after`: the points of the run under `first`, after its fault. The second one comes
// before the operator has recovered: at the latest when users, who have seen what they waited for, act again.
std::vector<story_plan> choose_pairs(const story_plan& first, const std::vector<sim::story_point>& after,
                                     const plan_choice& c);
// In the order in which they are worth most: each point with each fault, first each point with the fault that
// finds most, and those of a point's variants of a fault last; points of all parts of the story alternate.
// Plans at writes `without_change` come at the end. The order depends on nothing else.
std::vector<story_plan> by_value(std::vector<story_plan> plans, const std::vector<sim::story_point>& points,
                                 const std::set<std::string>& without_change);
// Whether the plan is in this part of all plans; `shard` is from 1 to `shards`.
bool is_in_shard(const story_plan& plan, std::size_t shard, std::size_t shards);
// One of each list in turn, so that a few of them are about all parts of a story.
std::vector<story_plan> take_in_turn(std::vector<std::vector<story_plan>> lists);

// Why the plan cannot be one of this story, with the points that are near; "": it can. The points of later
// steps are known only when the plan is played.
std::string misfit(const story_plan& plan, const std::vector<sim::story_point>& points,
                   const story_features& of);
// Why a run under the plan did not come to its step `n`: `passed` are the points that it came to.
std::string missing_point(const story_plan& plan, std::size_t n, const std::vector<sim::story_point>& passed);

// Simpler plans that may have the same outcome, the simplest first: of two faults each alone, if the story
// has its point without the other one, and simpler faults at the same points. Plans that were `played` are
// left out, since their outcome is known.
std::vector<story_plan> simpler_plans(const story_plan& plan, const std::vector<sim::story_point>& points,
                                      const plan_choice& c, const std::set<std::string>& played);

}}}  // namespace setpoint::v0::story
