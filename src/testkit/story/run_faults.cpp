// What faults do to a run.

#include "testkit/story/story_run.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace story {

void story_run::hold(const std::string& resource) {
    held_.hold(resource);
    release_soon();
}

void story_run::hold_all_but(const std::string& resource) {
    held_.hold_all_but(resource);
    release_soon();
}

void story_run::release_soon() {
    touch();
    if (!std::exchange(is_releasing_, true)) tasks_->spawn("release", release_when_calm());
}

awaitable<void> story_run::release_when_calm() {
    constexpr duration longest_hold = std::chrono::seconds(20);
    const duration d = std::max<duration>(settings_.settle, std::chrono::milliseconds(300));
    (void)co_await until_calm(d, saturating_add(loop_.now(), longest_hold));
    is_releasing_ = false;
    note_fault("watches deliver again");
    held_.release();
    touch();
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

}}}  // namespace setpoint::v0::story
