// Operations of Asio in tasks of the loop, with sockets of this machine.
#include "setpoint/core/asio.hpp"

#include "setpoint/core/race.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint;
using namespace std::chrono_literals;
using asio::ip::tcp;

BOOST_AUTO_TEST_SUITE(asio_operations)

namespace {

// Sends a line to a service, and returns the line that it answers.
awaitable<result<std::string>> ask(loop& l, std::string host, std::string port, std::string question) {
    tcp::resolver resolver(l.io());
    auto [unknown, found] = co_await await_asio<tcp::resolver::results_type>(
        l, [&](auto handler) { resolver.async_resolve(host, port, std::move(handler)); },
        [&] { resolver.cancel(); });
    if (unknown) co_return error(errc::unreachable, host + ": " + unknown.message());
    tcp::socket socket(l.io());
    const auto [refused, at] = co_await await_asio<tcp::endpoint>(
        l, [&](auto handler) { asio::async_connect(socket, found, std::move(handler)); });
    if (refused) co_return error(errc::unreachable, host + ": " + refused.message());
    co_await await_asio<std::size_t>(
        l, [&](auto handler) { asio::async_write(socket, asio::buffer(question), std::move(handler)); });
    std::string answer;
    const auto [lost, size] = co_await await_asio<std::size_t>(l, [&](auto handler) {
        asio::async_read_until(socket, asio::dynamic_buffer(answer), '\n', std::move(handler));
    });
    if (lost) co_return error(errc::connection_lost, host + ": " + lost.message());
    co_return answer.substr(0, size);
}

struct world {
    real_clock time;
    random_source random{1};
    loop l{time, random};
    tcp::acceptor acceptor{l.io(), tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
    tcp::socket server{l.io()};

    // Answers one line, if there is an answer.
    awaitable<void> serve(std::string answer) {
        const auto [failed] =
            co_await await_asio(l, [&](auto handler) { acceptor.async_accept(server, std::move(handler)); });
        if (failed) throw fault(errc::failed, failed.message());
        std::string line;
        co_await await_asio<std::size_t>(l, [&](auto handler) {
            asio::async_read_until(server, asio::dynamic_buffer(line), '\n', std::move(handler));
        });
        if (answer.empty()) co_return;
        co_await await_asio<std::size_t>(
            l, [&](auto handler) { asio::async_write(server, asio::buffer(answer), std::move(handler)); });
    }
    std::string port() const { return std::to_string(acceptor.local_endpoint().port()); }
};

awaitable<void> ask_in_time(world& w, duration limit, result<std::string>& got) {
    got = co_await with_timeout(w.l, limit, "the answer", ask(w.l, "127.0.0.1", w.port(), "PING\n"));
}

awaitable<void> ask_server(world& w, std::string answer, duration limit, result<std::string>& got) {
    task_scope tasks(w.l, "server");
    tasks.spawn("serve", w.serve(std::move(answer)));
    co_await ask_in_time(w, limit, got);
    co_await tasks.join();
}

awaitable<void> wait_for(world& w, asio::steady_timer& timer) {
    co_await await_asio(w.l, [&](auto handler) { timer.async_wait(std::move(handler)); });
}

awaitable<void> cancel_soon(world& w, asio::steady_timer& timer, bool& is_cancelled) {
    task_scope tasks(w.l, "waiter");
    tasks.spawn("wait", wait_for(w, timer));
    co_await w.l.sleep(10ms);
    tasks.request_stop();
    co_await tasks.join();
    is_cancelled = timer.cancel() == 0;  // no operation of the timer is left
}

}  // namespace

BOOST_AUTO_TEST_CASE(composed_operations_return_their_results) {
    world w;
    result<std::string> got = error();
    run_to_end(w.l, "test", ask_server(w, "PONG\nrest", 10s, got));
    BOOST_REQUIRE_MESSAGE(got.has_value(), got.error().to_string());
    BOOST_TEST(*got == "PONG\n");
}

BOOST_AUTO_TEST_CASE(an_operation_ends_at_its_deadline) {
    world w;
    result<std::string> got = error();
    run_to_end(w.l, "test", ask_server(w, "", 100ms, got));
    BOOST_REQUIRE(got.has_error());
    BOOST_CHECK(got.error().code == errc::timeout);
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(errors_of_an_operation_are_returned) {
    world w;
    tcp::acceptor bound_only(w.l.io());
    bound_only.open(tcp::v4());
    bound_only.bind(tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    w.acceptor = std::move(bound_only);
    result<std::string> got = error();
    run_to_end(w.l, "test", ask_in_time(w, 10s, got));
    BOOST_REQUIRE(got.has_error());
    BOOST_CHECK(got.error().code == errc::unreachable);
    BOOST_TEST(got.error().message == "127.0.0.1: Connection refused");
}

BOOST_AUTO_TEST_CASE(a_cancelled_task_cancels_its_operation) {
    world w;
    bool is_cancelled = false;
    asio::steady_timer timer(w.l.io(), 1h);
    run_to_end(w.l, "test", cancel_soon(w, timer, is_cancelled));
    BOOST_TEST(is_cancelled);
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
