#include "framework/manager/recorded_program.hpp"

#include "framework/manager/debug_access.hpp"
#include "framework/manager/recording_files.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/manager/program.hpp"
#include "setpoint/manager/replayed_manager.hpp"
#include "setpoint/recording/flight_recorder.hpp"

#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <cstdlib>
#include <utility>

namespace setpoint { inline namespace v0 {

void mask_signals(int how, bool with_dump) {
    sigset_t these;
    sigemptyset(&these);
    for (const int s : {SIGTERM, SIGINT}) sigaddset(&these, s);
    if (with_dump) sigaddset(&these, SIGUSR1);
    pthread_sigmask(how, &these, nullptr);
}

namespace {

recording_header header_of(const recorded_surroundings& s) {
    auto build = build_of_this_program();
    if (!build) throw fault(build.error());
    recording_header h;
    h.program = s.options.name;
    h.version = SETPOINT_VERSION;
    h.build = std::move(*build);
    h.arguments = s.arguments;
    h.seed = random_source::system_seed();
    h.start = s.l.wall_now();
    h.found = {{"options", recorded_options(s.options)},
               {"server", s.config.server.authority()},
               {"pathPrefix", s.config.path_prefix}};
    return h;
}

class recording_body final : public http::body_source {
public:
    explicit recording_body(recording_text text) : text_(std::move(text)) {}
    awaitable<result<std::string_view>> read() override {
        if (next_ == text_.parts.size()) co_return std::string_view();
        co_return std::string_view(*text_.parts[next_++]);
    }

private:
    recording_text text_;
    std::size_t next_ = 0;
};

// The recorded manager, and the tasks next to it on the process's loop.
class recorded_program {
public:
    recorded_program(recorded_surroundings s, const std::function<void(manager&)>& set_up)
        : s_(std::move(s)),
          recorder_(s_.l, s_.to_cluster.transport(), header_of(s_),
                    {static_cast<std::size_t>(s_.options.flight_recorder.mebibytes) * 1024 * 1024}),
          log_(s_.sink, recorder_.inner_loop().time()),
          api_(recorder_.inner_loop(), recorder_.net(), s_.options.name, s_.config.server.authority(),
               s_.config.path_prefix, log_, s_.measured),
          files_(s_.l, recorder_, s_.options.flight_recorder, s_.options.name, s_.log),
          running_(recorder_.inner_loop(), api_.client(), log_, s_.measured, s_.options),
          signals_(s_.l.io(), SIGTERM, SIGINT, SIGUSR1) {
        recorder_.observe(&s_.turns);
        running_.listen_on(s_.l, s_.to_cluster.client(), s_.log);
        running_.observe(files_);
        running_.add_debug_path("/debug/recording",
                                [this](const http::server_request& r) { return answer(r); });
        recorder_.on_signal([this](int number) {
            // 0: a part of the program has failed.
            if (number != 0) log_.info("Signal received: stopping", {{"signal", number}});
            running_.request_stop();
        });
        set_up(running_);
        if (!running_.webhook_host_name().empty() && s_.options.webhooks.address != "0")
            throw fault(errc::bad_config,
                        "--flight-recorder: calls of webhooks are not recorded; turn them off with "
                        "--webhook-port=0");
        if (!s_.options.traces.endpoint.empty())
            throw fault(errc::bad_config,
                        "--flight-recorder: the export of traces is not recorded; turn it off: leave out "
                        "--otlp-endpoint, and unset $OTEL_EXPORTER_OTLP_ENDPOINT");
        if (running_.changes(kind_of<core_v1::secret>()))
            throw fault(
                errc::bad_config,
                "--flight-recorder: this operator changes Secrets, whose values are not recorded: in a "
                "replay it would compare its own values with placeholders, and change the Secrets again");
    }
    ~recorded_program() { mask_signals(SIG_BLOCK, true); }
    recorded_program(const recorded_program&) = delete;
    recorded_program& operator=(const recorded_program&) = delete;

    void run() {
        wait_for_signal();
        mask_signals(SIG_UNBLOCK, true);
        run_to_end(s_.l, "flight recorder", run_all());
    }

private:
    awaitable<void> run_all() {
        std::exception_ptr failure;
        bool is_stopping = false;
        task_scope beside(s_.l, "beside the manager", [&](std::string_view, std::exception_ptr e) {
            if (!failure) failure = std::move(e);
            if (!std::exchange(is_stopping, true)) recorder_.signal(0);
        });
        beside.spawn("credentials", s_.to_cluster.keep_credentials());
        beside.spawn("first contact", s_.first_contact());
        beside.spawn("recordings", files_.run());
        try {
            co_await recorder_.run("manager", running_.run());
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
        is_stopping = true;
        cancel_scope shield(s_.l, never, true);
        co_await running_.stop_listening();
        beside.request_stop();
        co_await beside.join();
        if (failure) std::rethrow_exception(failure);
    }
    http::response answer(const http::server_request& r) {
        if (std::optional<http::response> no = refuse_other_client(r)) return std::move(*no);
        return {200,
                {{"Content-Type", "application/octet-stream"}},
                {},
                std::make_shared<recording_body>(recorder_.text())};
    }
    void wait_for_signal() {
        signals_.async_wait([this](boost::system::error_code ec, int number) {
            if (ec) return;
            if (number == SIGUSR1) {
                files_.request("SIGUSR1");
            } else if (seen_) {
                s_.log.error("Second signal: ending at once", {{"signal", number}});
                std::_Exit(static_cast<int>(exit_code::failed));
            } else {
                seen_ = true;
                recorder_.signal(number);
            }
            wait_for_signal();
        });
    }

    recorded_surroundings s_;
    flight_recorder recorder_;
    logger log_;
    detached_connection api_;
    recording_files files_;
    manager running_;
    asio::signal_set signals_;
    bool seen_ = false;
};

}  // namespace

void run_recorded(recorded_surroundings s, const std::function<void(manager&)>& set_up) {
    recorded_program p(std::move(s), set_up);
    p.run();
}

}}  // namespace setpoint::v0
