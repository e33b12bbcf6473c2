#include "cli/run/run_service.hpp"

#include "cli/api_host.hpp"
#include "cli/file.hpp"
#include "cli/project/project.hpp"
#include "cli/run/cluster_content.hpp"
#include "cli/run/file_watch.hpp"
#include "cli/run/line_stream.hpp"
#include "cli/run/object_view.hpp"
#include "cli/run/operator_child.hpp"
#include "cli/run/project_build.hpp"
#include "cli/run/run_plan.hpp"
#include "cli/temporary_folder.hpp"
#include "cli/terminal/live_text.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/manager/program.hpp"

#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

// Operators stop within 25 s unless they are told otherwise.
constexpr duration obey_patience = std::chrono::seconds(30);

// In its destructor, until the process ends: a signal that comes late does not change its exit code.
class signals_ignored_after {
public:
    signals_ignored_after() = default;
    signals_ignored_after(const signals_ignored_after&) = delete;
    signals_ignored_after& operator=(const signals_ignored_after&) = delete;
    ~signals_ignored_after() {
        sigset_t late;
        sigemptyset(&late);
        for (const int s : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&late, s);
        ::pthread_sigmask(SIG_BLOCK, &late, nullptr);
    }
};

awaitable<void> until_set(latch& l) {
    (void)co_await l.wait();
}

class run_service {
public:
    explicit run_service(run_settings s)
        : settings_(std::move(s)),
          to_apply_(read_manifests(settings_.to_apply).value()),
          random_(random_source::system_seed()),
          text_(
              std::cout, ::isatty(STDOUT_FILENO) == 1, [this] { return below(); }, terminal_width),
          log_lines_([this](std::string_view line) { text_.line(line); }),
          log_sink_(log_lines_),
          log_(log_sink_, time_),
          loop_(time_, random_),
          signals_(loop_.io(), SIGTERM, SIGINT, SIGHUP),
          changed_(loop_),
          stop_(loop_),
          watch_(loop_),
          child_(loop_),
          plan_(settings_.builds, settings_.watches) {
        log_sink_.level = log_level::warn;
    }

    int run() {
        const signals_ignored_after the_end;
        if (!settings_.kubeconfig.empty()) {
            const result<> clear = clear_kubeconfig(settings_.kubeconfig);
            if (!clear) throw fault(clear.error());
        }
        wait_for_signal();
        run_to_end(loop_, "run", live());
        return plan_.exit_code();
    }

private:
    struct cluster;

    void wait_for_signal();
    std::vector<std::string> below() const;
    void say(std::string_view text) { text_.line(text_.colour("1", "setpoint:") + " " + std::string(text)); }

    awaitable<void> live();
    awaitable<void> work(cluster& c);
    awaitable<void> drive(cluster& c);
    awaitable<void> until_stop(std::string what, awaitable<void> work);
    awaitable<void> build();
    awaitable<void> start_operator(cluster& c);
    awaitable<void> stop_operator();
    awaitable<void> follow_operator();
    awaitable<void> create_samples(cluster& c, std::string program, cluster_content::installed from);
    awaitable<void> follow_files();
    std::string find_executable() const;

    run_settings settings_;
    std::vector<bj::object> to_apply_;
    temporary_folder folder_;
    real_clock time_;
    random_source random_;
    std::string progress_;
    const object_view* view_ = nullptr;
    live_text text_;
    line_stream log_lines_;  // of the server
    text_sink log_sink_;
    logger log_;
    loop loop_;
    asio::signal_set signals_;
    notifier changed_;
    latch stop_;
    file_watch watch_;
    operator_child child_;
    run_plan plan_;
    std::string program_;
    std::optional<file_stamp> started_;
    bool killed_ = false, has_samples_ = false;
    std::exception_ptr failure_;
};

// What there is while the server runs.
struct run_service::cluster {
    cluster(run_service& s, api_host& h, cluster_config config)
        : host(h),
          connection(s.loop_, std::move(config), system_sources(), s.log_, named()),
          content(s.loop_, connection.api(),
                  [&s](const std::string& line) {
                      if (!line.ends_with(" unchanged")) s.text_.line(line);
                  }),
          view(s.loop_, connection.api(), h.api(), s.log_, [&s] { s.text_.refresh(); }),
          tasks(s.loop_, "run", [&s](std::string_view, std::exception_ptr e) {
              if (!s.failure_) s.failure_ = std::move(e);
              s.plan_.stop_requested();
              s.stop_.set();
              s.changed_.notify();
          }) {}
    static api_client_options named() {
        api_client_options o;
        o.name = "setpoint";
        return o;
    }
    api_host& host;
    api_connection connection;
    cluster_content content;
    object_view view;
    task_scope tasks;
};

void run_service::wait_for_signal() {
    signals_.async_wait([this](boost::system::error_code ec, int) {
        if (ec) return;
        // The second one does not wait for the operator. What follows its end is quick.
        if (stop_.is_set()) child_.signal(SIGKILL);
        plan_.stop_requested();
        stop_.set();
        changed_.notify();
        wait_for_signal();
    });
}

std::vector<std::string> run_service::below() const {
    std::vector<std::string> lines;
    if (view_) lines = view_->lines();
    if (!progress_.empty()) {
        lines.emplace_back();
        lines.push_back(progress_);
    }
    return lines;
}

std::string run_service::find_executable() const {
    if (!settings_.builds) return settings_.program;
    return program_in(std::string(build_folder), settings_.project).value_or("");
}

awaitable<void> run_service::live() {
    api_host_options o;
    o.at = {"127.0.0.1", settings_.port};
    o.api.nodes.count = settings_.nodes;
    api_host host(loop_, log_, std::move(o));
    task_scope behind(loop_, "behind the API");
    const result<> serving = host.start(behind);
    if (!serving) throw fault(serving.error());
    std::exception_ptr failure;
    try {
        co_await host.api().ready();
        const std::string file =
            settings_.kubeconfig.empty() ? folder_.path() + "/kubeconfig" : settings_.kubeconfig;
        const result<> written = write_file(file, host.kubeconfig().reveal(), 0600);
        if (!written) throw fault(written.error().within("--write-kubeconfig"));
        settings_.kubeconfig = file;
        auto config = load_config({file, ""}, system_sources(), time_.wall_now());
        if (!config) throw fault(config.error());
        say(fmt::format("API server on {}; export KUBECONFIG={}", host.url(), file));
        cluster c(*this, host, std::move(*config));
        co_await work(c);
    } catch (...) {
        failure = std::current_exception();
    }
    cancel_scope shield(loop_, never, true);
    co_await host.stop();
    behind.request_stop();
    co_await behind.join();
    signals_.cancel();
    if (failure) std::rethrow_exception(failure);
    if (failure_) std::rethrow_exception(failure_);
}

// Whatever happens, the operator has ended before the server stops.
awaitable<void> run_service::work(cluster& c) {
    std::exception_ptr failure;
    try {
        const result<> applied = co_await c.content.apply(part_of(to_apply_, true));
        if (!applied) throw fault(applied.error().within("--apply"));
        if (settings_.builds) watch_.add("", true);
        c.tasks.spawn("files", follow_files());
        if (text_.is_terminal()) {
            view_ = &c.view;
            c.tasks.spawn("tables", c.view.keep(c.tasks));
        }
        co_await drive(c);
    } catch (...) {
        failure = std::current_exception();
    }
    cancel_scope shield(loop_, never, true);
    plan_.stop_requested();
    if (plan_.is_running()) co_await stop_operator();
    c.tasks.request_stop();
    co_await c.tasks.join();
    view_ = nullptr;
    if (failure) std::rethrow_exception(failure);
}

awaitable<void> run_service::drive(cluster& c) {
    for (;;) {
        switch (plan_.next()) {
            case run_plan::action::build:
                co_await until_stop("build", build());
                break;
            case run_plan::action::start:
                co_await until_stop("start", start_operator(c));
                break;
            case run_plan::action::stop_operator:
                co_await stop_operator();
                break;
            case run_plan::action::wait:
                (void)co_await changed_.wait();
                break;
            case run_plan::action::end:
                co_return;
        }
    }
}

awaitable<void> run_service::until_stop(std::string what, awaitable<void> work) {
    (void)co_await first_of(loop_, std::move(what), std::move(work), until_set(stop_));
}

awaitable<void> run_service::build() {
    const time_point begun = loop_.now();
    say(fmt::format("building {} in {}", settings_.project, build_folder));
    const auto built = co_await build_project(loop_, settings_.project, [this](std::string_view progress) {
        progress_ = "building: " + std::string(progress);
        text_.refresh();
    });
    progress_.clear();
    if (!built) throw fault(built.error());
    program_ = find_executable();
    if (built->code == 0 && program_.empty())
        throw fault(
            errc::bad_config,
            fmt::format("the build makes no {0}/{1} and no {0}/bin/{1}: PROJECT's projectName must be the "
                        "name of the executable's target",
                        build_folder, settings_.project));
    plan_.built(built->code == 0, stamp_of(program_) != started_);
    if (built->code == 0) {
        say(fmt::format("built in {:.1f} s", std::chrono::duration<double>(loop_.now() - begun).count()));
        co_return;
    }
    text_.line(built->output);
    std::error_code ignored;
    fs::create_directories(fs::path(build_folder), ignored);
    const bool logged = write_file(std::string(build_log), built->output + "\n", 0644).has_value();
    say(fmt::format("the build failed (exit code {}){}; waiting for a change of the sources", built->code,
                    logged ? fmt::format(", see {}", build_log) : ""));
}

awaitable<void> run_service::start_operator(cluster& c) {
    program_ = find_executable();
    started_ = stamp_of(program_);
    watch_.add(fs::path(program_).parent_path().string());
    auto installed = co_await c.content.install(program_, settings_.flags);
    if (installed && !has_samples_) {
        const result<> applied = co_await c.content.apply(part_of(to_apply_, false));
        if (!applied) installed = applied.error().within("--apply");
    }
    const result<> started = installed ? child_.start({program_, installed->arguments}, settings_.kubeconfig)
                                       : result<>(installed.error());
    if (!started) {
        plan_.start_failed();
        say(fmt::format("{}; waiting for a change", started.error().to_string()));
        co_return;
    }
    killed_ = false;
    plan_.started();
    say(fmt::format("started {} (pid {})", program_, child_.pid()));
    c.tasks.spawn("operator", follow_operator());
    c.view.show(installed->definitions);
    if (!std::exchange(has_samples_, true))
        c.tasks.spawn("samples", create_samples(c, program_, std::move(*installed)));
}

awaitable<void> run_service::create_samples(cluster& c, std::string program,
                                            cluster_content::installed from) {
    const result<> created = co_await c.content.create_samples(std::move(program), std::move(from));
    if (!created) say(fmt::format("the samples are not created: {}", created.error().to_string()));
}

awaitable<void> run_service::follow_operator() {
    const int code = co_await child_.follow([this](std::string_view line) { text_.line(line); });
    const bool expected = plan_.next() == run_plan::action::stop_operator;
    plan_.ended(code, killed_);
    if (!expected) say(fmt::format("the operator ended with exit code {}; waiting for a change", code));
    changed_.notify();
}

awaitable<void> run_service::stop_operator() {
    say(plan_.stop_is_requested() ? "stopping" : "the executable has changed: restarting");
    child_.signal(SIGTERM);
    const time_point due = saturating_add(loop_.now(), obey_patience);
    while (plan_.is_running() && loop_.now() < due) (void)co_await changed_.wait(due);
    if (!plan_.is_running()) co_return;
    say(fmt::format("the operator has not stopped within {} s: killing it",
                    std::chrono::duration_cast<std::chrono::seconds>(obey_patience).count()));
    killed_ = true;
    child_.signal(SIGKILL);
    while (plan_.is_running()) (void)co_await changed_.wait();
}

awaitable<void> run_service::follow_files() {
    for (;;) {
        const std::set<std::string> changed = co_await watch_.changes();
        const bool sources = std::any_of(changed.begin(), changed.end(), [](const std::string& path) {
            return is_source(fs::path(path).filename().string()) && !path.starts_with("./build/") &&
                   !path.starts_with("build/");
        });
        if (sources) plan_.sources_changed();
        const auto now = stamp_of(program_);
        if (now && now != started_ && !program_.empty()) plan_.executable_changed();
        changed_.notify();
    }
}

}  // namespace

int run_operator(run_settings s) {
    run_service service(std::move(s));
    return service.run();
}

}}}  // namespace setpoint::v0::cli
