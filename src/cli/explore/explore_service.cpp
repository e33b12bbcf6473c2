#include "cli/explore/explore_service.hpp"

#include "cli/explore/annotations.hpp"
#include "cli/file.hpp"
#include "cli/stop_signals.hpp"
#include "cli/terminal/live_text.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr int nothing_found = 0, something_found = 1, cannot_run = 2;
constexpr duration between_plain_lines = std::chrono::seconds(10),
                   between_drawings = std::chrono::milliseconds(200);

// Each plan has a socket for each watch, on both ends.
void allow_many_files() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

// Found before an exploration that takes long.
bool has_folder(const std::string& file) {
    std::error_code ec;
    return std::filesystem::is_directory(std::filesystem::absolute(file, ec).parent_path(), ec);
}

class explore_service {
public:
    explore_service(story::exploration what, explore_outputs outputs)
        : what_(std::move(what)),
          outputs_(std::move(outputs)),
          random_(random_source::system_seed()),
          log_(silent_, time_),
          loop_(time_, random_),
          text_(
              std::cout, ::isatty(STDOUT_FILENO) == 1, [this] { return bottom(); }, terminal_width),
          replay_{fmt::format("setpoint explore {} --replay", shell_words(inputs())),
                  " -- " + shell_words(what_.command)} {
        what_.on_progress = [this](const story::progress& p) { show(p); };
        what_.on_finding = [this](const story::finding& f) {
            ++printed_;
            text_.line(f.is_accepted ? accepted_line(f, printed_) : story::text_of(f, printed_, replay_));
        };
        what_.on_findings = [this](const story::findings& so_far) { keep(so_far); };
        what_.should_stop = [this] { return stopped_ || has_lost_output(); };
    }

    int run() {
        std::vector<std::string> names{outputs_.write_accepted, what_.resume};
        for (const sim::report_file& file : outputs_.files) names.push_back(file.name);
        for (const std::string& name : names)
            if (!name.empty() && !has_folder(name))
                return fail(fmt::format("cannot write {}: its folder does not exist", name));
        try {
            if (!outputs_.accept.empty()) what_.accepted = story::read_accepted(outputs_.accept);
        } catch (const story::cannot_explore& e) {
            return fail(e.what());
        }
        allow_many_files();
        // A reader that has gone is an error of the stream, which is reported.
        std::signal(SIGPIPE, SIG_IGN);
        signals_.emplace(loop_, log_, [this] { stop(); });
        run_to_end(loop_, "explore", explore());
        progress_.reset();
        text_.refresh();
        if (!failure_.empty()) {
            std::cout.flush();
            return fail(failure_);
        }
        print_result();
        if (!write_files(found_) || !write_accepted()) return cannot_run;
        if (has_lost_output()) {
            std::cerr << "setpoint: standard output was closed, and the exploration has ended: "
                      << found_.coverage() << '\n';
            return cannot_run;
        }
        if (stopped_ && !found_.was_stopped) return cannot_run;
        return found_.failures() == 0 ? nothing_found : something_found;
    }

private:
    int fail(const std::string& why) const {
        if (outputs_.annotates) std::cout << failure_annotation(what_.story, why) << std::flush;
        std::cerr << "setpoint: " << why << '\n';
        return cannot_run;
    }
    std::vector<std::string> inputs() const {
        std::vector<std::string> words{"--story", what_.story};
        if (!what_.rbac.empty()) words.insert(words.end(), {"--rbac", what_.rbac});
        if (!what_.service_account.empty())
            words.insert(words.end(), {"--service-account", what_.service_account});
        if (what_.inputs) words.emplace_back("--inputs");
        return words;
    }
    awaitable<void> explore() {
        task_scope tasks(loop_, "exploration");
        tasks_ = &tasks;
        tasks.spawn("explore", explore_to_end());
        co_await tasks.join();
        tasks_ = nullptr;
        signals_->finish();
    }
    awaitable<void> explore_to_end() {
        try {
            if (outputs_.checks)
                found_ = co_await story::check(loop_, what_);
            else
                found_ = co_await story::explore(loop_, what_);
        } catch (const story::cannot_explore& e) {
            failure_ = e.what();
        } catch (const std::exception& e) {
            failure_ = fmt::format("the exploration was ended by an error of setpoint: {}", e.what());
        } catch (const cancelled&) {
            if (!stopped_)
                failure_ = "the exploration was ended by an error of setpoint: a task was cancelled";
            throw;
        }
    }
    static bool has_lost_output() { return !std::cout; }

    // Whatever ends this process, what was found is in the files.
    void keep(const story::findings& so_far) {
        if (outputs_.files.empty()) return;
        story::findings unfinished = so_far;
        unfinished.was_stopped = true;
        if (!write_files(unfinished)) stopped_ = true;
    }

    // Plans end early; before them there is nothing to report.
    void stop() {
        stopped_ = true;
        const bool has_plans = progress_ && progress_->plans != 0;
        if (has_plans) {
            std::cerr << "setpoint: stopped by a signal; running plans are abandoned\n";
            return;
        }
        failure_ = "stopped before the first plan";
        if (tasks_) tasks_->request_stop();
    }

    void show(const story::progress& p) {
        const bool is_new = !progress_ || progress_->doing != p.doing;
        progress_ = p;
        const time_point now = loop_.now();
        if (text_.is_terminal()) {
            if (is_new || now - shown_ >= between_drawings) {
                shown_ = now;
                text_.refresh();
            }
        } else if (is_new || now - shown_ >= between_plain_lines) {
            shown_ = now;
            text_.line(progress_line(p));
        }
    }
    std::vector<std::string> bottom() const {
        return progress_ ? std::vector<std::string>{progress_line(*progress_)} : std::vector<std::string>();
    }

    // Findings were printed as they came.
    void print_result() {
        text_.line(outputs_.checks ? check_line() : found_.coverage());
        if (const std::string more = found_.remarks(); !more.empty()) text_.line(more);
        // Runs that end early, and a single plan, use less than the operator needs.
        const bool shows_all = what_.replay.empty() && found_.run != 0;
        if (shows_all && !found_.unused_rights.empty())
            text_.line(
                fmt::format("rights that no run has used:\n  {}", fmt::join(found_.unused_rights, "\n  ")));
        if (found_.empty() && !found_.replayed.empty()) text_.line(found_.replayed);
        const std::vector<story::accepted_finding> gone = found_.gone(what_.accepted);
        for (const story::accepted_finding& a : gone)
            text_.line(fmt::format("accepted, and did not occur: {} ({})", a.cause,
                                   a.symptom.empty() ? a.oracle : a.symptom));
        if (outputs_.annotates)
            text_.line(annotations(found_.report(replay_), what_.story) +
                       annotations_of_gone(gone, outputs_.accept));
    }
    std::string check_line() const {
        return fmt::format("the story was played once without faults in {:.1f} s, {} points: {}",
                           found_.seconds, found_.points,
                           found_.empty() ? "nothing found" : fmt::format("{} found", found_.all.size()));
    }
    bool write_files(const story::findings& of) {
        try {
            const sim::findings found = of.report(replay_);
            for (const sim::report_file& file : outputs_.files) sim::write_report(found, file, what_.story);
            return true;
        } catch (const std::system_error& e) {
            fail(e.what());
            return false;
        }
    }
    bool write_accepted() {
        if (outputs_.write_accepted.empty()) return true;
        constexpr mode_t mode = 0644;
        const std::string text = story::accepted_text(found_.to_accept(what_.accepted));
        const auto done = write_file(outputs_.write_accepted, text, mode);
        if (!done) fail(done.error().message);
        return done.has_value();
    }

    story::exploration what_;
    explore_outputs outputs_;
    real_clock time_;
    random_source random_;
    null_sink silent_;
    logger log_;
    loop loop_;
    std::optional<story::progress> progress_;
    live_text text_;
    story::replay_command replay_;
    std::string failure_;
    std::size_t printed_ = 0;
    std::optional<stop_signals> signals_;
    task_scope* tasks_ = nullptr;
    story::findings found_;
    time_point shown_{};
    bool stopped_ = false;
};

awaitable<void> print_plans(loop& l, const story::exploration& what, std::string& failure) {
    try {
        for (const std::string& one : co_await story::list_plans(l, what)) std::cout << one << '\n';
    } catch (const story::cannot_explore& e) {
        failure = e.what();
    }
}

}  // namespace

int explore_story(story::exploration what, explore_outputs outputs) {
    explore_service service(std::move(what), std::move(outputs));
    return service.run();
}

int list_story_plans(const story::exploration& what) {
    real_clock time;
    random_source random(random_source::system_seed());
    loop l(time, random);
    std::string failure;
    run_to_end(l, "plans", print_plans(l, what, failure));
    if (failure.empty()) return nothing_found;
    std::cerr << "setpoint: " << failure << '\n';
    return cannot_run;
}

std::string accepted_line(const story::finding& f, std::size_t number) {
    // A heading says nothing without the line after it.
    const std::size_t heading = f.detail.find(":\n");
    const std::size_t end = f.detail.find('\n', heading == std::string::npos ? 0 : heading + 2);
    std::string what;
    for (const char c : f.detail.substr(0, end))
        if (c != '\n' && (c != ' ' || !what.ends_with(' '))) what += c;
    std::string out = fmt::format("\n{}. accepted: {}: {}\n   found by {}\n   cause: {}\n", number, f.oracle,
                                  what, f.plan, f.cause);
    if (!f.comment.empty()) out += fmt::format("   comment: {}\n", f.comment);
    return out;
}

std::string progress_line(const story::progress& p) {
    if (p.plans == 0) return p.doing;
    std::string out = fmt::format("{} of {} plans", p.done, p.plans);
    if (p.is_followed_by_pairs) out += " of one fault";
    if (p.seconds > 0 && p.done > p.resumed) {
        const double rate = static_cast<double>(p.done - p.resumed) / p.seconds;
        out += fmt::format(", {:.1f} a second", rate);
        double left = static_cast<double>(p.plans - p.done) / rate;
        if (p.time_limit > 0) left = std::min(left, std::max(0.0, p.time_limit - p.seconds));
        if (p.done < p.plans && left >= 90)
            out += fmt::format(", {:.0f} min left", left / 60);
        else if (p.done < p.plans)
            out += fmt::format(", {:.0f} s left", left);
    }
    out += fmt::format(", {} finding{}", p.findings, p.findings == 1 ? "" : "s");
    if (p.not_repeated != 0) out += fmt::format(", {} not repeated", p.not_repeated);
    return out;
}

std::string shell_words(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& w : words) {
        if (!out.empty()) out += ' ';
        const bool is_plain =
            !w.empty() && w.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=./:,{}@%") == std::string::npos;
        if (is_plain) {
            out += w;
            continue;
        }
        out += '\'';
        for (const char c : w) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        out += '\'';
    }
    return out;
}

}}}  // namespace setpoint::v0::cli
