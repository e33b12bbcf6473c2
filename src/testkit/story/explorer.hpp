#pragma once
// Explores a story: plays it without faults, then under each plan, some at a time.

#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/plan_player.hpp"
#include "testkit/story/resume_file.hpp"

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class explorer {
public:
    // `what` must outlive it. Throws cannot_explore if the story cannot be read.
    explorer(loop& l, const exploration& what);
    explorer(const explorer&) = delete;
    explorer& operator=(const explorer&) = delete;

    awaitable<findings> explore();
    awaitable<findings> check();
    awaitable<std::vector<std::string>> list();

private:
    // A plan that is being run.
    struct slot {
        std::size_t plan = 0;
        story_run* run = nullptr;  // null between its runs
        bool waits = false;        // for another plan of the same symptom
        bool is_done = false;
    };
    struct known_finding {
        finding f;
        std::string symptom;
        std::size_t plan;  // its index
    };
    // A plan with what is wrong under it, and the run that shows it.
    struct wrong_plan {
        story_plan plan;
        story_outcome outcome;
        wrong_outcome wrong;
        std::shared_ptr<log_file> log;
        std::size_t runs = 1, seen = 1;
    };
    enum class repeat : std::uint8_t { wrong_again, not_repeated, late };

    // --- explorer.cpp ---
    awaitable<void> play_reference();
    void note_reference(const fault_free_runs& runs);
    void choose();
    void take_up();
    void skip_ended();
    void note_ended(std::size_t plan, bool is_early, bool is_reached, const std::string& symptom);
    void add_pairs();
    awaitable<void> run_all();
    awaitable<void> run_plan(slot& s);
    void count(std::size_t plan, const story_outcome& o);
    void start_some(task_scope& tasks);
    std::size_t busy() const;
    std::size_t last_plan() const;
    bool is_full() const;
    bool is_out_of_time() const;
    void report(const char* doing);
    findings sorted() const;
    story_features features() const;
    bool asks_for_old_lists() const;
    plan_choice choice() const { return {what_.only, what_.except, features()}; }

    // --- confirmation.cpp ---
    // Without what is wrong without a fault, too.
    awaitable<story_outcome> play(story_plan plan, duration patience, std::FILE* log, story_run*& running);
    awaitable<bool> confirm(slot& s, std::shared_ptr<log_file> log, story_outcome first);
    awaitable<repeat> comes_again(slot& s, wrong_plan& w);
    awaitable<wrong_plan> shrink(slot& s, wrong_plan w);
    known_finding* known(const std::string& symptom);
    std::string condition_of(const plan_step& s) const;
    void note_unconfirmed(std::size_t plan, const wrong_plan& w, bool is_late);
    void add(std::size_t plan, const wrong_plan& w);
    void add(const wrong_without_fault& w);
    void add(known_finding k);

    loop& loop_;
    const exploration& what_;
    plan_player player_;
    std::vector<story_plan> plans_;
    std::vector<std::vector<story_plan>> pairs_;                     // by the index of the first fault's plan
    std::set<std::string> played_;                                   // plans whose outcome is known
    std::set<std::string> being_confirmed_;                          // symptoms
    std::set<std::string> without_fault_;                            // symptoms that need no fault
    std::multimap<std::size_t, sim::unconfirmed_plan> unconfirmed_;  // by the index of the plan
    bool lacks_rights_ = false;
    std::optional<resume_file> resume_;
    std::size_t findings_on_file_ = 0;  // of known_
    std::vector<known_finding> known_;
    findings found_;
    std::list<slot> slots_;
    notifier changed_;
    std::size_t next_ = 0, singles_ = 0;
    time_point begun_{};
};

}}}  // namespace setpoint::v0::story
