#include "testkit/story/plan_player.hpp"

#include "testkit/story/process_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr duration least_settle = std::chrono::milliseconds(120), most_settle = std::chrono::seconds(1);
// An operator that writes less often than this and does not come to rest waits for something.
constexpr std::size_t writes_of_a_loop = 8;

bool is_missing_right(const wrong_outcome& w) {
    return w.oracle.starts_with("missing right");
}

// A story that fails or has no end cannot be explored.
void check_story(const story_run& r) {
    for (const wrong_outcome& w : r.wrong()) {
        if (w.oracle == "story") throw cannot_explore("the story fails without faults: " + w.detail);
        if (w.oracle == "operator ended") throw cannot_explore("without faults, " + w.detail);
        if (w.oracle == "comes to rest" && r.writes().all.size() < writes_of_a_loop)
            throw cannot_explore("the story has no end: " + w.detail);
    }
}

}  // namespace

log_file::log_file(const std::string& folder, const std::string& name) {
    if (folder.empty()) return;
    constexpr std::size_t longest = 120;
    std::string safe;
    for (const char c : name) safe += std::isalnum(static_cast<unsigned char>(c)) || c == '.' ? c : '-';
    path_ = folder + "/" + safe.substr(0, longest) + ".log";
    file_ = std::fopen(path_.c_str(), "we");
    if (!file_) throw cannot_explore("cannot write " + path_);
}

void log_file::close() {
    if (file_) std::fclose(std::exchange(file_, nullptr));
}

void log_file::remove() {
    close();
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove(path_, ignored);
}

plan_player::plan_player(loop& l, const exploration& what)
    : loop_(l), what_(what), story_(read_story(what.story)) {
    if (!what.rbac.empty()) {
        restrict_operator(story_, read_operator_rights(what.rbac, what.service_account));
        uses_.emplace(story_.rights->granted);
    }
    if (what.command.empty())
        throw cannot_explore(
            "missing operator command; add it after --, for example -- ./operator --kubeconfig {kubeconfig}");
    if (l.is_virtual()) throw cannot_explore("programs need a real clock");
    folder_.emplace();
    if (!what.logs.empty()) {
        std::error_code ec;
        std::filesystem::create_directories(what.logs, ec);
        if (ec) throw cannot_explore(fmt::format("cannot make the folder {}: {}", what.logs, ec.message()));
    }
    adopt_orphans();
}

run_settings plan_player::settings_for(const story_plan* plan, const instance_options& program) {
    run_settings s{story_, program};
    s.id = fmt::format("{}", ++runs_);
    s.plan = plan;
    s.uses = uses_ ? &*uses_ : nullptr;
    if (!plan) return s;
    constexpr std::size_t factor = 4, some = 60;
    s.settle = reference_.settle;
    s.watches = reference_.watches;
    s.end = &reference_.end;
    s.end_hash = reference_.end_hash;
    s.most_writes = factor * reference_.writes.all.size() + some;
    return s;
}

awaitable<story_reference> plan_player::play_once(const std::string& log_name, bool is_first,
                                                  story_outcome& wrong) {
    const log_file log(what_.logs, log_name);
    const instance_options program{what_.command, folder_->path(), log.file()};
    run_settings s = settings_for(nullptr, program);
    s.checks_restart = is_first;
    if (!is_first) s.watches = reference_.watches;
    story_run run(loop_, s);
    try {
        co_await run.play();
    } catch (const cannot_explore&) {
        if (!run.lacks_rights()) throw;
    }
    wrong.wrong = run.wrong();
    // Whatever else is wrong then may follow from it.
    if (run.lacks_rights())
        std::erase_if(wrong.wrong, [](const wrong_outcome& w) { return !is_missing_right(w); });
    else
        check_story(run);
    wrong.timeline = run.timeline();
    co_return reference_of(run);
}

awaitable<story_outcome> plan_player::play_without_faults(
    const std::function<void(const char* what)>& doing) {
    story_outcome wrong;
    doing("without faults");
    reference_ = co_await play_once("without-faults", true, wrong);
    if (!wrong.wrong.empty()) co_return wrong;
    doing("without faults, once more");
    story_reference again = co_await play_once("without-faults-again", false, wrong);
    // Once is chance, on a machine that is busy.
    if (wrong.wrong.empty() && !first_difference(reference_, again).empty()) {
        doing("without faults, for the third time");
        again = co_await play_once("without-faults-again", false, wrong);
    }
    if (const std::string d = first_difference(reference_, again); wrong.wrong.empty() && !d.empty())
        throw cannot_explore("the story is not deterministic: two runs without faults differ: " + d);
    note_both(again);
    co_return wrong;
}

void plan_player::note_both(const story_reference& again) {
    std::set<std::string> both;
    for (const sim::story_point& p : again.points) both.insert(p.p.text);
    std::erase_if(reference_.points, [&](const sim::story_point& p) { return !both.contains(p.p.text); });
    reference_.watches = std::min(reference_.watches, again.watches);
    const duration pause = std::max(reference_.settle, again.settle);
    reference_.settle =
        std::clamp<duration>(2 * pause + std::chrono::milliseconds(50), least_settle, most_settle);
}

awaitable<story_outcome> plan_player::play(const story_plan& plan, duration patience, std::FILE* log,
                                           story_run*& running) {
    const instance_options program{what_.command, folder_->path(), log};
    run_settings settings = settings_for(&plan, program);
    settings.patience = std::max(patience, settings.settle);
    story_run run(loop_, settings);
    running = &run;
    story_outcome out;
    std::exception_ptr failure;
    try {
        co_await run.play();
        out = outcome_of(run, plan, reference_);
    } catch (const cannot_explore& e) {
        out.wrong.push_back({"operator starts", e.what()});
    } catch (...) {
        failure = std::current_exception();
    }
    running = nullptr;
    if (failure) std::rethrow_exception(failure);
    co_return out;
}

}}}  // namespace setpoint::v0::story
