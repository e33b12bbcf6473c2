// The last look before a request goes out: after the connection is there, before its first byte, and before
// each part of a large one. And the end of a large one that its server does not take.
#include "peers.hpp"
#include "setpoint/core/sync.hpp"

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(may_start_test)

namespace {

constexpr std::size_t large = std::size_t{32} << 20;  // more than the sockets' buffers take

// Reads the head, then nothing until `go`, then everything.
struct hesitant_server {
    explicit hesitant_server(loop& the_loop) : l(the_loop), go(the_loop) {}
    raw_server::behaviour behaviour() {
        return [this](byte_stream& s, int) -> awaitable<void> {
            co_await read_until(l, s, text, "\r\n\r\n", 60s);
            begun = true;
            co_await go.wait();
            std::string more;
            const bool impossible = co_await read_until(l, s, more, std::string_view("\0\1", 2), 60s);
            BOOST_TEST(!impossible);
            received = text.size() + more.size();
            ended = true;
        };
    }
    loop& l;
    latch go;
    std::string text;
    bool begun = false, ended = false;
    std::size_t received = 0;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_request_that_may_not_start_costs_no_byte_and_no_connection) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        co_await against(w.l, w.server_tls(), always(w.l, std::string(ok_answer)),
                         [&](raw_server& s) -> awaitable<void> {
                             https_pool pool(w.l, s.secure(), w.source());
                             std::uint64_t opened_when_asked = 0;
                             request refused = post("x");
                             refused.may_start = [&]() -> result<> {
                                 opened_when_asked = pool.count().opened_ever;
                                 return error(errc::not_leader, "not sent");
                             };
                             auto r = co_await pool.send(std::move(refused), {});
                             BOOST_REQUIRE(!r);
                             BOOST_TEST((r.error().code == errc::not_leader));
                             BOOST_TEST(surely_not_sent(r.error().code));
                             // It was asked once the connection was open, and the connection is as good as
                             // new.
                             BOOST_TEST(opened_when_asked == 1u);
                             BOOST_TEST(pool.count().idle == 1u);
                             BOOST_TEST((co_await ask(pool, post("x"))) == "200 ok");
                             BOOST_TEST(pool.count().opened_ever == 1u);
                             BOOST_TEST(s.accepted == 1);
                             request allowed = post("x");
                             int asked = 0;
                             allowed.may_start = [&] {
                                 ++asked;
                                 return result<>();
                             };
                             const std::string answer = co_await ask(pool, std::move(allowed));
                             BOOST_TEST(answer == "200 ok");
                             BOOST_TEST(asked == 1);
                         });
    });
}

// A leader whose term ends while a large write is on its way: no further part of it goes out, and without its
// end the server cannot do it.
BOOST_AUTO_TEST_CASE(a_request_that_may_not_go_on_is_cut) {
    http_world w;
    for (const bool tls : {false, true}) {
        hesitant_server peer(w.l);
        w.run([&]() -> awaitable<void> {
            co_await against(w.l, tls ? w.server_tls() : nullptr, peer.behaviour(),
                             [&](raw_server& s) -> awaitable<void> {
                                 https_pool pool(w.l, tls ? s.secure() : s.plain(), w.source());
                                 bool allowed = true;
                                 request r = post(std::string(large, 'x'));
                                 r.may_start = [&]() -> result<> {
                                     if (allowed) return {};
                                     return error(errc::not_leader, "the term is over");
                                 };
                                 std::string outcome;
                                 task_scope calls(w.l, "calls");
                                 const auto send = [&](request what) -> awaitable<void> {
                                     outcome = co_await ask(pool, std::move(what));
                                 };
                                 calls.spawn("send", send(std::move(r)));
                                 BOOST_TEST((co_await w.eventually([&] { return peer.begun; })));
                                 allowed = false;
                                 peer.go.set();
                                 co_await calls.join();
                                 BOOST_TEST(outcome.starts_with("not_leader: request to 127.0.0.1"), outcome);
                                 BOOST_TEST(outcome.ends_with("the term is over"), outcome);
                                 BOOST_TEST(pool.count().open == 0u);
                                 BOOST_TEST((co_await w.eventually([&] { return peer.ended; })));
                                 BOOST_TEST(peer.received < large);
                                 BOOST_TEST(s.accepted == 1);
                             });
        });
    }
}

BOOST_AUTO_TEST_CASE(a_request_that_its_server_does_not_take_ends_at_its_deadline) {
    http_world w;
    for (const bool by_call : {false, true}) {
        hesitant_server peer(w.l);
        w.run([&]() -> awaitable<void> {
            co_await against(w.l, w.server_tls(), peer.behaviour(), [&](raw_server& s) -> awaitable<void> {
                https_pool pool(w.l, s.secure(), w.source());
                timeouts limits;
                if (!by_call) limits.write = 300ms;
                const time_point begun = w.l.now();
                auto sending = pool.send(post(std::string(large, 'x')), limits);
                if (by_call) sending = with_timeout(w.l, 300ms, "apply web", std::move(sending));
                const auto r = co_await std::move(sending);
                BOOST_REQUIRE(!r);
                BOOST_TEST((w.l.now() - begun >= 300ms));
                BOOST_TEST((r.error().code == errc::timeout));
                BOOST_TEST(r.error().message.starts_with(by_call ? "apply web" : "request to 127.0.0.1"),
                           r.error().message);
                // Cut, not left to go on by itself.
                BOOST_TEST(pool.count().open == 0u);
                peer.go.set();
                BOOST_TEST((co_await w.eventually([&] { return peer.ended; })));
                BOOST_TEST(peer.received < large);
            });
        });
    }
}

// A server that reads, but too slowly: the limit is for the whole request.
BOOST_AUTO_TEST_CASE(a_request_that_is_taken_in_small_bites_ends_at_its_deadline) {
    http_world w;
    w.run([&]() -> awaitable<void> {
        std::size_t received = 0;
        const auto nibbling = [&](byte_stream& s, int) -> awaitable<void> {
            auto memory = std::make_unique<char[]>(64 * 1024);
            for (;;) {
                const byte_stream::attempt a = s.try_read(memory.get(), 64 * 1024);
                received += a.bytes;
                if (a.is == byte_stream::attempt::what::wait)
                    co_await s.wait(a.need, never);
                else if (a.is != byte_stream::attempt::what::done)
                    co_return;
                co_await w.l.sleep(10ms);
            }
        };
        co_await against(w.l, nullptr, nibbling, [&](raw_server& s) -> awaitable<void> {
            https_pool pool(w.l, s.plain(), w.source());
            timeouts limits;
            limits.write = 500ms;
            const std::string outcome = co_await ask(pool, post(std::string(large, 'x')), limits);
            BOOST_TEST(outcome.starts_with("timeout: request to"), outcome);
            BOOST_TEST(received < large);
        });
    });
}

BOOST_AUTO_TEST_SUITE_END()
