#include "testkit/story/explorer.hpp"

#include "testkit/story/process_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdlib.h>

namespace setpoint::inline v0::story {

namespace {

// A run in which nothing happens for that long only waits, and another one may begin.
constexpr duration only_waits = std::chrono::milliseconds(700), look_for_idle = std::chrono::milliseconds(50);
constexpr std::size_t waiting_per_job = 8;
constexpr duration least_settle = std::chrono::milliseconds(120), most_settle = std::chrono::seconds(1);

std::string private_folder() {
    std::error_code ec;
    const std::filesystem::path in = std::filesystem::temp_directory_path(ec);
    std::string path = (ec ? "/tmp" : in.string()) + "/setpoint-explore-XXXXXX";
    if (!::mkdtemp(path.data())) throw cannot_explore("cannot make a folder like " + path);
    return path;
}

// The rest of a detail lists values that differ from run to run.
std::string symptom_of(const wrong_outcome& w) {
    const bool is_text = w.oracle == "same end" || w.oracle.starts_with("nothing ");
    return w.oracle + ": " + (is_text ? w.detail : w.detail.substr(0, w.detail.find('\n')));
}

}  // namespace

explorer::explorer(loop& l, const exploration& what)
    : loop_(l), what_(what), story_(read_story(what.story)), changed_(l) {
    if (what.command.empty())
        throw cannot_explore(
            "which operator? Write its command after --: -- ./operator --kubeconfig {kubeconfig}");
    if (l.is_virtual()) throw cannot_explore("programs need a real clock");
    folder_ = private_folder();
    if (!what.logs.empty()) {
        std::error_code ec;
        std::filesystem::create_directories(what.logs, ec);
        if (ec) throw cannot_explore(fmt::format("cannot make the folder {}: {}", what.logs, ec.message()));
    }
    adopt_orphans();
}

explorer::~explorer() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

explorer::log_file explorer::open_log(const std::string& name) const {
    log_file log;
    if (what_.logs.empty()) return log;
    std::string safe;
    for (const char c : name) safe += std::isalnum(static_cast<unsigned char>(c)) || c == '.' ? c : '-';
    log.path = what_.logs + "/" + safe.substr(0, 120) + ".log";
    log.file = std::fopen(log.path.c_str(), "we");
    if (!log.file) throw cannot_explore("cannot write " + log.path);
    return log;
}

run_settings explorer::settings_for(const story_plan* plan, const instance_options& program) {
    run_settings s{story_, program};
    s.id = fmt::format("{}", ++runs_);
    s.plan = plan;
    if (!plan) return s;
    constexpr std::size_t factor = 4, some = 60;
    s.settle = reference_.settle;
    s.patience = std::max(what_.patience, s.settle);
    s.watches = reference_.watches;
    s.end = &reference_.end;
    s.end_hash = reference_.end_hash;
    s.most_writes = factor * reference_.writes.all.size() + some;
    return s;
}

void explorer::report(const char* doing) {
    if (!what_.on_progress) return;
    progress p;
    p.doing = doing;
    p.plans = plans_.size();
    p.done = found_.run;
    p.findings = found_.all.size();
    p.not_repeated = found_.not_repeated;
    if (begun_ != time_point()) p.seconds = std::chrono::duration<double>(loop_.now() - begun_).count();
    what_.on_progress(p);
}

// What is wrong without a fault needs no plan; a story that fails or has no end cannot be explored.
void explorer::note_wrong_reference(const story_run& r) {
    for (const wrong_outcome& w : r.wrong()) {
        if (w.oracle == "story") throw cannot_explore("the story fails without faults: " + w.detail);
        if (w.oracle == "operator ended") throw cannot_explore("without faults, " + w.detail);
        if (w.oracle == "comes to rest" && r.writes().all.size() < 8)
            throw cannot_explore("the story has no end: " + w.detail);
        const std::string log = what_.logs.empty() ? "" : what_.logs + "/without-faults.log";
        found_.all.push_back({"none", "", w.oracle, w.detail, "", log, 0});
        found_by_.push_back(0);
    }
}

awaitable<story_reference> explorer::play_without_faults(const char* doing, bool checks_restart) {
    report(doing);
    const log_file log = open_log(checks_restart ? "without-faults" : "without-faults-again");
    const instance_options program{what_.command, folder_, log.file};
    run_settings s = settings_for(nullptr, program);
    s.checks_restart = checks_restart;
    if (!checks_restart) s.watches = reference_.watches;
    story_run run(loop_, s);
    std::exception_ptr failure;
    try {
        co_await run.play();
    } catch (...) {
        failure = std::current_exception();
    }
    if (log.file) std::fclose(log.file);
    if (failure) std::rethrow_exception(failure);
    if (checks_restart || found_.all.empty()) note_wrong_reference(run);
    co_return reference_of(run);
}

awaitable<void> explorer::play_reference() {
    reference_ = co_await play_without_faults("without faults", true);
    if (!found_.all.empty()) co_return;
    story_reference again = co_await play_without_faults("without faults, once more", false);
    // Once is chance, on a machine that is busy.
    if (!first_difference(reference_, again).empty())
        again = co_await play_without_faults("without faults, for the third time", false);
    if (const std::string d = first_difference(reference_, again); !d.empty())
        throw cannot_explore("the story is not deterministic: two runs without faults differ: " + d);
    std::set<std::string> both;
    for (const sim::story_point& p : again.points) both.insert(p.p.text);
    std::erase_if(reference_.points, [&](const sim::story_point& p) { return !both.contains(p.p.text); });
    reference_.watches = std::min(reference_.watches, again.watches);
    const duration pause = std::max(reference_.settle, again.settle);
    reference_.settle =
        std::clamp<duration>(2 * pause + std::chrono::milliseconds(50), least_settle, most_settle);
    found_.points = reference_.points.size();
}

void explorer::choose() {
    if (what_.replay.empty()) {
        plans_ = choose_plans(reference_.points, {what_.only, what_.except, story_.replicas}, left_out_);
        found_.plans = plans_.size();
        return;
    }
    const story_plan p = parse_plan(what_.replay);
    const bool exists = std::any_of(reference_.points.begin(), reference_.points.end(),
                                    [&](const sim::story_point& one) { return one.p.text == p.point; });
    if (!exists) {
        std::string some;
        for (const sim::story_point& one : reference_.points) some += "\n  " + one.p.text;
        throw cannot_explore(
            fmt::format("the story has no point \"{}\"; perhaps the plan is of another "
                        "version of it. Its points:{}",
                        p.point, some));
    }
    plans_.push_back(p);
    found_.plans = 1;
}

awaitable<findings> explorer::explore() {
    begun_ = time_point();
    // Mistakes in names are found before anything runs.
    if (!what_.replay.empty()) (void)parse_plan(what_.replay);
    std::size_t none = 0;
    (void)choose_plans({}, {what_.only, what_.except, 1}, none);
    co_await play_reference();
    if (found_.all.empty()) {
        choose();
        begun_ = loop_.now();
        co_await run_all();
        found_.seconds = std::chrono::duration<double>(loop_.now() - begun_).count();
    }
    std::vector<std::size_t> order(found_.all.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(found_by_[a], a) < std::pair(found_by_[b], b);
    });
    findings sorted = found_;
    for (std::size_t i = 0; i < order.size(); ++i) sorted.all[i] = found_.all[order[i]];
    co_return sorted;
}

awaitable<std::vector<std::string>> explorer::list() {
    co_await play_reference();
    std::vector<std::string> all;
    if (!found_.all.empty()) co_return all;
    choose();
    for (const story_plan& p : plans_) all.push_back(p.text());
    co_return all;
}

std::size_t explorer::busy() const {
    return static_cast<std::size_t>(std::count_if(slots_.begin(), slots_.end(), [](const slot& s) {
        return !s.is_done && (!s.run || s.run->idle() < only_waits);
    }));
}

bool explorer::is_full() const {
    return found_.all.size() >= what_.max_findings || (what_.should_stop && what_.should_stop());
}

void explorer::start_some(task_scope& tasks) {
    std::erase_if(slots_, [](const slot& s) { return s.is_done; });
    while (next_ < plans_.size() && busy() < what_.jobs && slots_.size() < waiting_per_job * what_.jobs) {
        slot& s = slots_.emplace_back();
        s.plan = next_++;
        tasks.spawn("plan", run_plan(s));
    }
}

awaitable<void> explorer::run_all() {
    task_scope tasks(loop_, "plans");
    std::exception_ptr failure;
    try {
        for (;;) {
            found_.was_stopped = what_.should_stop && what_.should_stop();
            if (is_full() || tasks.stop_requested()) break;
            start_some(tasks);
            if (slots_.empty()) break;
            report("plans");
            co_await changed_.wait(saturating_add(loop_.now(), look_for_idle));
        }
    } catch (...) {
        failure = std::current_exception();
    }
    {
        cancel_scope shield(loop_, never, true);
        tasks.request_stop();
        co_await tasks.join();
    }
    report("plans");
    if (failure) std::rethrow_exception(failure);
}

awaitable<story_outcome> explorer::play_plan(slot& s, const story_plan& plan, duration patience,
                                             std::FILE* log) {
    const instance_options program{what_.command, folder_, log};
    run_settings settings = settings_for(&plan, program);
    settings.patience = std::max(patience, settings.settle);
    story_run run(loop_, settings);
    s.run = &run;
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
    s.run = nullptr;
    if (failure) std::rethrow_exception(failure);
    co_return out;
}

awaitable<void> explorer::run_plan(slot& s) {
    const story_plan& plan = plans_[s.plan];
    const log_file log = open_log(fmt::format("{:04}-{}", s.plan + 1, plan.text()));
    story_outcome out;
    std::exception_ptr failure;
    try {
        out = co_await play_plan(s, plan, what_.replay.empty() ? what_.patience : what_.longest_retry,
                                 log.file);
    } catch (...) {
        failure = std::current_exception();
    }
    if (log.file) std::fclose(log.file);
    if (failure) std::rethrow_exception(failure);
    if (!what_.replay.empty()) found_.replayed = side_by_side(reference_.trace, out.trace, plan.point);
    for (const wrong_outcome& w : out.wrong) {
        if (what_.replay.empty())
            co_await confirm(s, out, w, log.path);
        else
            add(s.plan, out, w, log.path);
    }
    ++found_.run;
    found_.ended_early += out.is_early ? 1 : 0;
    found_.not_reached += out.is_reached || !out.wrong.empty() ? 0 : 1;
    const bool is_of_finding = std::any_of(found_.all.begin(), found_.all.end(),
                                           [&](const finding& f) { return f.log == log.path; });
    std::error_code ignored;
    if (!log.path.empty() && !is_of_finding && what_.replay.empty())
        std::filesystem::remove(log.path, ignored);
    s.is_done = true;
    changed_.notify();
}

// Time is real, so that a machine that is busy can make a difference: what is reported came three times.
awaitable<void> explorer::confirm(slot& s, story_outcome first, wrong_outcome wrong, std::string log) {
    if (finding* const f = known(wrong)) {
        ++f->others;
        co_return;
    }
    for (const bool is_last : {false, true}) {
        const duration patience =
            is_last ? std::max(what_.longest_retry, what_.patience) : 2 * what_.patience;
        const story_outcome again = co_await play_plan(s, plans_[s.plan], patience, nullptr);
        const bool is_same = std::any_of(again.wrong.begin(), again.wrong.end(),
                                         [&](const wrong_outcome& w) { return w.oracle == wrong.oracle; });
        if (!is_same) {
            ++(is_last ? found_.late : found_.not_repeated);
            co_return;
        }
    }
    if (finding* const f = known(wrong))
        ++f->others;
    else
        add(s.plan, first, wrong, log);
}

finding* explorer::known(const wrong_outcome& w) {
    for (finding& f : found_.all)
        if (symptom_of({f.oracle, f.detail}) == symptom_of(w)) return &f;
    return nullptr;
}

void explorer::add(std::size_t plan, const story_outcome& o, const wrong_outcome& w, const std::string& log) {
    const story_plan& p = plans_[plan];
    found_.all.push_back({p.text(), std::string(p.what->words), w.oracle, w.detail,
                          side_by_side(reference_.trace, o.trace, p.point), log, 0});
    found_by_.push_back(plan);
    if (what_.on_finding) what_.on_finding(found_.all.back());
}

}  // namespace setpoint::inline v0::story
