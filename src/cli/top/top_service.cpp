#include "cli/top/top_service.hpp"

#include "cli/json_members.hpp"
#include "cli/terminal/live_text.hpp"
#include "cli/top/top_view.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/random.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <iostream>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::size_t largest_document = 64 * 1024 * 1024;
constexpr duration read_limit = std::chrono::seconds(10);

awaitable<void> keep(awaitable<result<std::string>> body, result<std::string>& to) {
    to = co_await std::move(body);
}

// One line in the place of the tables while the operator cannot be reached.
std::vector<std::string> trouble_lines(const error& why) {
    return {fmt::format("no state: {}; trying again", why.to_string())};
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
    awaitable<void> to_end(result<>& outcome) {
        outcome = co_await show();
        co_await forward_.close();
    }

    awaitable<result<>> show() {
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
        api_connection connection(loop_, std::move(config), system_sources(), logger(sink_, time_),
                                  std::move(o));
        const std::string place = "http://" + at.authority() + settings_.target.path;
        const bool terminal = ::isatty(STDOUT_FILENO) == 1 && !settings_.json && !settings_.once;
        std::vector<std::string> lines;
        live_text screen(std::cout, terminal, [&] { return lines; }, terminal_width);
        for (bool shown = false;; shown = true) {
            const result<bj::object> document = co_await read(connection, place);
            if (!document && !shown) co_return document.error();
            if (settings_.json) {
                if (document) std::cout << bj::serialize(*document) << std::endl;
            } else if (terminal) {
                const std::size_t height = terminal_height();
                lines = document ? top_lines(*document, height > 1 ? height - 1 : height)
                                 : trouble_lines(document.error());
                screen.refresh();
            } else if (document) {
                for (const std::string& line : top_lines(*document, 0)) std::cout << line << '\n';
            }
            if (settings_.once || (!terminal && !settings_.json)) co_return result<>();
            co_await loop_.sleep(settings_.interval);
        }
    }

    // `from` and `place` must outlive the coroutine.
    awaitable<result<bj::object>> read(api_connection& from, const std::string& place) {
        http::request r;
        r.target = settings_.target.path;
        r.headers = {{"Accept", "application/json"}};
        result<std::string> body = error();
        const auto in_time = co_await with_timeout(loop_, read_limit, place,
                                                   keep(from.send(std::move(r), largest_document), body));
        if (!in_time) co_return in_time.error();
        if (!body && body.error().http_status == 404)
            co_return error(errc::bad_config,
                            place + " does not exist: start the operator with --debug-endpoint");
        if (!body) co_return body.error().within(place);
        boost::system::error_code failed;
        bj::value document = bj::parse(chars(*body), failed);
        const bj::object* const o = failed ? nullptr : document.if_object();
        if (!o || !array_in(*o, "controllers"))
            co_return error(errc::bad_config, place + ": this is not the state of an operator");
        co_return std::move(document.get_object());
    }

    const top_settings& settings_;
    real_clock time_;
    random_source random_;
    text_sink sink_;
    loop loop_;
    port_forward forward_;
};

}  // namespace

void show_top(const top_settings& s) {
    top_service(s).run();
}

}}}  // namespace setpoint::v0::cli
