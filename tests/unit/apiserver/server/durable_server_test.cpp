// A server with a data folder, under virtual time: starts that continue, and disks that fail.

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "apiserver/store/journal.hpp"
#include "setpoint/apiserver/data_folder.hpp"
#include "setpoint/core/task_scope.hpp"
#include "unit/apiserver/store/faulty_vfs.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/test/unit_test.hpp>

#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <stdlib.h>
#include <utility>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
namespace fs = std::filesystem;

constexpr const char
    *config_maps = "/api/v1/namespaces/default/configmaps",
    *services = "/api/v1/namespaces/default/services",
    *crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    *foos = "/apis/example.com/v1/namespaces/default/foos",
    *foo_definition =
        R"({"metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
        R"("names":{"plural":"foos","singular":"foo","kind":"Foo"},"versions":[{"name":"v1",)"
        R"("served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",)"
        R"("properties":{"spec":{"type":"object","properties":{"size":{"type":"integer",)"
        R"("default":3}}}}}}}]}})";

struct disk_folder {
    disk_folder() {
        std::string name = (fs::temp_directory_path() / "setpoint-durable-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~disk_folder() { fs::remove_all(path); }
    std::string path;
};

struct durable_fixture {
    durable_fixture() {
        options.data_folder = folder.path + "/data";
        options.run = {false, false, false, true, false, false};
        options.bootstrap_objects = true;
        start();
    }
    ~durable_fixture() { stop(); }

    void start() {
        cluster = std::make_unique<server>(l, logger(sink, time), options);
        tasks = std::make_unique<task_scope>(l, "server");
        tasks->spawn("server", cluster->run());
        l.run_until(l.now());
    }
    void stop() {
        if (!tasks) return;
        tasks->request_stop();
        l.run_until(l.now() + (options.run.workloads ? std::chrono::minutes(1) : std::chrono::minutes(0)));
        tasks.reset();
        cluster.reset();
    }
    // Quotas are counted with this group of controllers.
    void start_with_workloads() {
        stop();
        options.run.workloads = true;
        start();
    }
    void restart() {
        stop();
        start();
    }
    http::response ask(std::string method, std::string target, std::string body = {}) {
        http::server_request r{
            std::move(method), std::move(target), {{"Content-Type", "application/json"}}, std::move(body)};
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", into(*cluster, r, out));
        l.run_until(l.now());
        BOOST_REQUIRE(out.has_value());
        return std::move(*out);
    }
    bj::object tree(std::string method, std::string target, std::string body = {}) {
        const http::response r = ask(std::move(method), std::move(target), std::move(body));
        return std::move(json_text::parse_own(r.body).get_object());
    }
    http::response make(const std::string& name, std::string path = config_maps) {
        return ask("POST", std::move(path), R"({"metadata":{"name":")" + name + "\"}}");
    }
    int status(std::string target) { return ask("GET", std::move(target)).status; }
    std::string version(std::string target) {
        return std::string(text_at(tree("GET", std::move(target)), {"metadata", "resourceVersion"}));
    }
    // The events of a watch up to now.
    std::string events(const std::string& target) {
        http::response r = ask("GET", target);
        BOOST_REQUIRE(r.stream);
        std::string out;
        task_scope scope(l, "watch");
        scope.spawn("watch", read_all(r.stream, out));
        l.run_until(l.now());
        scope.request_stop();
        l.run_until(l.now());
        return out;
    }
    // As if the server had ended after the first step of the deletion.
    void mark_for_deletion() {
        server_state& w = server_access::state(*cluster);
        const resource_ptr kind = w.kinds.by_storage("customresourcedefinitions.apiextensions.k8s.io");
        const object_key key = object_key::cluster("foos.example.com");
        bj::object definition = w.of(*kind).get(key)->parse();
        bj::object& meta = definition["metadata"].as_object();
        meta["deletionTimestamp"] = "2026-01-01T00:00:00Z";
        meta["finalizers"] = bj::array{"customresourcecleanup.apiextensions.k8s.io"};
        w.keep(*kind, key, std::move(definition));
        l.run_until(l.now());
    }
    static std::string message(const http::response& r) {
        return std::string(text_at(json_text::parse_own(r.body).get_object(), "message"));
    }

    static awaitable<void> into(server& s, const http::server_request& r, std::optional<http::response>& to) {
        to = co_await s.handle(r);
    }
    static awaitable<void> read_all(std::shared_ptr<http::body_source> from, std::string& to) {
        while (true) {
            auto piece = co_await from->read();
            if (!piece || piece->empty()) co_return;
            to += *piece;
        }
    }
    struct quiet final : log_sink {
        void write(const log_record&) override {}
    };
    disk_folder folder;
    virtual_clock time;
    random_source random{1};
    quiet sink;
    loop l{time, random};
    server_options options;
    std::unique_ptr<server> cluster;
    std::unique_ptr<task_scope> tasks;
};

struct failing_fixture {
    test::faulty_vfs disk;  // before the server opens its file
    durable_fixture s;
    ~failing_fixture() { disk.fault = nullptr; }
    // Stops the server.
    std::int64_t rows() {
        s.stop();
        disk.fault = nullptr;
        return journal::open(s.options.data_folder)
            .value()
            ->file()
            .number("SELECT count(*) FROM revisions")
            .value();
    }
    void fill_up() {
        disk.fault = [](auto what, std::size_t) {
            return what == test::faulty_vfs::operation::write ? SQLITE_FULL : SQLITE_OK;
        };
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(durable_server, durable_fixture)

BOOST_AUTO_TEST_CASE(next_start_continues_with_objects_and_revision) {
    BOOST_TEST(make("a").status == 201);
    const std::string uid(text_at(tree("GET", std::string(config_maps) + "/a"), {"metadata", "uid"}));
    const std::uint64_t revision = cluster->revision();
    const std::size_t objects = cluster->objects();
    restart();
    BOOST_TEST(text_at(tree("GET", std::string(config_maps) + "/a"), {"metadata", "uid"}) == uid);
    BOOST_TEST(cluster->objects() == objects);
    // The Lease of the server is renewed.
    BOOST_TEST(cluster->revision() >= revision);
    BOOST_TEST(cluster->revision() <= revision + 1);
}

BOOST_AUTO_TEST_CASE(watch_resumes_over_a_restart) {
    make("a");
    const std::string from = version(std::string(config_maps) + "/a");
    make("b");
    ask("DELETE", std::string(config_maps) + "/a");
    restart();
    make("c");
    const std::string seen = events(std::string(config_maps) + "?watch=1&resourceVersion=" + from);
    const std::size_t b = seen.find("ADDED"), a = seen.find("DELETED"), c = seen.rfind("ADDED");
    BOOST_TEST((b < a && a < c && c != std::string::npos));
    BOOST_TEST(seen.substr(c).find("\"name\":\"c\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(history_that_is_too_old_is_gone_after_a_restart) {
    make("a");
    const std::string from = version(std::string(config_maps) + "/a");
    make("b");
    stop();
    l.run_until(l.now() + std::chrono::minutes(10));
    start();
    BOOST_TEST(events(std::string(config_maps) + "?watch=1&resourceVersion=" + from)
                   .find("too old resource version") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(definitions_are_served_after_a_restart) {
    BOOST_TEST(ask("POST", crds, foo_definition).status == 201);
    BOOST_TEST(
        ask("POST", foos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"x"},"spec":{}})")
            .status == 201);
    const std::string before = ask("GET", std::string(foos) + "/x").body;
    const std::string definition = version(std::string(crds) + "/foos.example.com");
    restart();
    BOOST_TEST(ask("GET", std::string(foos) + "/x").body == before);
    BOOST_TEST(version(std::string(crds) + "/foos.example.com") == definition);
}

BOOST_AUTO_TEST_CASE(addresses_of_services_are_not_given_twice) {
    const std::string body = R"({"metadata":{"name":"a"},"spec":{"type":"NodePort","ports":[{"port":80}]}})";
    const bj::object made = tree("POST", services, body);
    const std::string ip(text_at(made, {"spec", "clusterIP"}));
    const std::string address = "/apis/networking.k8s.io/v1/ipaddresses/" + ip;
    const std::string uid(text_at(tree("GET", address), {"metadata", "uid"}));
    restart();
    BOOST_TEST(text_at(tree("GET", address), {"metadata", "uid"}) == uid);
    const http::response taken =
        ask("POST", services,
            R"({"metadata":{"name":"b"},"spec":{"clusterIP":")" + ip + R"(","ports":[{"port":80}]}})");
    BOOST_TEST(taken.status == 422);
    BOOST_TEST(message(taken).find("provided IP is already allocated") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(quotas_count_each_object_once) {
    start_with_workloads();
    ask("POST", "/api/v1/namespaces/default/resourcequotas",
        R"({"metadata":{"name":"q"},"spec":{"hard":{"configmaps":"5"}}})");
    make("a");
    restart();
    make("b");
    const bj::object quota = tree("GET", "/api/v1/namespaces/default/resourcequotas/q");
    BOOST_TEST(text_at(quota, {"status", "used", "configmaps"}) == "2");
}

BOOST_AUTO_TEST_CASE(deleted_initial_object_returns_and_others_stay) {
    const std::string view = "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:discovery";
    const std::string version_before = version(view);
    ask("DELETE", "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical");
    restart();
    BOOST_TEST(version(view) == version_before);
    BOOST_TEST(status("/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical") == 200);
}

BOOST_AUTO_TEST_CASE(deletion_of_a_definition_continues_after_a_restart) {
    ask("POST", crds, foo_definition);
    ask("POST", foos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"x"},"spec":{}})");
    mark_for_deletion();
    restart();
    BOOST_TEST(status(std::string(crds) + "/foos.example.com") == 404);
    BOOST_TEST(status(std::string(foos) + "/x") == 404);
}

BOOST_AUTO_TEST_CASE(second_server_on_the_folder_is_refused) {
    BOOST_CHECK_EXCEPTION(server(l, logger(sink, time), options), fault, [](const fault& f) {
        return f.why().code == errc::bad_config &&
               f.why().message.find("in use by process") != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(tools_report_and_export_the_folder) {
    make("a");
    const std::size_t objects = cluster->objects();
    BOOST_TEST((check_data_folder(options.data_folder).error().code == errc::bad_config));
    stop();
    const auto report = check_data_folder(options.data_folder);
    BOOST_REQUIRE(report);
    BOOST_TEST(report->objects == objects);
    BOOST_TEST(report->problems.empty());
    std::ostringstream out;
    BOOST_REQUIRE(export_data_folder(options.data_folder, out));
    const bj::value list = json_text::parse_own(out.str());
    BOOST_TEST(list_of(list.get_object(), "items").size() == objects);
    const auto missing = check_data_folder(folder.path);
    BOOST_REQUIRE(!missing);
    BOOST_TEST(missing.error().message.find("it has no setpoint.db") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(secrets_are_made_once) {
    stop();
    const auto first = kept_secret(options.data_folder, "k", [] { return secret("one"); });
    const auto second = kept_secret(options.data_folder, "k", [] { return secret("two"); });
    BOOST_REQUIRE((first && second));
    BOOST_TEST(second->reveal() == "one");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(full_disk, failing_fixture)

BOOST_AUTO_TEST_CASE(writes_fail_as_with_a_full_etcd_and_reads_continue) {
    BOOST_TEST(s.make("a").status == 201);
    fill_up();
    const http::response refused = s.make("b");
    BOOST_TEST(refused.status == 500);
    BOOST_TEST(s.message(refused) == "etcdserver: mvcc: database space exceeded");
    BOOST_TEST(s.status(std::string(config_maps) + "/a") == 200);
    BOOST_TEST(s.status(std::string(config_maps) + "/b") == 404);
    BOOST_TEST(s.ask("DELETE", std::string(config_maps) + "/a").status == 500);
    BOOST_TEST(s.status(std::string(config_maps) + "/a") == 200);
    disk.fault = nullptr;
    BOOST_TEST(s.make("b").status == 201);
    s.restart();
    BOOST_TEST(s.status(std::string(config_maps) + "/b") == 200);
}

BOOST_AUTO_TEST_CASE(watch_sees_only_what_was_kept) {
    s.make("a");
    const std::string from = s.version(std::string(config_maps) + "/a");
    fill_up();
    s.make("b");
    disk.fault = nullptr;
    s.make("c");
    const std::string seen = s.events(std::string(config_maps) + "?watch=1&resourceVersion=" + from);
    BOOST_TEST(seen.find("\"name\":\"b\"") == std::string::npos);
    BOOST_TEST(seen.find("\"name\":\"c\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(definition_that_was_not_kept_is_not_served) {
    fill_up();
    BOOST_TEST(s.ask("POST", crds, foo_definition).status == 500);
    BOOST_TEST(s.status(foos) == 404);
    disk.fault = nullptr;
    BOOST_TEST(s.ask("POST", crds, foo_definition).status == 201);
    BOOST_TEST(s.status(foos) == 200);
    fill_up();
    BOOST_TEST(s.ask("DELETE", std::string(crds) + "/foos.example.com").status == 500);
    BOOST_TEST(s.status(foos) == 200);
}

BOOST_AUTO_TEST_CASE(addresses_of_refused_services_are_free) {
    fill_up();
    const std::string body =
        R"({"metadata":{"name":"a"},"spec":{"clusterIP":"10.96.0.77","type":"NodePort","ports":[{"port":80,"nodePort":30777}]}})";
    BOOST_TEST(s.ask("POST", services, body).status == 500);
    disk.fault = nullptr;
    BOOST_TEST(s.ask("POST", services, body).status == 201);
    fill_up();
    BOOST_TEST(s.ask("DELETE", std::string(services) + "/a").status == 500);
    disk.fault = nullptr;
    BOOST_TEST(s.ask("POST", services, std::string(body).replace(body.find("\"a\""), 3, "\"b\"")).status ==
               422);
}

BOOST_AUTO_TEST_CASE(rows_stay_bounded_if_there_is_always_a_write) {
    s.make("a");
    server_state& w = server_access::state(*s.cluster);
    const resource_ptr kind = w.kinds.by_storage("configmaps");
    int writes = 0;
    // The next one comes while one is written, until the disk breaks.
    disk.fault = [&](auto what, std::size_t) {
        if (writes == 2000) return SQLITE_IOERR;
        if (what != test::faulty_vfs::operation::sync) return SQLITE_OK;
        const object_key key{"default", "a"};
        w.keep(*kind, key, w.of(*kind).get(key)->parse());
        if (++writes % 100 == 0) s.cluster->compact();
        return SQLITE_OK;
    };
    s.make("b");
    BOOST_TEST(writes == 2000);
    const auto objects = static_cast<std::int64_t>(s.cluster->objects());
    BOOST_TEST(rows() < objects + 1000);
}

BOOST_AUTO_TEST_CASE(old_rows_are_deleted_while_writes_are_refused) {
    for (int i = 0; i < 20; ++i) {
        s.make("a");
        s.ask("DELETE", std::string(config_maps) + "/a");
    }
    s.cluster->compact();
    fill_up();
    BOOST_TEST(s.make("b").status == 500);
    // A little space, then.
    int since = 0;
    disk.fault = [&](auto what, std::size_t) {
        if (what == test::faulty_vfs::operation::sync) since = 0;
        if (what != test::faulty_vfs::operation::write || ++since < 60) return SQLITE_OK;
        since = 0;
        return SQLITE_FULL;
    };
    const std::string large(500'000, 'x');
    BOOST_TEST(
        s.ask("POST", config_maps, R"({"metadata":{"name":"c"},"data":{"x":")" + large + R"("}})").status ==
        500);
    const auto objects = static_cast<std::int64_t>(s.cluster->objects());
    BOOST_TEST(rows() == objects);
}

// All blocks but those of the reserve are taken.
BOOST_AUTO_TEST_CASE(disk_without_a_free_block_recovers) {
    s.make("a");
    const std::string reserve = s.options.data_folder + "/reserve";
    BOOST_REQUIRE(fs::exists(reserve));
    const std::size_t full = disk.size();
    disk.capacity = [&] { return fs::exists(reserve) ? full : full + journal::reserved_bytes; };
    constexpr int writes = 3000, warm_up = 500, between_compactions = 50;
    int refused = 0, refused_later = 0;
    for (int i = 0; i < writes; ++i) {
        const int status = s.ask("PUT", std::string(config_maps) + "/a",
                                 R"({"metadata":{"name":"a"},"data":{"x":")" + std::to_string(i) +
                                     std::string(2000, 'x') + R"("}})")
                               .status;
        BOOST_REQUIRE((status == 200 || status == 500));
        refused += status == 500 ? 1 : 0;
        refused_later += status == 500 && i >= warm_up ? 1 : 0;
        if (i % between_compactions == 0) s.cluster->compact();
    }
    BOOST_TEST(refused > 0);
    // More while the file still grows to the size that the history needs.
    BOOST_TEST(refused_later <= (writes - warm_up) / between_compactions);
    BOOST_TEST(fs::exists(reserve));
    disk.capacity = nullptr;
    s.restart();
    BOOST_TEST(s.status(std::string(config_maps) + "/a") == 200);
}

BOOST_AUTO_TEST_CASE(port_that_moved_is_taken_again) {
    const auto service = [](const std::string& name, int port) {
        return R"({"metadata":{"name":")" + name + R"("},"spec":{"type":"NodePort","ports":[{"port":80,)" +
               R"("nodePort":)" + std::to_string(port) + "}]}}";
    };
    BOOST_TEST(s.ask("POST", services, service("a", 30001)).status == 201);
    server_state& w = server_access::state(*s.cluster);
    const resource_ptr kind = w.kinds.by_storage("services");
    const auto keep = [&](const char* name, int port, const char* label) {
        bj::object o = w.of(*kind).get({"default", "a"})->parse();
        bj::object& meta = o["metadata"].as_object();
        meta["name"] = name;
        meta["labels"] = bj::object{{"x", label}};
        o["spec"].as_object()["ports"].as_array()[0].as_object()["nodePort"] = port;
        w.keep(*kind, {"default", name}, std::move(o));
    };
    fill_up();
    keep("a", 30002, "one");
    keep("b", 30001, "one");
    keep("a", 30002, "two");
    s.l.run_until(s.l.now());
    disk.fault = nullptr;
    BOOST_TEST(s.ask("POST", services, service("c", 30001)).status == 422);
    BOOST_TEST(s.ask("POST", services, service("c", 30002)).status == 201);
}

BOOST_AUTO_TEST_CASE(name_of_a_definition_is_its_own_again) {
    const std::string other = boost::algorithm::replace_all_copy(
        boost::algorithm::replace_all_copy(std::string(foo_definition), "foos", "bars"), "\"foo\"",
        "\"bar\"");
    const char* const bars = "/apis/example.com/v1/namespaces/default/bars";
    BOOST_TEST(s.ask("POST", crds, foo_definition).status == 201);
    BOOST_TEST(s.ask("POST", crds, other).status == 201);
    BOOST_TEST(s.status(bars) == 404);
    fill_up();
    BOOST_TEST(s.ask("DELETE", std::string(crds) + "/foos.example.com").status == 500);
    BOOST_TEST(s.status(foos) == 200);
    BOOST_TEST(s.status(bars) == 404);
    disk.fault = nullptr;
    BOOST_TEST(s.ask("DELETE", std::string(crds) + "/foos.example.com").status == 200);
    BOOST_TEST(s.status(foos) == 404);
    BOOST_TEST(s.status(bars) == 200);
}

BOOST_AUTO_TEST_CASE(deletion_of_a_definition_continues_after_an_undo) {
    s.ask("POST", crds, foo_definition);
    s.ask("POST", foos, R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"x"},"spec":{}})");
    s.mark_for_deletion();
    s.stop();
    fill_up();
    s.start();
    BOOST_TEST(s.status(std::string(foos) + "/x") == 200);
    disk.fault = nullptr;
    s.l.run_until(s.l.now() + std::chrono::seconds(2));
    BOOST_TEST(s.status(std::string(crds) + "/foos.example.com") == 404);
    BOOST_TEST(s.status(std::string(foos) + "/x") == 404);
}

BOOST_AUTO_TEST_CASE(dependents_stay_if_the_deletion_of_their_owner_fails) {
    s.stop();
    s.options.run.garbage_collection = true;
    s.start();
    const auto pass = [&] { s.l.run_until(s.l.now() + std::chrono::seconds(1)); };
    pass();
    s.make("owner");
    const std::string uid(text_at(s.tree("GET", std::string(config_maps) + "/owner"), {"metadata", "uid"}));
    BOOST_TEST(s.ask("POST", config_maps,
                     R"({"metadata":{"name":"b","ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap",)"
                     R"("name":"owner","uid":")" +
                         uid + R"("}]}})")
                   .status == 201);
    pass();
    for (int i = 0; i < 20; ++i) {
        bool failed = false;
        disk.fault = [&](auto what, std::size_t) {
            if (what != test::faulty_vfs::operation::write || std::exchange(failed, true)) return SQLITE_OK;
            return SQLITE_FULL;
        };
        s.ask("DELETE", std::string(config_maps) + "/owner");
        pass();
        BOOST_REQUIRE(s.status(std::string(config_maps) + "/owner") == 200);
        BOOST_REQUIRE(s.status(std::string(config_maps) + "/b") == 200);
    }
    disk.fault = nullptr;
    s.ask("DELETE", std::string(config_maps) + "/owner");
    pass();
    BOOST_TEST(s.status(std::string(config_maps) + "/b") == 404);
}

BOOST_AUTO_TEST_CASE(start_fails_if_the_initial_objects_are_not_kept) {
    s.stop();
    s.options.data_folder = s.folder.path + "/other";
    s.cluster = std::make_unique<server>(s.l, logger(s.sink, s.time), s.options);
    fill_up();
    std::exception_ptr ended;
    bool is_ready = false;
    const auto wait = [](server& of, bool& done) -> awaitable<void> {
        co_await of.ready();
        done = true;
    };
    task_scope running(s.l, "server", [&](auto, std::exception_ptr why) { ended = std::move(why); });
    running.spawn("server", s.cluster->run());
    running.spawn("ready", wait(*s.cluster, is_ready));
    s.l.run_until(s.l.now() + std::chrono::seconds(1));
    BOOST_TEST(!is_ready);
    BOOST_REQUIRE(ended);
    BOOST_CHECK_EXCEPTION(std::rethrow_exception(ended), fault,
                          [](const fault& f) { return f.why().code == errc::too_large; });
    running.request_stop();
    s.l.run_until(s.l.now());
    s.cluster.reset();
}

BOOST_AUTO_TEST_CASE(server_ends_if_a_write_cannot_be_undone) {
    server_access::state(*s.cluster).stored.push_back([&](const resource&, const record_ptr& before, auto) {
        if (before) throw std::runtime_error("cannot undo");
    });
    fill_up();
    const http::response refused = s.make("a");
    BOOST_TEST(refused.status == 500);
    BOOST_TEST(s.message(refused).find("cannot undo") != std::string::npos);
    BOOST_TEST(s.tasks->size() == 0u);
    BOOST_TEST(s.make("b").status == 500);
}

BOOST_AUTO_TEST_CASE(quota_is_as_before_a_refused_write) {
    s.start_with_workloads();
    s.ask("POST", "/api/v1/namespaces/default/resourcequotas",
          R"({"metadata":{"name":"q"},"spec":{"hard":{"configmaps":"5"}}})");
    fill_up();
    s.make("a");
    const bj::object quota = s.tree("GET", "/api/v1/namespaces/default/resourcequotas/q");
    BOOST_TEST(text_at(quota, {"status", "used", "configmaps"}) == "0");
}

BOOST_AUTO_TEST_SUITE_END()
