// Connections that break below HTTP, over real sockets.
#include "proxied.hpp"
#include "support/operator_process.hpp"

#include <boost/asio/connect.hpp>

#include <filesystem>
#include <thread>

using namespace web_server_test;

BOOST_AUTO_TEST_SUITE(proxy_faults,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

// The program until it is sent SIGTERM `after` it has begun; what it said and its exit code. 137: it had to
// be killed.
std::pair<std::string, int> stopped_after(std::chrono::milliseconds after, const std::string& kubeconfig,
                                          const std::string& budget = "3s") {
    operator_process it("webserver-operator",
                        {"--kubeconfig", kubeconfig, "--metrics-bind-address", "0",
                         "--health-probe-bind-address", "0", "--shutdown-timeout", budget});
    // Before it listens to signals, one ends it as it ends any program; and on a busy machine that takes
    // time.
    it.await_log("Starting");
    std::this_thread::sleep_for(after);
    it.signal(SIGTERM);
    it.await_end();
    std::string said = it.log();
    while (said.ends_with('\n')) said.pop_back();
    return {std::move(said), it.exit_code().value_or(137)};
}

void check_stop(const std::pair<std::string, int>& ended) {
    BOOST_TEST(ended.second == 0, ended.first);
    BOOST_TEST(ended.first.find("Signal received: stopping") != std::string::npos, ended.first);
    BOOST_TEST(ended.first.ends_with("Stopped"), ended.first);
}

}  // namespace

BOOST_AUTO_TEST_CASE(connections_that_are_reset_again_and_again) {
    proxied_world p(shared_plane());
    p.survive([](proxied_world& x) -> awaitable<void> {
        for (int i = 0; i < 10; ++i) {
            x.proxy.reset_all();
            co_await x.w.l.sleep(100ms);
        }
    });
    BOOST_TEST(p.w.logged({"the watch broke"}) + p.w.logged({"retrying"}) > 0, p.w.log_text.str());
}

BOOST_AUTO_TEST_CASE(connections_that_are_refused_for_a_while) {
    proxied_world p(shared_plane());
    p.survive([](proxied_world& x) -> awaitable<void> {
        x.proxy.refuse(true);
        x.proxy.reset_all();
        const bool said = co_await x.w.eventually([&] { return x.w.logged({"retrying"}) > 0; });
        BOOST_TEST(said, x.w.log_text.str());
        BOOST_TEST(!x.w.m.ready());
    });
}

BOOST_AUTO_TEST_CASE(connections_that_pass_nothing_for_a_while_and_then_go_on) {
    proxied_world p(shared_plane());
    p.survive([](proxied_world& x) -> awaitable<void> {
        x.proxy.freeze(true);
        co_await x.w.l.sleep(2s);
        x.proxy.freeze(false);
        x.proxy.mute(true);
        co_await x.w.l.sleep(1s);
    });
}

BOOST_AUTO_TEST_CASE(bytes_that_come_one_by_one) {
    proxied_world p(shared_plane());
    p.survive([](proxied_world& x) -> awaitable<void> {
        x.proxy.trickle(7, 100us);
        x.proxy.reset_all();
        co_await x.w.l.sleep(3s);
    });
}

BOOST_AUTO_TEST_CASE(connections_that_are_cut_at_any_byte) {
    proxied_world p(shared_plane());
    p.survive([](proxied_world& x) -> awaitable<void> {
        // Within the handshake, the head, the body's framing, an object.
        for (const std::size_t at : {1, 40, 300, 1500, 2500, 5000, 20000}) {
            x.proxy.cut_after(at);
            x.proxy.reset_all();
            co_await x.w.l.sleep(400ms);
        }
    });
}

BOOST_AUTO_TEST_CASE(a_name_that_cannot_be_looked_up_is_said_tried_again_and_ends_on_sigterm) {
    control_plane& plane = shared_plane();
    const std::string file = plane.folder() + "/nowhere";
    std::ifstream in(plane.kubeconfig());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::ofstream(file) << std::regex_replace(text, std::regex("(server: \"?https?://)127\\.0\\.0\\.1"),
                                              "$1nowhere.invalid");
    const auto ended = stopped_after(2s, file);
    check_stop(ended);
    BOOST_TEST(ended.first.find("nowhere.invalid") != std::string::npos, ended.first);
    BOOST_TEST(ended.first.find("retrying") != std::string::npos, ended.first);
}

BOOST_AUTO_TEST_CASE(a_program_that_is_asked_to_stop_at_any_stage_ends_with_0_within_its_budget) {
    control_plane& plane = shared_plane();
    // Nobody accepts at this port, although connections to it are opened: the handshake never ends.
    reserved_port silent;
    const std::string dead = plane.folder() + "/dead";
    kubeconfig_through(plane.kubeconfig(), silent.port(), dead);
    check_stop(stopped_after(500ms, dead));
    for (const auto after : {0ms, 20ms, 100ms, 300ms, 600ms, 1500ms})
        check_stop(stopped_after(after, plane.kubeconfig()));
    check_stop(stopped_after(1s, plane.kubeconfig(), "1s"));
}

BOOST_AUTO_TEST_SUITE_END()
