// A real control plane that is killed, frozen, restarted, compacted, robbed of its storage, put back to a
// backup.
#include "proxied.hpp"

#include <filesystem>

using namespace web_server_test;

BOOST_AUTO_TEST_SUITE(control_plane_faults,
                      *boost::unit_test::precondition(needs_real_cluster({"kcm", "scheduler", "kwok"})))

namespace {

namespace fs = std::filesystem;

awaitable<void> command(proxied_world& x, std::vector<std::string> words) {
    co_await x.w.l.blocking("fault", [&x, words] { return x.w.plane.command(words); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_api_server_that_is_killed_and_comes_back) {
    proxied_world p(shared_plane());
    p.survive(
        [](proxied_world& x) -> awaitable<void> {
            co_await command(x, {"kill-apiserver"});
            const bool said = co_await x.w.eventually([&] { return x.w.logged({"retrying"}) > 0; }, 60s);
            BOOST_TEST(said, x.w.log_text.str());
            BOOST_TEST(!x.w.m.ready());
            co_await command(x, {"start-apiserver"});
        },
        300s);
}

BOOST_AUTO_TEST_CASE(an_api_server_that_is_restarted_in_order) {
    proxied_world p(shared_plane());
    p.survive([](proxied_world& x) -> awaitable<void> { co_await command(x, {"restart-apiserver"}); }, 300s);
}

BOOST_AUTO_TEST_CASE(an_api_server_that_is_frozen_for_a_while) {
    proxied_world p(shared_plane());
    p.survive(
        [](proxied_world& x) -> awaitable<void> {
            co_await command(x, {"freeze", "apiserver"});
            co_await x.w.l.sleep(8s);
            co_await command(x, {"thaw", "apiserver"});
        },
        300s);
}

BOOST_AUTO_TEST_CASE(a_storage_that_is_gone_for_a_while) {
    proxied_world p(shared_plane());
    p.survive(
        [](proxied_world& x) -> awaitable<void> {
            co_await command(x, {"kill-etcd"});
            co_await x.w.l.sleep(8s);
            co_await command(x, {"start-etcd"});
            const bool back = co_await x.w.eventually([&] { return x.w.m.ready(); }, 120s);
            BOOST_TEST(back, x.w.log_text.str());
        },
        300s);
}

BOOST_AUTO_TEST_CASE(a_history_that_is_compacted_under_connections_that_broke) {
    proxied_world p(shared_plane());
    p.survive(
        [](proxied_world& x) -> awaitable<void> {
            x.proxy.refuse(true);
            x.proxy.reset_all();
            co_await command(x, {"compact"});
        },
        300s);
}

BOOST_AUTO_TEST_CASE(connections_that_are_half_open_are_noticed_by_their_silence) {
    proxied_world p(shared_plane());
    p.survive(
        [](proxied_world& x) -> awaitable<void> {
            x.proxy.freeze(true);
            const bool said = co_await x.w.eventually(
                [&] { return x.w.logged({"the watch was silent for too long"}) > 0; }, 120s, 200ms);
            BOOST_TEST(said, x.w.log_text.str());
        },
        400s);
}

// Versions go back: the server has not reached what the operator has seen, so its watches bring nothing, no
// bookmark either.
BOOST_AUTO_TEST_CASE(a_storage_that_is_put_back_to_a_backup_is_noticed_and_read_anew) {
    control_plane plane("backup", {});
    operator_world w(plane);
    const fs::path data = plane.folder() + "/etcd", kept = plane.folder() + "/etcd-backup";
    w.with_operator(
        [&]() -> awaitable<void> {
            const auto there = [](const deployment&) { return true; };
            co_await install_crd(w.l, w.api);
            (co_await w.api.create(w.make("one", 1))).value();
            co_await w.until<deployment>(w.key("one"), "made", there, 60s);
            co_await w.settle();
            co_await w.l.blocking("backup", [&] {
                plane.command({"kill-etcd"});
                fs::copy(data, kept, fs::copy_options::recursive);
                plane.command({"start-etcd"});
                return true;
            });
            for (int i = 0; i < 30; ++i) {
                const auto made = co_await w.api.create(w.make("lost" + std::to_string(i), 1));
                if (!made) co_await w.l.sleep(1s);
            }
            co_await w.until<deployment>(w.key("lost29"), "made", there, 120s);
            co_await w.settle();
            co_await w.l.blocking("restore", [&] {
                plane.command({"kill-apiserver"});
                plane.command({"kill-etcd"});
                fs::remove_all(data);
                fs::rename(kept, data);
                plane.command({"start-etcd"});
                plane.command({"start-apiserver"});
                return true;
            });
            (co_await w.api.create(w.make("two", 1))).value();
            co_await w.until<deployment>(w.key("two"), "made", there, 240s);
            BOOST_TEST(w.logged({"the server went back in time"}) > 0, w.log_text.str());
            list_options here;
            here.ns = w.ns;
            BOOST_TEST((co_await w.api.list<deployment>(here)).value().size() == 2u);
            const bool ready = co_await w.eventually([&] { return w.m.ready(); }, 120s);
            BOOST_TEST(ready);
        },
        600s);
}

BOOST_AUTO_TEST_SUITE_END()
