#include "testkit/story/plan_player.hpp"

#include "testkit/story/process_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

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

std::string log_of_run_without_faults(std::size_t index) {
    return index == 0 ? "without-faults" : fmt::format("without-faults-{}", index + 1);
}

log_file::log_file(const std::string& folder, const std::string& name) {
    if (folder.empty()) return;
    constexpr std::size_t longest = 120;
    std::string safe;
    for (const char c : name) safe += std::isalnum(static_cast<unsigned char>(c)) || c == '.' ? c : '-';
    path_ = folder + "/" + safe.substr(0, longest) + ".log";
    file_ = std::fopen(path_.c_str(), "we");
    if (!file_) throw cannot_explore("cannot write " + path_);
}

void log_file::clear() {
    if (!file_) return;
    const bool is_empty = std::fflush(file_) == 0 && ::ftruncate(::fileno(file_), 0) == 0 &&
                          std::fseek(file_, 0, SEEK_SET) == 0;
    if (!is_empty) throw cannot_explore("cannot write " + path_);
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
    if (story_.webhooks) {
        prepare_webhooks(story_, l.wall_now(), l.random());
        write_certificates(certificate_folder(folder_->path() + "/tmp"), story_.webhooks->certificates);
    }
    if (!what.logs.empty()) {
        std::error_code ec;
        std::filesystem::create_directories(what.logs, ec);
        if (ec) throw cannot_explore(fmt::format("cannot make the folder {}: {}", what.logs, ec.message()));
    }
    adopt_orphans();
}

run_settings plan_player::settings_for(const story& text, const story_plan* plan,
                                       const instance_options& program) {
    run_settings s{text, program};
    s.id = fmt::format("{}", ++runs_);
    s.plan = plan;
    s.uses = uses_ ? &*uses_ : nullptr;
    s.made_up = &made_up_;
    if (!plan) return s;
    constexpr std::size_t factor = 4, some = 60;
    s.settle = reference_.settle;
    s.watches = reference_.watches;
    s.start = reference_.start;
    s.comes_to_rest = reference_.comes_to_rest;
    s.left_out = &reference_.left_out;
    s.forces_old_lists = plan->shows_old() && !reference_.features.old_lists;
    if (reference_.comes_to_rest) s.end = &reference_.end;
    s.end_hash = reference_.end_hash;
    s.most_writes = factor * reference_.writes.all.size() + some;
    return s;
}

awaitable<story_reference> plan_player::play_once(const std::string& log_name, bool is_first,
                                                  story_outcome& wrong) {
    const log_file log(what_.logs, log_name);
    const instance_options program{what_.command, folder_->path(), log.file()};
    run_settings s = settings_for(story_, nullptr, program);
    s.checks_restart = is_first;
    if (!is_first) {
        s.watches = reference_.watches;
        s.start = reference_.start;
        s.comes_to_rest = reference_.comes_to_rest;
    }
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
    else if (is_first)
        check_story(run);
    wrong.timeline = run.timeline();
    co_return reference_of(run);
}

awaitable<run_without_faults> plan_player::play_again(std::size_t index) {
    run_without_faults again;
    story_outcome wrong;
    again.reference = co_await play_once(log_of_run_without_faults(index), false, wrong);
    again.wrong = std::move(wrong.wrong);
    again.is_whole = std::ranges::none_of(again.wrong, [](const wrong_outcome& w) {
        return w.oracle == "story" || w.oracle == "comes to rest" || w.oracle == "operator ended" ||
               w.oracle == "write rate";
    });
    co_return again;
}

awaitable<run_without_faults> plan_player::play_first() {
    story_outcome wrong;
    reference_ = co_await play_once(log_of_run_without_faults(0), true, wrong);
    reference_.comes_to_rest = std::ranges::none_of(wrong.wrong, [](const wrong_outcome& w) {
        return w.oracle == "comes to rest" || w.oracle == "write rate";
    });
    co_return run_without_faults{reference_, wrong.wrong};
}

awaitable<fault_free_runs> plan_player::check() {
    fault_free_runs out;
    std::vector<run_without_faults> all;
    all.push_back(co_await play_first());
    take(out, all);
    co_return out;
}

awaitable<fault_free_runs> plan_player::play_without_faults(std::function<void(const char* what)> doing) {
    fault_free_runs out;
    std::vector<run_without_faults> all;
    doing("without faults");
    all.push_back(co_await play_first());
    out.lacks_rights = std::ranges::any_of(all[0].wrong, is_missing_right);
    if (!out.lacks_rights) {
        doing("without faults, once more");
        all.push_back(co_await play_again(1));
        made_up_ = learn_names(all[0].reference.created, all[1].reference.created);
        if (!made_up_.empty()) {
            doing("without faults, now that the operator's names are known");
            const std::vector<wrong_outcome> first = all[0].wrong;
            all[0] = co_await play_again(0);
            all[0].wrong = first;
            all[0].is_whole = true;
            all[1] = co_await play_again(1);
        }
        // Once is chance, on a machine that is busy.
        if (differ(all)) {
            doing("without faults, for the third time");
            all.push_back(co_await play_again(2));
        }
    }
    take(out, all);
    co_return out;
}

void plan_player::take(fault_free_runs& to, const std::vector<run_without_faults>& all) {
    common_reference common = combine(all);
    reference_ = std::move(common.reference);
    to.wrong = std::move(common.wrong);
    to.not_compared = std::move(common.not_compared);
    for (const sim::made_up_name& n : made_up_) to.made_up.push_back(n.begin + "*" + n.end);
}

duration plan_player::patience() const {
    // Under a plan it starts again, while other plans run.
    constexpr int starts = 3;
    constexpr duration most = std::chrono::minutes(2);
    return std::max(what_.patience, std::min<duration>(starts * reference_.start, most));
}

duration plan_player::longest_patience() const {
    return std::max(what_.longest_retry, 2 * patience());
}

awaitable<story_outcome> plan_player::play(const story_plan& plan, duration patience, std::FILE* log,
                                           story_run*& running) {
    const instance_options program{what_.command, folder_->path(), log};
    run_settings settings = settings_for(story_, &plan, program);
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

awaitable<void> plan_player::play_other(const story& text, const story_plan& faults, duration patience,
                                        std::FILE* log, story_run*& running,
                                        std::function<void(const story_run&)> done) {
    const instance_options program{what_.command, folder_->path(), log};
    run_settings settings = settings_for(text, &faults, program);
    settings.patience = std::max(patience, settings.settle);
    story_run run(loop_, settings);
    running = &run;
    std::exception_ptr failure;
    try {
        co_await run.play();
    } catch (...) {
        failure = std::current_exception();
    }
    running = nullptr;
    if (failure) std::rethrow_exception(failure);
    done(run);
}

}}}  // namespace setpoint::v0::story
