#include "cli/apiserver_service.hpp"

#include "cli/access_record.hpp"
#include "cli/api_host.hpp"
#include "cli/control/control_session.hpp"
#include "cli/file.hpp"
#include "cli/snapshot_file.hpp"
#include "cli/stop_signals.hpp"
#include "setpoint/apiserver/data_folder.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/manager/program.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

// For the requests of a parent that has ended: nobody waits for them.
constexpr duration orphaned_limit = std::chrono::milliseconds(20);

class apiserver_service {
public:
    explicit apiserver_service(apiserver_settings s)
        : settings_(std::move(s)),
          random_(random_source::system_seed()),
          sink_(make_sink(settings_)),
          log_(*sink_, time_),
          begun_(time_.now()),
          loop_(time_, random_),
          stop_(loop_),
          signals_(loop_, log_, [this] { stop_.set(); }),
          record_(loop_) {
        if (settings_.control)
            control_ = std::make_unique<control_session>(loop_, log_, [this] { end_with_input(); });
    }

    int run() {
        check_folder();
        if (!settings_.kubeconfig.empty()) {
            const result<> clear = clear_kubeconfig(settings_.kubeconfig);
            if (!clear) throw fault(clear.error());
        }
        run_to_end(loop_, "apiserver", serve());
        return static_cast<int>(exit_code::ok);
    }

private:
    static std::unique_ptr<log_sink> make_sink(const apiserver_settings& s) {
        std::unique_ptr<log_sink> sink;
        if (s.json_log)
            sink = std::make_unique<json_sink>(std::cerr);
        else
            sink = std::make_unique<text_sink>(std::cerr);
        sink->level = s.level;
        return sink;
    }
    // Throws fault: bad_config.
    void check_folder() const;
    api_host_options hosting();
    awaitable<void> serve();
    void load(apiserver::server& to);
    awaitable<void> announce(api_host& host);
    void end_with_input();
    awaitable<void> stop_in_order(api_host& host, task_scope& tasks);

    apiserver_settings settings_;
    real_clock time_;
    random_source random_;
    std::unique_ptr<log_sink> sink_;
    logger log_;
    time_point begun_;
    loop loop_;
    latch stop_;
    stop_signals signals_;
    access_record record_;
    std::unique_ptr<control_session> control_;  // null: without --control
    bool has_input_ended_ = false;
    std::exception_ptr failure_;
};

api_host_options apiserver_service::hosting() {
    api_host_options o{settings_.at, settings_.tls, settings_.max_connections, settings_.api};
    o.flag = settings_.flag;
    o.certificate = settings_.certificate;
    if (control_)
        o.gate = [this](const http::server_request& r, const http::server::handler& next) {
            return control_->faults().handle(r, next);
        };
    if (settings_.record_rbac.empty()) return o;
    o.api.on_request = [this](std::string_view verb, std::string_view group, std::string_view resource,
                              std::string_view subresource, std::string_view,
                              std::string_view) { record_.note(verb, group, resource, subresource); };
    o.on_socket_request = [this](const http::server_request& r) -> std::shared_ptr<void> {
        return std::make_shared<access_record::scope>(record_, r);
    };
    return o;
}

awaitable<void> apiserver_service::announce(api_host& host) {
    co_await host.api().ready();
    std::string hint;
    if (!settings_.kubeconfig.empty()) {
        const auto text = std::make_shared<const secret>(host.kubeconfig());
        const result<> written = co_await loop_.blocking(
            "write the kubeconfig",
            [file = settings_.kubeconfig, text] { return write_file(file, text->reveal(), 0600); });
        if (!written) throw fault(written.error().within("--write-kubeconfig"));
        hint = "; export KUBECONFIG=" + settings_.kubeconfig;
    }
    const auto took = std::chrono::duration<double>(time_.now() - begun_).count();
    std::string line = fmt::format("ready on {} in {:.2f} s{}\n", host.url(), took, hint);
    if (control_)
        co_await control_->announce(std::move(line));
    else
        std::cout << line << std::flush;
}

void apiserver_service::end_with_input() {
    has_input_ended_ = true;
    stop_.set();
}

// The objects of the folder would be replaced at each start.
void apiserver_service::check_folder() const {
    const std::string& folder = settings_.api.data_folder;
    std::error_code unreadable;
    if (settings_.snapshot.empty() || folder.empty() ||
        !std::filesystem::exists(std::filesystem::path(folder) / "setpoint.db", unreadable))
        return;
    // A start that was killed before it wrote its objects leaves keys only.
    const auto found = apiserver::check_data_folder(folder);
    if (found && found->revisions == 0 && found->problems.empty()) return;
    throw fault(errc::bad_config,
                fmt::format("--snapshot: the folder {} contains data already; start without --snapshot, "
                            "and use `setpoint snapshot restore`",
                            folder));
}

// Before anybody watches: the objects are there from the start.
void apiserver_service::load(apiserver::server& to) {
    auto content = read_snapshot_files(settings_.snapshot);
    if (!content) throw fault(content.error().within("--snapshot"));
    const auto loaded = apiserver::load_snapshot(to, std::move(*content));
    if (!loaded) throw fault(errc::bad_config, "--snapshot: " + loaded.error().message);
    for (const std::string& warning : loaded->warnings)
        log_.warn("An object of the snapshot was changed", {{"what", warning}});
    log_.info("Loaded a snapshot", {{"file", settings_.snapshot}, {"objects", loaded->objects}});
    to.compact();
}

awaitable<void> apiserver_service::serve() {
    api_host host(loop_, log_, hosting());
    if (!settings_.snapshot.empty()) load(host.api());
    task_scope tasks(loop_, "behind the API", [this](std::string_view task, std::exception_ptr e) {
        log_.error("A task of the server failed", {{"task", task}});
        if (!failure_) failure_ = std::move(e);
        stop_.set();
    });
    const result<> started = host.start(tasks);
    if (!started) throw fault(started.error());
    if (!settings_.loopback && !settings_.api.access.is_on())
        log_.warn("Clients are not authenticated: anyone who can reach this address has full access");
    if (control_) control_->begin(tasks, host);
    tasks.spawn("announce", announce(host));
    if (!settings_.record_rbac.empty()) tasks.spawn("record", record_.keep(settings_.record_rbac, log_));
    bool was_cancelled = false;
    try {
        co_await stop_.wait();
    } catch (const cancelled&) {
        was_cancelled = true;
    }
    {
        cancel_scope shield(loop_, never, true);
        co_await stop_in_order(host, tasks);
    }
    if (failure_) std::rethrow_exception(failure_);
    if (was_cancelled) throw cancelled{};
}

awaitable<void> apiserver_service::stop_in_order(api_host& host, task_scope& tasks) {
    if (control_) control_->faults().close();
    co_await host.stop(has_input_ended_ ? orphaned_limit : api_host::stop_limit);
    tasks.request_stop();
    co_await tasks.join();
    signals_.finish();
    // A test that was killed leaves nothing behind.
    if (control_ && !settings_.kubeconfig.empty()) (void)clear_kubeconfig(settings_.kubeconfig);
    if (settings_.record_rbac.empty()) co_return;
    const result<> written = write_file(settings_.record_rbac, record_.yaml(), 0644);
    if (!written && !failure_)
        failure_ = std::make_exception_ptr(fault(written.error().within("--record-rbac")));
}

}  // namespace

int run_apiserver(apiserver_settings s) {
    apiserver_service service(std::move(s));
    return service.run();
}

}}}  // namespace setpoint::v0::cli
