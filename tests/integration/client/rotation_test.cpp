// Credentials that rotate, against a real control plane: no call of ours fails meanwhile.
#include "integration/client/live.hpp"
#include "integration/client/stub_api.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

struct answers final : client_observer {
    void request(const call&, std::string_view, std::string_view, int code, duration) override {
        code == 401 ? ++refused : ++others;
    }
    int refused = 0, others = 0;
};

struct world : live {
    test_folder folder;

    // The control plane, without the administrator's certificate.
    cluster_config bare() const {
        auto c = load_config({plane().kubeconfig(), ""}, system_sources(), time.wall_now());
        if (!c) throw fault(c.error());
        c->tls.client_cert_pem.clear();
        c->tls.client_key_pem = setpoint::secret();
        c->credentials = {};
        if (c->server.tls()) c->tls_context = http::make_client_tls(c->tls, time.wall_now()).value();
        return *c;
    }
    std::unique_ptr<api_connection> connect(cluster_config c, client_observer& seen) {
        return std::make_unique<api_connection>(l, std::move(c), system_sources(), log, named(), &seen);
    }
    cluster_config by_plugin() {
        cluster_config c = bare();
        exec_settings& e = c.credentials.exec.emplace();
        e.command =
            folder.script("plugin", "echo run >> " + folder.at("runs") + "\ncat " + folder.at("answer"));
        e.api_version = "client.authentication.k8s.io/v1";
        e.origin = "users[0] \"x\": exec";
        return c;
    }
    cluster_config by_file() {
        cluster_config c = bare();
        c.credentials.token_file = folder.at("token");
        c.credentials.token = parse_token(folder.read("token")).value();
        return c;
    }
    void write_token(const std::string& token) {
        folder.write("token", token + "\n");
        folder.write("answer", exec_answer(token));
    }

    dynamic_object account(const std::string& name) const {
        return dynamic_object({{"metadata", boost::json::object{{"name", name}, {"namespace", ns}}}});
    }
    dynamic_object admin_binding(const std::string& name) const {
        return dynamic_object(
            {{"metadata", boost::json::object{{"name", ns + "-" + name}}},
             {"roleRef", boost::json::object{{"apiGroup", "rbac.authorization.k8s.io"},
                                             {"kind", "ClusterRole"},
                                             {"name", "cluster-admin"}}},
             {"subjects", boost::json::array{boost::json::object{
                              {"kind", "ServiceAccount"}, {"name", name}, {"namespace", ns}}}}});
    }
    // A service account that may do anything, and a token of it.
    awaitable<std::string> make_account(std::string name) {
        const kind_info accounts = dynamic_kind({"", "v1", "ServiceAccount"}, "serviceaccounts");
        const auto made = co_await api().create(account(name), accounts);
        if (!made) throw fault(made.error());
        const kind_info bindings = dynamic_kind({"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding"},
                                                "clusterrolebindings", scope::cluster);
        const auto bound = co_await api().create(admin_binding(name), bindings);
        if (!bound) throw fault(bound.error());
        const kind_info requests =
            dynamic_kind({"authentication.k8s.io", "v1", "TokenRequest"}, "tokenrequests");
        call c;
        c.op = verb::create;
        c.resource = {"", "v1", "serviceaccounts"};
        c.key = {ns, name};
        c.subresource = "token";
        c.body = R"({"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{}})";
        const auto token = co_await api().write(requests, c);
        if (!token) throw fault(token.error());
        const auto& answer = *static_cast<const dynamic_object*>(token->get());
        co_return std::string(answer.json().at("status").at("token").as_string());
    }
    awaitable<void> remove_account(std::string name) {
        const kind_info accounts = dynamic_kind({"", "v1", "ServiceAccount"}, "serviceaccounts");
        const auto gone = co_await api().remove(accounts, {ns, std::move(name)});
        BOOST_TEST(gone.has_value());
    }
    awaitable<bool> reads(api_connection& c) {
        const auto got = co_await c.api().get<core_v1::namespace_>({"", ns});
        BOOST_TEST(got.has_value(), (got ? "" : got.error().to_string()));
        co_return got.has_value();
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(rotation_test, *boost::unit_test::precondition(needs_cluster()))

BOOST_AUTO_TEST_CASE(a_plugin_opens_the_door_and_is_run_once_for_many_calls) {
    world w;
    answers seen;
    w.run([&]() -> awaitable<void> {
        co_await w.fresh_namespace();
        if (embedded())
            w.write_token("anything");
        else
            w.write_token(co_await w.make_account("a"));
        const auto c = w.connect(w.by_plugin(), seen);
        task_scope scope(w.l, "calls");
        const auto one = [](world& at, api_connection& over) -> awaitable<void> {
            const bool good = co_await at.reads(over);
            BOOST_TEST(good);
        };
        for (int i = 0; i < 20; ++i) scope.spawn("call", one(w, *c));
        co_await scope.join();
    });
    BOOST_TEST(w.folder.read("runs") == "run\n");
    BOOST_TEST(seen.others == 20);
    BOOST_TEST(seen.refused == 0);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(revocation_test, *boost::unit_test::precondition(needs_real_cluster()))

BOOST_AUTO_TEST_CASE(calls_go_on_when_a_token_is_revoked_and_another_one_is_there) {
    world w;
    answers of_file, of_plugin;
    w.run(
        [&]() -> awaitable<void> {
            co_await w.fresh_namespace();
            w.write_token(co_await w.make_account("a"));
            const auto by_file = w.connect(w.by_file(), of_file),
                       by_plugin = w.connect(w.by_plugin(), of_plugin);
            const bool before = co_await w.reads(*by_file), also = co_await w.reads(*by_plugin);
            BOOST_REQUIRE((before && also));
            w.write_token(co_await w.make_account("b"));
            co_await w.remove_account("a");
            // The API server remembers for 10 s that it has let a token in.
            const time_point due = w.l.now() + 60s;
            while ((of_file.refused == 0 || of_plugin.refused == 0) && w.l.now() < due) {
                const bool first = co_await w.reads(*by_file), second = co_await w.reads(*by_plugin);
                if (!first || !second) co_return;
                co_await w.l.sleep(50ms);
            }
            const bool after = co_await w.reads(*by_file), last = co_await w.reads(*by_plugin);
            BOOST_TEST((after && last));
        },
        120s);
    // The file is read again by time too, but not that soon.
    BOOST_TEST(of_file.refused == 1);
    BOOST_TEST(of_plugin.refused == 1);
    BOOST_TEST(w.folder.read("runs") == "run\nrun\n");
}

BOOST_AUTO_TEST_CASE(a_token_that_was_never_good_is_an_error_until_another_one_is_there) {
    world w;
    answers seen;
    w.run([&]() -> awaitable<void> {
        co_await w.fresh_namespace();
        w.write_token("wrong");
        const auto c = w.connect(w.by_plugin(), seen);
        const auto refused = co_await c->api().get<core_v1::namespace_>({"", w.ns});
        BOOST_REQUIRE(!refused);
        BOOST_TEST((refused.error().code == errc::unauthorized));
        w.write_token(co_await w.make_account("a"));
        const bool good = co_await w.reads(*c);
        BOOST_TEST(good);
    });
    BOOST_TEST(seen.refused == 2);
    BOOST_TEST(w.folder.read("runs") == "run\nrun\nrun\n");
}

BOOST_AUTO_TEST_SUITE_END()
