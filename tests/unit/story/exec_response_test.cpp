// Responses to exec: the protocols that clients ask for, and what is sent over them.
#include "testkit/story/exec_response.hpp"

#include "framework/http/upgrade.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/story/spdy_streams.hpp"

#include <boost/test/unit_test.hpp>

#include <deque>

using namespace setpoint;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(exec_response_test)

namespace {

const std::string path = "/api/v1/namespaces/shop/pods/db-0/exec?command=x&stdout=true&stderr=true";

http::server_request websocket(const std::string& protocols) {
    http::server_request r{"GET", path, {}, ""};
    r.headers = {{"Connection", "Upgrade"},
                 {"Upgrade", "websocket"},
                 {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                 {"Sec-WebSocket-Protocol", protocols}};
    return r;
}
http::server_request spdy(const std::vector<std::string>& protocols) {
    http::server_request r{"POST", path, {}, ""};
    r.headers = {{"Connection", "Upgrade"}, {"Upgrade", "SPDY/3.1"}};
    for (const std::string& one : protocols) r.headers.push_back({"X-Stream-Protocol-Version", one});
    return r;
}

// What a client sends, piece by piece, and what it gets.
struct client : http::upgraded_stream {
    std::deque<std::string> sends;
    std::string last, got;
    awaitable<result<std::string_view>> read(time_point) override {
        last.clear();
        if (!sends.empty()) {
            last = sends.front();
            sends.pop_front();
        }
        co_return std::string_view(last);
    }
    awaitable<result<>> write(std::string_view bytes) override {
        got += bytes;
        co_return result<>();
    }
};

struct executed {
    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    client by;
    http::response head;

    void run(const http::server_request& r, story::exec_result e) {
        auto answer = story::exec_response(l, r, std::move(e));
        BOOST_REQUIRE(answer);
        head = *answer;
        BOOST_TEST(head.status == 101);
        const auto speaks = std::dynamic_pointer_cast<http::upgrade>(head.stream);
        BOOST_REQUIRE(speaks);
        run_to_end(l, "exec", speaks->speak(by));
    }
    std::string header(std::string_view name) const {
        return std::string(http::find_header(head.headers, name));
    }
};

const std::string opening = "\x80\x03\x00\x01\x00\x00\x00\x0a\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00"s;
std::string opening_of(char id) {
    std::string out = opening;
    out[11] = id;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(websockets_get_a_channel_for_each_output) {
    executed e;
    e.run(websocket("v4.channel.k8s.io, v5.channel.k8s.io"), {"out", "err", 0});
    BOOST_TEST(e.header("Sec-WebSocket-Protocol") == "v5.channel.k8s.io");
    BOOST_TEST(e.header("Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    const std::string status = story::exec_status(0);
    BOOST_TEST(e.by.got ==
               "\x82\x01\x01\x82\x04\x01out\x82\x04\x02"
               "err\x82"s +
                   static_cast<char>(1 + status.size()) + "\x03" + status + "\x88\x02\x03\xe8"s);
}

BOOST_AUTO_TEST_CASE(the_first_message_is_on_a_stream_of_the_client) {
    for (const auto& [query, channel] : {std::pair("stdout=false&stderr=true", '\2'), std::pair("", '\3')}) {
        http::server_request r = websocket("v4.channel.k8s.io");
        r.target = path.substr(0, path.find('&') + 1) + query;
        executed e;
        e.run(r, {});
        BOOST_TEST(e.by.got.starts_with("\x82\x01"s + channel), query);
    }
}

BOOST_AUTO_TEST_CASE(a_cut_command_has_output_and_no_status) {
    executed e;
    e.run(websocket("v4.channel.k8s.io"), {"ou", "", 0, true, std::chrono::seconds(2)});
    BOOST_TEST(e.by.got == "\x82\x01\x01\x82\x03\x01ou"s);
    BOOST_TEST((e.l.now().time_since_epoch() >= std::chrono::seconds(2)));
}

BOOST_AUTO_TEST_CASE(spdy_gets_its_streams_in_the_order_of_client_go) {
    executed e;
    e.by.sends = {opening_of(1), opening_of(3) + opening_of(5)};
    e.run(spdy({"v5.channel.k8s.io", "v4.channel.k8s.io"}), {"out", "err", 7});
    BOOST_TEST(e.header("X-Stream-Protocol-Version") == "v4.channel.k8s.io");
    using s = story::spdy_streams;
    const std::string wanted = s::data(3, "out") + s::end(3) + s::data(5, "err") + s::end(5) +
                               s::data(1, story::exec_status(7)) + s::end(1);
    BOOST_TEST(e.by.got.ends_with(wanted));
}

BOOST_AUTO_TEST_CASE(a_client_that_leaves_early_gets_nothing_more) {
    executed e;
    e.by.sends = {opening_of(1)};
    e.run(spdy({"v4.channel.k8s.io"}), {"out", "", 0});
    BOOST_TEST(e.by.got.find("out") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_client_that_ends_at_once_gets_nothing_more) {
    executed e;
    const std::string goaway = "\x80\x03\x00\x07\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00"s;
    e.by.sends = {opening_of(1) + opening_of(3) + opening_of(5) + goaway};
    e.run(spdy({"v4.channel.k8s.io"}), {"out", "", 0});
    BOOST_TEST(e.by.got.find("out") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(other_protocols_are_refused) {
    executed e;
    http::server_request keyless = websocket("v4.channel.k8s.io");
    std::erase_if(keyless.headers, [](const http::header& h) { return h.name == "Sec-WebSocket-Key"; });
    for (const http::server_request& r : {keyless, websocket("channel.k8s.io"), spdy({"v3.channel.k8s.io"}),
                                          http::server_request{"POST", path, {}, ""}}) {
        const auto answer = story::exec_response(e.l, r, {});
        BOOST_REQUIRE(!answer);
        BOOST_TEST(answer.error().code == 400);
    }
}

BOOST_AUTO_TEST_CASE(a_failed_command_has_its_exit_code_as_a_cause) {
    BOOST_TEST(
        story::exec_status(3) ==
        R"({"metadata":{},"status":"Failure","message":"command terminated with non-zero exit code: exit status 3",)"
        R"("reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"3"}]}})");
}

BOOST_AUTO_TEST_SUITE_END()
