// Steps that run at the same time.

#include "testkit/story/story_run.hpp"

namespace setpoint { inline namespace v0 { namespace story {

awaitable<void> story_run::perform_all(const std::vector<story_step>& steps) {
    for (const story_step& s : steps) {
        if (is_wrong("story")) break;
        co_await perform(s);
    }
}

awaitable<void> story_run::perform_branches(const story_step& s) {
    task_scope branches(loop_, "parallel steps");
    for (const std::vector<story_step>& one : s.branches) branches.spawn("branch", perform_all(one));
    co_await branches.join();
}

}}}  // namespace setpoint::v0::story
