#include "cli/top/top_service.hpp"

#include "cli/json_members.hpp"
#include "cli/stop_signals.hpp"
#include "cli/terminal/live_text.hpp"
#include "cli/top/top_view.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/random.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <optional>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::size_t largest_document = 64 * 1024 * 1024;
constexpr duration read_limit = std::chrono::seconds(10);

awaitable<void> keep(awaitable<result<std::string>> body, result<std::string>& to) {
    to = co_await std::move(body);
}

// One line in the place of the tables while the operator cannot be reached.
std::string trouble_line(const error& why) {
    return fmt::format("no state: {}; trying again", why.to_string());
}

class top_service {
public:
    explicit top_service(const top_settings& s)
        : settings_(s),
          random_(random_source::system_seed()),
          sink_(std::cerr),
          loop_(time_, random_),
          forward_(loop_) {}

    void run() {
        result<> outcome;
        run_to_end(loop_, "top", to_end(outcome));
        if (!outcome) throw fault(outcome.error());
    }

private:
    // Also ends kubectl when a signal or an exception ends the show.
    awaitable<void> to_end(result<>& outcome) {
        std::exception_ptr failure;
        try {
            cancel_scope stoppable(loop_);
            const stop_signals signals(loop_, logger(silent_, time_), [&] { stoppable.cancel(); });
            outcome = co_await show();
        } catch (const cancelled&) {
            outcome = result<>();  // by a signal
        } catch (...) {
            failure = std::current_exception();
        }
        connection_.reset();
        {
            const cancel_scope shield(loop_, never, true);
            co_await forward_.close();
        }
        if (failure) std::rethrow_exception(failure);
    }

    awaitable<result<>> show() {
        const bool terminal = ::isatty(STDOUT_FILENO) == 1 && !settings_.json && !settings_.once;
        std::vector<std::string> lines;
        std::string trouble;  // that was reported
        live_text screen(std::cout, terminal, [&] { return lines; }, terminal_width, terminal_height);
        for (bool shown = false;; shown = true) {
            const result<bj::object> document = co_await next();
            if (!document && !shown) co_return document.error();
            if (terminal) {
                const std::size_t height = terminal_height();
                lines = document ? top_lines(*document, height > 1 ? height - 1 : height)
                                 : std::vector{trouble_line(document.error())};
                screen.refresh();
            } else if (!document) {
                const std::string line = trouble_line(document.error());
                if (std::exchange(trouble, line) != line) std::cerr << "setpoint top: " << line << '\n';
            } else if (settings_.json) {
                trouble.clear();
                std::cout << bj::serialize(*document) << '\n';
            } else {
                for (const std::string& line : top_lines(*document, 0)) std::cout << line << '\n';
            }
            if (!std::cout.flush()) co_return error(errc::failed, "standard output: cannot be written to");
            if (settings_.once || (!terminal && !settings_.json)) co_return result<>();
            co_await loop_.sleep(settings_.interval);
        }
    }

    // Connects first, and again when kubectl has ended: with its pod, which may have been replaced.
    awaitable<result<bj::object>> next() {
        if (!connection_ || forward_.has_ended()) {
            const result<> ready = co_await connect();
            if (!ready) co_return ready.error();
        }
        co_return co_await read();
    }

    awaitable<result<>> connect() {
        connection_.reset();
        http::origin at = settings_.target.at;
        if (!settings_.target.object.empty()) {
            auto port = co_await forward_.open(settings_.forward);
            if (!port) co_return port.error();
            at.port = std::move(*port);
        }
        cluster_config config;
        config.server = at;
        api_client_options o;
        o.name = "setpoint";
        connection_.emplace(loop_, std::move(config), system_sources(), logger(sink_, time_), std::move(o));
        place_ = "http://" + at.authority() + settings_.target.path;
        co_return result<>();
    }

    awaitable<result<bj::object>> read() {
        http::request r;
        r.target = settings_.target.path;
        r.headers = {{"Accept", "application/json"}};
        result<std::string> body = error();
        const auto in_time = co_await with_timeout(
            loop_, read_limit, place_, keep(connection_->send(std::move(r), largest_document), body));
        if (!in_time) co_return in_time.error();
        if (!body && body.error().http_status == 404)
            co_return error(errc::bad_config,
                            place_ + " does not exist: start the operator with --debug-endpoint");
        if (!body) co_return body.error().within(place_);
        boost::system::error_code failed;
        bj::value document = bj::parse(chars(*body), failed);
        const bj::object* const o = failed ? nullptr : document.if_object();
        if (!o || !array_in(*o, "controllers"))
            co_return error(errc::bad_config, place_ + ": this is not the state of an operator");
        co_return std::move(document.get_object());
    }

    const top_settings& settings_;
    real_clock time_;
    random_source random_;
    text_sink sink_;
    null_sink silent_;
    loop loop_;
    port_forward forward_;
    std::optional<api_connection> connection_;
    std::string place_;  // where it reads
};

}  // namespace

void show_top(const top_settings& s) {
    // A reader that has gone is an error of the stream, which is reported.
    std::signal(SIGPIPE, SIG_IGN);
    top_service(s).run();
}

}}}  // namespace setpoint::v0::cli
