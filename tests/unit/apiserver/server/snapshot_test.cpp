// Snapshots: their text, placeholders of secret values, and loading into a server.
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <optional>

BOOST_AUTO_TEST_SUITE(snapshot_test)

using namespace setpoint;
using namespace setpoint::apiserver;

namespace {

awaitable<void> answer_to(server& from, const http::server_request& r, std::optional<http::response>& to) {
    to = co_await from.handle(r);
}

// A server without controllers, or with some of them.
struct snapshot_world {
    explicit snapshot_world(server_options o = without_controllers())
        : api(l, logger(sink, time), std::move(o)) {}

    static server_options without_controllers() {
        server_options o;
        for (const std::string_view name : background_controllers::names)
            if (name != "addresses") o.run.disable(name);
        return o;
    }
    http::response ask(std::string method, std::string target, std::string body = {}) {
        http::server_request r{
            std::move(method), std::move(target), {{"Content-Type", "application/json"}}, std::move(body)};
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", answer_to(api, r, out));
        l.run_until(l.now());
        BOOST_REQUIRE(out.has_value());
        return std::move(*out);
    }
    bj::object get(std::string target) {
        const http::response r = ask("GET", std::move(target));
        BOOST_REQUIRE_MESSAGE(r.status == 200, r.body);
        return std::move(json_text::parse_own(r.body).get_object());
    }
    void post(std::string target, std::string body) {
        const http::response r = ask("POST", std::move(target), std::move(body));
        BOOST_REQUIRE_MESSAGE(r.status == 201, r.body);
    }
    // The error of loading it; "" if it was loaded.
    std::string load(std::string_view text) {
        cluster_snapshot content;
        if (const auto read = read_snapshot(text, "f", content); !read) return read.error().message;
        const auto done = load_snapshot(api, std::move(content));
        if (done) warnings = done->warnings;
        return done ? "" : done.error().message;
    }

    struct no_log final : log_sink {
        void write(const log_record&) override {}
    };
    virtual_clock time{wall_time(std::chrono::hours(24 * 365 * 50))};
    random_source random{1};
    no_log sink;
    loop l{time, random};
    server api;
    std::vector<std::string> warnings;
};

std::string read_error(std::string_view text) {
    cluster_snapshot to;
    const auto read = read_snapshot(text, "f", to);
    BOOST_TEST(to.objects.empty());
    return read ? "" : read.error().message;
}

constexpr std::string_view sites =
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
 "metadata":{"name":"sites.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
 "names":{"plural":"sites","singular":"site","kind":"Site","listKind":"SiteList"},
 "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",
 "properties":{"spec":{"type":"object","properties":{"size":{"type":"integer","maximum":5}}}}}}}]}})";

std::string site(std::string_view name, std::string_view spec) {
    return fmt::format(R"({{"apiVersion":"example.com/v1","kind":"Site","metadata":{{"namespace":"default",)"
                       R"("name":"{}","uid":"{}-1"}},"spec":{}}})",
                       name, name, spec);
}

std::string list_of_items(std::initializer_list<std::string_view> items) {
    std::string out = R"({"apiVersion":"v1","kind":"List","items":[)";
    for (const std::string_view item : items) out.append(out.ends_with('[') ? "" : ",").append(item);
    return out + "]}";
}

bj::object parsed_object(std::string_view text) {
    return std::move(json_text::parse_own(text).get_object());
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_snapshot_file_reads_as_written) {
    snapshot_origin from;
    from.server_version = "v1.36.3";
    from.revision = "17";
    from.time = "2026-01-01T00:00:00Z";
    from.namespaces = {"shop"};
    from.redacted = true;
    const bj::object map =
        parsed_object(R"({"kind":"ConfigMap","apiVersion":"v1","data":{"a":"0.1"},"n":0.1})");
    const std::string text = snapshot_begin(from) + snapshot_line(map) + snapshot_end(1);
    cluster_snapshot all;
    BOOST_REQUIRE(read_snapshot(text, "f", all).has_value());
    BOOST_TEST(all.origin.server_version == "v1.36.3");
    BOOST_TEST(all.origin.revision == "17");
    BOOST_TEST(all.origin.namespaces == std::vector<std::string>{"shop"}, boost::test_tools::per_element());
    BOOST_TEST(all.origin.redacted);
    BOOST_REQUIRE(all.objects.size() == 1);
    BOOST_TEST(all.objects[0].place == "f, line 2");
    BOOST_TEST(snapshot_line(all.objects[0].content) == snapshot_line(map));
}

BOOST_AUTO_TEST_CASE(damaged_snapshot_files_name_the_line) {
    const std::string begin = snapshot_begin({}), line = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}\n";
    BOOST_TEST(read_error(begin + line) ==
               "f, line 2: the snapshot is cut short: its last line is missing; save or copy it again");
    BOOST_TEST(read_error(begin + line.substr(0, 9)).starts_with("f, line 2: "));
    BOOST_TEST(read_error(begin + line + snapshot_end(2)) ==
               "f: the snapshot has 1 objects, and its last line counts 2");
    BOOST_TEST(read_error(begin + snapshot_end(0) + line) ==
               "f, line 3: text after the last line of the snapshot");
    BOOST_TEST(read_error(begin + "[]\n" + snapshot_end(1)) == "f, line 2: not an object");
    BOOST_TEST(
        read_error(R"({"format":"setpoint.dev/snapshot","version":2})") ==
        "f: this is a snapshot of format 2, and this version of setpoint reads format 1: use the version "
        "that wrote it");
    BOOST_TEST(read_error("\x1f\x8b\x08") == "f: the file is compressed: unpack it with gunzip first");
    BOOST_TEST(read_error("# nothing\n") == "f: the file contains no object");
    BOOST_TEST(read_error("kind: A\n---\n- b\n") == "f, line 3: not an object");
    BOOST_TEST(read_error("a: [\n") != "");
}

BOOST_AUTO_TEST_CASE(output_of_kubectl_is_read) {
    cluster_snapshot all;
    const std::string yaml =
        "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n"
        "- apiVersion: v1\n  kind: Pod\n  metadata: {name: b}\n---\napiVersion: v1\nkind: Node\n";
    BOOST_REQUIRE(read_snapshot(yaml, "f", all).has_value());
    BOOST_REQUIRE(all.objects.size() == 3);
    BOOST_TEST(all.objects[1].place == "f, line 7");
    BOOST_TEST(text_at(all.objects[1].content, "kind") == "Pod");
    BOOST_TEST(all.objects[2].place == "f, line 11");
    // Of kubectl get --raw: items have no kind.
    BOOST_REQUIRE(
        read_snapshot(R"({"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"c"}}]})", "g", all)
            .has_value());
    BOOST_TEST(json_text::serialize(all.objects[3].content) ==
               R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"c"}})");
    BOOST_TEST(all.objects[3].place == "g, item 1");
}

BOOST_AUTO_TEST_CASE(values_of_secrets_become_stable_placeholders) {
    const secret_redactor by(secret("key")), other(secret("other"));
    bj::object o = parsed_object(
        R"({"kind":"Secret","apiVersion":"v1","metadata":{"annotations":{"plain":"x","copy":"is swordfish"}},)"
        R"("data":{"a":"c3dvcmRmaXNo","b":"c3dvcmRmaXNo","c":"eA==","d":""},"stringData":{"e":"swordfish"}})");
    by.redact(o);
    const bj::object& data = object_of(o, "data");
    BOOST_TEST(text_at(data, "a") == text_at(data, "b"));
    BOOST_TEST(text_at(data, "a") != text_at(data, "c"));
    BOOST_TEST(text_at(data, "d") == "");
    BOOST_TEST(text_at(object_of(o, "stringData"), "e") == by.placeholder("swordfish"));
    BOOST_TEST(by.placeholder("swordfish") != other.placeholder("swordfish"));
    BOOST_TEST(by.placeholder(std::string(50, 's')).size() == 64U);
    BOOST_TEST(by.placeholder(std::string(5000, 's')).size() == 5000U);
    BOOST_TEST(text_at(o, {"metadata", "annotations", "plain"}) == "x");
    BOOST_TEST(json_text::serialize(o).find("swordfish") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(applied_copies_and_docker_configurations_are_redacted) {
    const secret_redactor by(secret("key"));
    bj::object o = parsed_object(
        R"({"kind":"Secret","apiVersion":"v1","metadata":{"annotations":{)"
        R"("kubectl.kubernetes.io/last-applied-configuration":)"
        R"("{\"kind\":\"Secret\",\"data\":{\"a\":\"c3dvcmRmaXNo\"}}\n"}},"data":{"a":"c3dvcmRmaXNo",)"
        R"(".dockerconfigjson":"eyJhdXRocyI6eyJyZWcuaW8iOnsiYXV0aCI6ImRUcHciLCJ1c2VybmFtZSI6InUifX19"}})");
    by.redact(o);
    const std::string applied(text_at(object_of(o, {"metadata", "annotations"}),
                                      "kubectl.kubernetes.io/last-applied-configuration"));
    const bj::object copy = parsed_object(applied);
    BOOST_TEST(text_at(object_of(copy, "data"), "a") == text_at(object_of(o, "data"), "a"));
    BOOST_TEST(text_at(object_of(o, "data"), ".dockerconfigjson").size() > 40U);
    const std::string whole = json_text::serialize(o);
    BOOST_TEST(whole.find("c3dvcmRmaXNo") == std::string::npos);
    // The host and the names of fields stay: {"auths":{"reg.io":{"auth":"
    BOOST_TEST(text_at(object_of(o, "data"), ".dockerconfigjson")
                   .starts_with("eyJhdXRocyI6eyJyZWcuaW8iOnsiYXV0aCI6I"));
    BOOST_TEST(whole.find("eyJhdXRocyI6eyJyZWcuaW8iOnsiYXV0aCI6ImRUcHci") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(tokens_and_private_keys_elsewhere_are_redacted) {
    const secret_redactor by(secret("key"));
    const std::string token = "eyJhbGciOiJ9.eyJzdWIiOiJ9.c2lnbmF0dXJl";
    bj::object o{{"kind", "ConfigMap"}, {"apiVersion", "v1"}};
    o["data"] = bj::object{{"a", "user: x\ntoken: " + token + "\n"},
                           {"b", "-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nrest"},
                           {"c", "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n"},
                           {"d", "eyJust a text"}};
    by.redact(o);
    const bj::object& data = object_of(o, "data");
    BOOST_TEST(text_at(data, "a") == "user: x\ntoken: " + by.placeholder(token) + "\n");
    BOOST_TEST(text_at(data, "b").starts_with("redacted-"));
    BOOST_TEST(text_at(data, "b").ends_with("\nrest"));
    BOOST_TEST(text_at(data, "c") == "-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n");
    BOOST_TEST(text_at(data, "d") == "eyJust a text");
}

BOOST_AUTO_TEST_CASE(objects_are_stored_as_they_are) {
    snapshot_world w;
    const std::string map =
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"shop","uid":"u-1",)"
        R"("resourceVersion":"900","generation":7,"creationTimestamp":"2020-01-01T00:00:00Z",)"
        R"("deletionTimestamp":"2020-01-02T00:00:00Z","deletionGracePeriodSeconds":0,)"
        R"("ownerReferences":[{"apiVersion":"example.com/v1","kind":"Site","name":"s","uid":"s-1"}],)"
        R"("finalizers":["x.io/y"],)"
        R"("managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","time":"2020-01-01T00:00:00Z",)"
        R"("fieldsType":"FieldsV1","fieldsV1":{"f:data":{}}}]},"data":{"k":"v"}})";
    BOOST_TEST(w.load(list_of_items({site("s", R"({"size":3})"), map, sites})) == "");
    bj::object got = w.get("/api/v1/namespaces/shop/configmaps/a");
    bj::object wanted = parsed_object(map);
    object_at(wanted, "metadata")
        ->insert_or_assign("resourceVersion", text_at(object_of(got, "metadata"), "resourceVersion"));
    BOOST_TEST(json_text::serialize(got) == json_text::serialize(wanted));
    BOOST_TEST(text_at(object_of(w.get("/apis/example.com/v1/namespaces/default/sites/s"), "metadata"),
                       "uid") == "s-1");
    BOOST_TEST(text_at(object_of(w.get("/api/v1/namespaces/shop"), "status"), "phase") == "Active");
    BOOST_REQUIRE(w.warnings.size() == 1);
    BOOST_TEST(w.warnings[0] == "the namespace shop was added, since the snapshot does not contain it");
}

BOOST_AUTO_TEST_CASE(nothing_is_stored_if_anything_is_invalid) {
    snapshot_world w;
    const std::uint64_t before = w.api.revision();
    const std::string map =
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"n"}})";
    const std::string head = "nothing was loaded, since an object cannot be:\n  f, item 1: ";
    const auto error_of = [&](std::initializer_list<std::string_view> items) {
        const std::string why = w.load(list_of_items(items));
        BOOST_TEST(w.api.revision() == before);
        return why.starts_with(head) ? why.substr(head.size()) : why;
    };
    BOOST_TEST(
        error_of({site("s", "{}"), map}) ==
        "Site default/s: this server has no kind \"Site\" in version \"example.com/v1\": it is not built in, "
        "and neither the snapshot nor the server has a CustomResourceDefinition that declares it");
    BOOST_TEST(error_of({site("s", R"({"size":9})"), sites, map})
                   .starts_with("Site default/s: spec.size: Invalid value: 9: "));
    BOOST_TEST(
        error_of(
            {R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"n"},"data":3})"})
            .starts_with("ConfigMap n/a: json: cannot unmarshal number into Go struct field"));
    BOOST_TEST(error_of({R"({"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"n"}})"}) ==
               "Pod: it has no metadata.name");
    BOOST_TEST(error_of({R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"n"}})"}) ==
               "Pod n: it has no metadata.namespace");
    BOOST_TEST(error_of({R"({"kind":"Node","apiVersion":"v1","metadata":{"name":"n","namespace":"x"}})"}) ==
               "Node x/n: it has a namespace, and its kind is not namespaced");
    BOOST_TEST(
        error_of(
            {R"({"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","metadata":{"name":"n"}})"}) ==
        "TokenReview n: objects of the kind \"TokenReview\" are not stored");
    BOOST_TEST(error_of({R"({"apiVersion":"v1","metadata":{"name":"n"}})"}) == "object n: it has no kind");
    BOOST_TEST(w.load(list_of_items({map, map})) ==
               "nothing was loaded, since an object cannot be:\n  f, item 2: ConfigMap n/a: the object is "
               "also at f, "
               "item 1");
    BOOST_TEST(w.api.revision() == before);
}

BOOST_AUTO_TEST_CASE(unknown_fields_are_left_out_with_a_warning) {
    snapshot_world w;
    BOOST_TEST(
        w.load(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default"},)"
               R"("future":1})") == "");
    BOOST_REQUIRE(w.warnings.size() == 1);
    BOOST_TEST(w.warnings[0] == "f: ConfigMap default/a: unknown field \"future\" was left out");
    const bj::object got = w.get("/api/v1/namespaces/default/configmaps/a");
    BOOST_TEST(!got.contains("future"));
    BOOST_TEST(text_at(object_of(got, "metadata"), "uid") != "");
}

BOOST_AUTO_TEST_CASE(addresses_of_loaded_services_are_in_use) {
    snapshot_world w;
    BOOST_TEST(w.load("apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: default}\nspec:\n"
                      "  ports: [{port: 80}]\n  clusterIP: 10.96.7.7\n  clusterIPs: [10.96.7.7]\n"
                      "---\napiVersion: v1\nkind: Service\nmetadata: {name: b, namespace: default}\n"
                      "spec: {ports: [{port: 80}]}\n") == "");
    const http::response taken =
        w.ask("POST", "/api/v1/namespaces/default/services",
              R"({"metadata":{"name":"c"},"spec":{"clusterIP":"10.96.7.7","ports":[{"port":80}]}})");
    BOOST_TEST(taken.status == 422);
    BOOST_TEST(taken.body.find("already allocated") != std::string::npos);
    BOOST_TEST(text_at(object_of(w.get("/api/v1/namespaces/default/services/b"), "spec"), "clusterIP")
                   .starts_with("10.96."));
}

BOOST_AUTO_TEST_CASE(a_terminating_definition_ends_with_its_objects) {
    snapshot_world w;
    std::string definition(sites), last = site("s", "{}");
    const std::string deleted = R"("deletionTimestamp":"2020-01-01T00:00:00Z",)";
    definition.replace(definition.find("\"name\":\"sites"), 0,
                       deleted + R"("finalizers":["customresourcecleanup.apiextensions.k8s.io"],)");
    last.replace(last.find("\"namespace\""), 0,
                 deleted + R"("deletionGracePeriodSeconds":0,"finalizers":["a.b/c"],)");
    BOOST_TEST(w.load(list_of_items({definition, last})) == "");
    constexpr const char *object = "/apis/example.com/v1/namespaces/default/sites/s",
                         *of_objects =
                             "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/sites.example.com";
    BOOST_TEST(text_at(object_of(w.get(of_objects), "metadata"), "deletionTimestamp") ==
               "2020-01-01T00:00:00Z");
    bj::object next = w.get(object);
    object_at(next, "metadata")->erase("finalizers");
    BOOST_TEST(w.ask("PUT", object, json_text::serialize(next)).status == 200);
    BOOST_TEST(w.ask("GET", of_objects).status == 404);
}

// Its objects would be in nobody's way only if they had the names that another definition has.
BOOST_AUTO_TEST_CASE(definitions_with_taken_names_declare_nothing) {
    snapshot_world w;
    BOOST_TEST(w.load(sites) == "");
    std::string other(sites), one = site("s", "{}");
    other.replace(other.find("sites.example.com"), 5, "pages");
    other.replace(other.find("\"plural\":\"sites"), 15, "\"plural\":\"pages");
    BOOST_TEST(w.load(other) == "");  // as in the cluster: NamesAccepted is False
    BOOST_TEST(w.ask("GET", "/apis/example.com/v1/pages").status == 404);
    BOOST_TEST(w.load(one) == "");
}

BOOST_AUTO_TEST_CASE(an_object_of_another_uid_is_another_object) {
    snapshot_world w;
    w.post("/api/v1/namespaces/default/configmaps", R"({"metadata":{"name":"a"},"data":{"k":"old"}})");
    const std::string map =
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default","uid":"u"}})";
    const std::uint64_t before = w.api.revision();
    BOOST_TEST(w.load(map) == "");
    BOOST_TEST(w.api.revision() == before + 2);  // deleted and created
    BOOST_TEST(w.load(map) == "");
    BOOST_TEST(w.api.revision() == before + 3);
    BOOST_TEST(!w.get("/api/v1/namespaces/default/configmaps/a").contains("data"));
}

BOOST_AUTO_TEST_CASE(rights_of_a_snapshot_are_granted) {
    server_options o = snapshot_world::without_controllers();
    o.access.authorizers = {"RBAC"};
    o.access.tokens = secret("t,ann,1\n");
    snapshot_world w(std::move(o));
    const auto status = [&](std::string method = "GET", std::string target = "/api/v1/nodes") {
        http::server_request r{
            std::move(method), std::move(target), {{"Authorization", "Bearer t"}}, snapshot_begin({})};
        std::optional<http::response> out;
        task_scope scope(w.l, "request");
        scope.spawn("request", answer_to(w.api, r, out));
        w.l.run_until(w.l.now());
        return out ? out->status : 0;
    };
    BOOST_TEST(status() == 403);
    BOOST_TEST(status("POST", "/setpoint/snapshot") == 403);
    BOOST_TEST(
        w.load("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\n"
               "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}\n"
               "subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}]\n") == "");
    BOOST_TEST(status() == 200);
    BOOST_TEST(status("POST", "/setpoint/snapshot") == 400);  // it has no last line
}

BOOST_AUTO_TEST_CASE(a_running_server_is_restored_by_request) {
    snapshot_world w;
    const std::string map =
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"default"}})";
    const std::string text = snapshot_begin({}) + map + "\n" + snapshot_end(1);
    const http::response done = w.ask("POST", "/setpoint/snapshot", text);
    BOOST_TEST(done.status == 200);
    BOOST_TEST(done.body == R"({"objects":1,"warnings":[]})");
    BOOST_TEST(w.ask("GET", "/setpoint/snapshot").status == 405);
    BOOST_TEST(w.ask("POST", "/setpoint/snapshot", snapshot_begin({})).status == 400);
    const http::response bad = w.ask("POST", "/setpoint/snapshot", R"({"kind":"X","apiVersion":"v1"})");
    BOOST_TEST(bad.status == 422);
    BOOST_TEST(bad.body.find("this server has no kind") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
