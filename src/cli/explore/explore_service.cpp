#include "cli/explore/explore_service.hpp"

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
    explore_service(story::exploration what, std::vector<sim::report_file> files)
        : what_(std::move(what)),
          files_(std::move(files)),
          random_(random_source::system_seed()),
          log_(silent_, time_),
          loop_(time_, random_),
          text_(
              std::cout, ::isatty(STDOUT_FILENO) == 1, [this] { return bottom(); }, terminal_width),
          replay_{fmt::format("setpoint explore {} --replay", shell_words(inputs())),
                  " -- " + shell_words(what_.command)} {
        what_.on_progress = [this](const story::progress& p) { show(p); };
        what_.on_finding = [this](const story::finding& f) {
            text_.line(story::text_of(f, ++printed_, replay_));
        };
        what_.on_findings = [this](const story::findings& so_far) { keep(so_far); };
        what_.should_stop = [this] { return stopped_ || has_lost_output(); };
    }

    int run() {
        for (const sim::report_file& file : files_) {
            if (has_folder(file.name)) continue;
            std::cerr << "setpoint: cannot write " << file.name << ": its folder does not exist\n";
            return cannot_run;
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
            std::cerr << "setpoint: " << failure_ << '\n';
            return cannot_run;
        }
        print_result();
        if (!files_.empty() && !write_files(found_)) return cannot_run;
        if (has_lost_output()) {
            std::cerr << "setpoint: standard output was closed, and the exploration has ended: "
                      << found_.coverage() << '\n';
            return cannot_run;
        }
        if (stopped_ && !found_.was_stopped) return cannot_run;
        return found_.empty() ? nothing_found : something_found;
    }

private:
    std::vector<std::string> inputs() const {
        std::vector<std::string> words{"--story", what_.story};
        if (!what_.rbac.empty()) words.insert(words.end(), {"--rbac", what_.rbac});
        if (!what_.service_account.empty())
            words.insert(words.end(), {"--service-account", what_.service_account});
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
        if (files_.empty()) return;
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
        text_.line(found_.coverage());
        if (const std::string more = found_.remarks(); !more.empty()) text_.line(more);
        // Runs that end early, and a single plan, use less than the operator needs.
        const bool shows_all = what_.replay.empty() && found_.run != 0;
        if (shows_all && !found_.unused_rights.empty())
            text_.line(
                fmt::format("rights that no run has used:\n  {}", fmt::join(found_.unused_rights, "\n  ")));
        if (found_.empty() && !found_.replayed.empty()) text_.line(found_.replayed);
    }
    bool write_files(const story::findings& of) {
        try {
            const sim::findings found = of.report(replay_);
            for (const sim::report_file& file : files_) sim::write_report(found, file, what_.story);
            return true;
        } catch (const std::system_error& e) {
            std::cerr << "setpoint: " << e.what() << '\n';
            return false;
        }
    }

    story::exploration what_;
    std::vector<sim::report_file> files_;
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

int explore_story(story::exploration what, std::vector<sim::report_file> files) {
    explore_service service(std::move(what), std::move(files));
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

std::string progress_line(const story::progress& p) {
    if (p.plans == 0) return p.doing;
    std::string out = fmt::format("{} of {} plans", p.done, p.plans);
    if (p.is_followed_by_pairs) out += " of one fault";
    if (p.seconds > 0 && p.done > 0) {
        const double rate = static_cast<double>(p.done) / p.seconds;
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
