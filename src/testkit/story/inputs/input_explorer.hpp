#pragma once
// Explores the input space of an operator: plays a story's object with sequences of changed fields, some at a
// time, and compares it with new objects.

#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/inputs/input_player.hpp"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class input_explorer {
public:
    // `what` must outlive it. Throws cannot_explore if the story cannot be read.
    input_explorer(loop& l, const exploration& what);
    input_explorer(const input_explorer&) = delete;
    input_explorer& operator=(const input_explorer&) = delete;

    awaitable<findings> explore();
    awaitable<std::vector<std::string>> list();

private:
    struct slot {
        std::size_t plan = 0;
        story_run* run = nullptr;  // null between its runs
        bool waits = false;        // for another plan
        bool is_done = false;
    };
    struct known_finding {
        finding f;
        std::size_t plan;  // its index
    };
    // A plan with what is wrong under it, and the run that shows it.
    struct wrong_input {
        input_plan plan;
        input_outcome outcome;
        wrong_outcome wrong;
        std::string cause;
        std::shared_ptr<log_file> log;
        std::size_t runs = 1, seen = 1;  // how often it was run, and how often it had this cause
    };
    enum class repeat : std::uint8_t { wrong_again, not_repeated, late };

    // --- input_explorer.cpp ---
    awaitable<void> prepare();
    awaitable<void> choose();
    void add_pairs();
    awaitable<void> run_all(const char* doing);
    awaitable<void> run_plan(slot& s);
    void start_some(task_scope& tasks);
    void count(std::size_t plan, const input_outcome& o);
    std::size_t busy() const;
    std::size_t last_plan() const;
    bool is_full() const;
    bool is_out_of_time() const;
    void report(const char* doing);
    findings sorted() const;

    // --- input_confirmation.cpp ---
    std::shared_ptr<log_file> log_of(const slot& s, const input_plan& plan);
    awaitable<void> take(slot& s, input_plan plan, input_outcome out, std::shared_ptr<log_file> log);
    awaitable<repeat> comes_again(slot& s, wrong_input& w);
    awaitable<wrong_input> shrink(slot& s, wrong_input w);
    known_finding* known(const std::string& cause);
    // The outcome to confirm: one that is not known, evidence first. Precondition: there is one.
    const wrong_outcome& chosen(const std::vector<wrong_outcome>& all);
    void note_unconfirmed(std::size_t plan, const wrong_input& w, bool is_late);
    void add(std::size_t plan, const wrong_input& w);
    void add(const wrong_without_fault& w, std::string log);
    void add(known_finding k);

    loop& loop_;
    const exploration& what_;
    plan_player runs_;
    std::optional<input_player> player_;
    std::vector<input_plan> plans_;
    std::vector<std::vector<input_plan>> pairs_;  // with faults, by the index of the plan without them
    std::set<std::string> being_confirmed_, done_new_;
    std::multimap<std::size_t, sim::unconfirmed_plan> unconfirmed_;
    std::vector<known_finding> known_;
    findings found_;
    std::list<slot> slots_;
    notifier changed_;
    std::size_t next_ = 0, singles_ = 0, tries_ = 0;
    bool lacks_rights_ = false;
    time_point begun_{};
};

}}}  // namespace setpoint::v0::story
