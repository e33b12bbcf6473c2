#pragma once
// Plays sequences of changes, and new objects with the same specs to compare with, each once.

#include "setpoint/core/sync.hpp"
#include "testkit/story/inputs/input_checks.hpp"
#include "testkit/story/inputs/input_story.hpp"
#include "testkit/story/plan_player.hpp"

#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct input_outcome {
    std::vector<wrong_outcome> wrong{};
    sim::timeline timeline{}, expected{};  // of this run, and of the new object that it is compared with
    std::string expected_title = "the object of the story", happened_title = "the object that is changed";
    std::size_t faults = 0;                  // how many have happened
    std::vector<sim::story_point> points{};  // after the object of the story had come to rest
    // New objects with the spec of a state that are wrong themselves, as plans.
    std::vector<input_plan> wrong_new{};
};

class input_player {
public:
    // Both must outlive it. `runs` has played the story without faults.
    input_player(loop& l, plan_player& runs, input_subject of);
    input_player(const input_player&) = delete;
    input_player& operator=(const input_player&) = delete;

    const input_subject& subject() const { return subject_; }
    // Plays the object of the story. Throws cannot_explore if it does not come to rest as the story requires.
    // Returns what else is wrong with it, which no sequence reports again.
    awaitable<input_outcome> prepare();
    // `running` points to the run while it lasts; `waits`: whether another plan plays what this one needs.
    // States that were played with less patience are played again.
    awaitable<input_outcome> play(input_plan plan, duration patience, std::FILE* log, story_run*& running,
                                  bool& waits);

    std::size_t states() const { return fresh_.size(); }
    // States that were not compared, since the operator reports an error for a new object with this spec.
    std::size_t error_states() const;

private:
    // A new object with a spec.
    struct fresh_state {
        bool is_being_played = false;
        std::optional<duration> patience{};  // with which it was played
        input_snapshot state{};
        std::vector<wrong_outcome> wrong{};  // in the last run, whose state may be another one
        sim::timeline timeline{};
        bool is_whole = false;  // nothing is wrong with it, so far as it can be compared
        bool is_error = false;
    };

    // Returns the outcome of the run, if there was one.
    awaitable<input_outcome> play_new(const bj::object& object, duration patience, bool is_bad, bool always,
                                      std::FILE* log, story_run*& running, bool& waits);
    awaitable<input_outcome> play_fresh(fresh_state& f, const bj::object& object, duration patience,
                                        bool is_bad, std::FILE* log, story_run*& running);
    awaitable<input_outcome> play_sequence(const input_plan& plan, const std::vector<input_state>& states,
                                           duration patience, std::FILE* log, story_run*& running);
    void judge(const std::vector<input_state>& states, const std::vector<input_snapshot>& all,
               input_outcome& to);
    void erase_without_change(std::vector<wrong_outcome>& from) const;
    fresh_state& fresh(const bj::object& object);
    // Null unless it can be compared.
    const fresh_state* comparable(const bj::object& object);

    plan_player& runs_;
    input_subject subject_;
    std::map<std::string, fresh_state> fresh_;  // by the object's text
    std::set<std::string> without_change_;      // causes of what is wrong with the object of the story
    notifier changed_;
};

}}}  // namespace setpoint::v0::story
