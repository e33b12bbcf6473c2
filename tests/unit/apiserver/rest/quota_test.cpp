// ResourceQuotas and LimitRanges.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* quotas = "/api/v1/namespaces/default/resourcequotas";
constexpr const char* services = "/api/v1/namespaces/default/services";

struct quota_fixture : api_fixture {
    quota_fixture() { admission->counts_quotas = true; }
    bj::object create(const char* path, const std::string& name, const std::string& spec) {
        return tree("POST", path, R"({"metadata":{"name":")" + name + R"("},"spec":)" + spec + "}");
    }
    bj::object make_pod(const std::string& name, const std::string& resources = "{}",
                        const std::string& more = "") {
        return create(
            pods, name,
            R"({"containers":[{"name":"c","image":"i","resources":)" + resources + "}]" + more + "}");
    }
    void quota(const std::string& hard, const std::string& more = "") {
        create(quotas, "q", R"({"hard":)" + hard + more + "}");
    }
    std::string used(std::string_view name) {
        return text_in(tree("GET", std::string(quotas) + "/q"), {"status", "used", name});
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(what_is_there_already_counts, quota_fixture) {
    make_pod("a", R"({"requests":{"cpu":"500m"}})");
    tree("POST", maps, R"({"metadata":{"name":"m"}})");
    quota(R"({"pods":"2","requests.cpu":"1","count/configmaps":"5","configmaps":"5","secrets":"1"})");
    BOOST_TEST(used("pods") == "1");
    BOOST_TEST(used("requests.cpu") == "500m");
    BOOST_TEST(used("count/configmaps") == "1");
    BOOST_TEST(used("configmaps") == "1");
    BOOST_TEST(used("secrets") == "0");
}

BOOST_FIXTURE_TEST_CASE(a_write_beyond_the_quota_is_refused_with_the_amounts, quota_fixture) {
    quota(R"({"pods":"1","requests.memory":"1Gi"})");
    const std::string fits = R"({"requests":{"memory":"512Mi"}})";
    BOOST_TEST(text_in(make_pod("a", fits), {"metadata", "name"}) == "a");
    BOOST_TEST(
        message(make_pod("b", fits)) ==
        "pods \"b\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1");
    BOOST_TEST(message(make_pod("c")) ==
               "pods \"c\" is forbidden: failed quota: q: must specify requests.memory for: c");
    BOOST_TEST(used("pods") == "1");
    ask("DELETE", std::string(pods) + "/a?gracePeriodSeconds=0");
    BOOST_TEST(used("pods") == "0");
    BOOST_TEST(used("requests.memory") == "0");
    BOOST_TEST(text_in(make_pod("b", fits), {"metadata", "name"}) == "b");
}

BOOST_FIXTURE_TEST_CASE(a_pod_that_has_ended_counts_no_more, quota_fixture) {
    quota(R"({"pods":"1","count/pods":"5"})");
    make_pod("a");
    tree("PATCH", std::string(pods) + "/a/status", R"({"status":{"phase":"Succeeded"}})", merge_patch);
    BOOST_TEST(used("pods") == "0");
    BOOST_TEST(used("count/pods") == "1");
}

BOOST_FIXTURE_TEST_CASE(only_pods_in_its_scopes_count, quota_fixture) {
    quota(R"({"pods":"5","count/configmaps":"5"})", R"(,"scopes":["NotBestEffort"])");
    make_pod("best-effort");
    tree("POST", maps, R"({"metadata":{"name":"m"}})");
    BOOST_TEST(used("pods") == "0");
    BOOST_TEST(used("count/configmaps") == "0");
    make_pod("burstable", R"({"requests":{"cpu":"1"}})");
    BOOST_TEST(used("pods") == "1");
}

BOOST_FIXTURE_TEST_CASE(a_service_is_charged_for_its_node_ports_when_it_changes, quota_fixture) {
    quota(R"({"services":"5","services.nodeports":"1"})");
    create(services, "s", R"({"ports":[{"name":"a","port":80},{"name":"b","port":81}]})");
    BOOST_TEST(used("services") == "1");
    BOOST_TEST(used("services.nodeports") == "0");
    const bj::object refused =
        tree("PATCH", std::string(services) + "/s", R"({"spec":{"type":"NodePort"}})", merge_patch);
    BOOST_TEST(message(refused) ==
               "services \"s\" is forbidden: exceeded quota: q, requested: services.nodeports=2, "
               "used: services.nodeports=0, limited: services.nodeports=1");
}

BOOST_FIXTURE_TEST_CASE(a_change_of_the_limits_counts_anew, quota_fixture) {
    quota(R"({"pods":"5"})");
    make_pod("a");
    tree("PATCH", std::string(quotas) + "/q", R"({"spec":{"hard":{"pods":null,"configmaps":"3"}}})",
         merge_patch);
    BOOST_TEST(used("configmaps") == "0");
    BOOST_TEST(used("pods") == "");
    tree("POST", maps, R"({"metadata":{"name":"m"}})");
    BOOST_TEST(used("configmaps") == "1");
}

BOOST_FIXTURE_TEST_CASE(a_status_that_others_write_is_put_right, quota_fixture) {
    quota(R"({"pods":"5"})");
    make_pod("a");
    tree("PATCH", std::string(quotas) + "/q/status",
         R"({"status":{"hard":{"pods":"9"},"used":{"pods":"7"}}})", merge_patch);
    BOOST_TEST(used("pods") == "1");
    BOOST_TEST(text_in(tree("GET", std::string(quotas) + "/q"), {"status", "hard", "pods"}) == "5");
}

BOOST_FIXTURE_TEST_CASE(a_limit_range_gives_defaults_and_refuses, quota_fixture) {
    create(
        "/api/v1/namespaces/default/limitranges", "l",
        R"({"limits":[{"type":"Container","default":{"cpu":"1"},"defaultRequest":{"cpu":"100m"},"max":{"cpu":"2"}}]})");
    const bj::object made = make_pod("a");
    const bj::object& c = list_of(object_of(made, "spec"), "containers")[0].as_object();
    BOOST_TEST(text_in(c, {"resources", "limits", "cpu"}) == "1");
    BOOST_TEST(text_in(c, {"resources", "requests", "cpu"}) == "100m");
    BOOST_TEST(text_in(made, {"metadata", "annotations", "kubernetes.io/limit-ranger"}) ==
               "LimitRanger plugin set: cpu request for container c; cpu limit for container c");
    BOOST_TEST(message(make_pod("b", R"({"limits":{"cpu":"3"}})")) ==
               "pods \"b\" is forbidden: maximum cpu usage per Container is 2, but limit is 3");
}

BOOST_FIXTURE_TEST_CASE(a_pod_that_outlives_its_grace_period_is_subtracted_once, quota_fixture) {
    quota(R"({"pods":"5","requests.cpu":"2"})");
    for (const char* name : {"a", "b"})
        make_pod(name, R"({"requests":{"cpu":"500m"}})",
                 R"(,"nodeName":"n","terminationGracePeriodSeconds":5)");
    ask("DELETE", std::string(pods) + "/a");
    l.run_until(l.now() + std::chrono::seconds(60));
    BOOST_TEST(used("pods") == "2");
    // Everything is counted again: the pod is past its grace.
    tree("PATCH", std::string(quotas) + "/q", R"({"spec":{"hard":{"pods":"4"}}})", merge_patch);
    BOOST_TEST(used("pods") == "1");
    tree("PATCH", std::string(pods) + "/a", R"({"metadata":{"labels":{"x":"y"}}})", merge_patch);
    BOOST_TEST(used("pods") == "1");
    ask("DELETE", std::string(pods) + "/a?gracePeriodSeconds=0");
    BOOST_TEST(used("pods") == "1");
    BOOST_TEST(used("requests.cpu") == "500m");
    // Nothing was counted between the end of its grace and its removal.
    ask("DELETE", std::string(pods) + "/b");
    l.run_until(l.now() + std::chrono::seconds(60));
    ask("DELETE", std::string(pods) + "/b?gracePeriodSeconds=0");
    BOOST_TEST(used("pods") == "0");
    BOOST_TEST(used("requests.cpu") == "0");
}

BOOST_FIXTURE_TEST_CASE(claims_count_in_whole_bytes_and_by_their_attributes_class, quota_fixture) {
    constexpr const char* claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    quota(
        R"({"requests.storage":"1Gi","fast.storageclass.storage.k8s.io/requests.storage":"1Gi"})",
        R"(,"scopeSelector":{"matchExpressions":[{"scopeName":"VolumeAttributesClass","operator":"In","values":["gold"]}]})");
    const auto claim = [&](const char* name, const char* more) {
        create(claims, name,
               std::string(R"({"accessModes":["ReadWriteOnce"],"storageClassName":"fast","resources":)") +
                   R"({"requests":{"storage":"1500m"}})" + more + "}");
    };
    claim("plain", "");
    BOOST_TEST(used("requests.storage") == "0");
    claim("gold", R"(,"volumeAttributesClassName":"gold")");
    BOOST_TEST(used("requests.storage") == "2");
    BOOST_TEST(used("fast.storageclass.storage.k8s.io/requests.storage") == "2");
}

BOOST_FIXTURE_TEST_CASE(a_dry_run_is_checked_and_not_counted, quota_fixture) {
    quota(R"({"pods":"1"})");
    const auto dry = [&] {
        return tree("POST", std::string(pods) + "?dryRun=All",
                    R"({"metadata":{"name":"d"},"spec":{"containers":[{"name":"c","image":"i"}]}})");
    };
    BOOST_TEST(text_in(dry(), {"metadata", "name"}) == "d");
    BOOST_TEST(used("pods") == "0");
    make_pod("a");
    BOOST_TEST(message(dry()).find("exceeded quota") != std::string::npos);
    BOOST_TEST(used("pods") == "1");
}

BOOST_FIXTURE_TEST_CASE(what_several_containers_do_wrong_is_said_once, quota_fixture) {
    create("/api/v1/namespaces/default/limitranges", "l",
           R"({"limits":[{"type":"Container","max":{"cpu":"2"},"default":{"cpu":"1"}}]})");
    const std::string three = R"({"name":"N","image":"i","resources":{"limits":{"cpu":"3"}}})";
    std::string list;
    for (const char* name : {"x", "y"}) {
        list += (list.empty() ? "" : ",") + three;
        list.replace(list.rfind("\"N\"") + 1, 1, name);
    }
    BOOST_TEST(message(create(pods, "b", "{\"containers\":[" + list + "]}")) ==
               "pods \"b\" is forbidden: maximum cpu usage per Container is 2, but limit is 3");
}

// Messages as of kube-apiserver 1.36.3, apart from the bound on the number of scopes.
BOOST_FIXTURE_TEST_CASE(scopes_are_validated_and_bounded, quota_fixture) {
    const auto refused = [&](const std::string& spec) {
        const std::string text = message(create(quotas, "q", spec));
        const std::string prefix = "ResourceQuota \"q\" is invalid: ";
        return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
    };
    BOOST_TEST(refused(R"({"hard":{"pods":"1","configmaps":"1"},"scopes":["BestEffort"]})") ==
               R"(spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource)");
    BOOST_TEST(refused(R"({"hard":{"pods":"1.5"}})") ==
               R"(spec.hard[pods]: Invalid value: "1500m": must be an integer)");
    BOOST_TEST(
        refused(
            R"({"scopeSelector":{"matchExpressions":[{"scopeName":"PriorityClass","operator":"In"}]}})") ==
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when "
        "`operator` is 'In' or 'NotIn' for scope selector");
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
    BOOST_TEST(refused("{\"scopes\":[" + many + "]}") ==
               "spec.scopes: Too many: 20000: must have at most 64 items");
}
