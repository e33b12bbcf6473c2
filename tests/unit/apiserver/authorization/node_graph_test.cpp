// The graph follows changes of objects (kubernetes' graph_test.go).

#include "apiserver/authorization/node_graph.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using test::parsed;

bj::object pod_on(const std::string& node, const std::string& name, const std::string& secret,
                  const std::string& uid = "1") {
    bj::object o = parsed(R"({"metadata":{"namespace":"ns"},"spec":{"volumes":[{"name":"a"}]}})");
    o["metadata"].as_object()["name"] = name;
    o["metadata"].as_object()["uid"] = uid;
    o["spec"].as_object()["nodeName"] = node;
    o["spec"].as_object()["volumes"].as_array()[0].as_object()["secret"] = bj::object{{"secretName", secret}};
    return o;
}

struct graph_fixture {
    bool reads_secret(const char* node, const char* name) const {
        return graph.leads_to(node, vertex_type::secret, "ns", name);
    }
    node_graph graph{};
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_graphs, graph_fixture)

BOOST_AUTO_TEST_CASE(deleted_pod_takes_its_vertices_along) {
    const bj::object a = pod_on("n1", "a", "one"), b = pod_on("n1", "b", "one"), c = pod_on("n2", "c", "one");
    for (const bj::object* p : {&a, &b, &c}) graph.change("Pod", nullptr, p);
    BOOST_TEST(graph.size() == 6u);  // two nodes, three pods, one secret
    graph.change("Pod", &a, nullptr);
    BOOST_TEST(reads_secret("n1", "one"));
    graph.change("Pod", &b, nullptr);
    BOOST_TEST(!reads_secret("n1", "one"));
    BOOST_TEST(reads_secret("n2", "one"));
    graph.change("Pod", &c, nullptr);
    graph.change("Pod", &c, nullptr);
    BOOST_TEST(graph.size() == 0u);
}

BOOST_AUTO_TEST_CASE(pod_counts_once_it_has_a_node) {
    bj::object waiting = pod_on("", "a", "one");
    graph.change("Pod", nullptr, &waiting);
    BOOST_TEST(graph.size() == 0u);
    const bj::object bound = pod_on("n1", "a", "one");
    graph.change("Pod", &waiting, &bound);
    BOOST_TEST(reads_secret("n1", "one"));
}

BOOST_AUTO_TEST_CASE(ephemeral_container_adds_references) {
    const bj::object before = pod_on("n1", "a", "one");
    graph.change("Pod", nullptr, &before);
    bj::object now = before;
    now["spec"].as_object()["ephemeralContainers"] =
        bj::array{parsed(R"({"name":"debug","envFrom":[{"secretRef":{"name":"two"}}]})")};
    graph.change("Pod", &before, &now);
    BOOST_TEST(reads_secret("n1", "one"));
    BOOST_TEST(reads_secret("n1", "two"));
}

BOOST_AUTO_TEST_CASE(pod_of_same_name_replaces_references) {
    const bj::object before = pod_on("n1", "a", "one"), now = pod_on("n1", "a", "two", "2");
    graph.change("Pod", nullptr, &before);
    graph.change("Pod", &before, &now);
    BOOST_TEST(!reads_secret("n1", "one"));
    BOOST_TEST(reads_secret("n1", "two"));
}

BOOST_AUTO_TEST_CASE(claim_statuses_add_claims) {
    const bj::object before = parsed(
        R"({"metadata":{"namespace":"ns","name":"a"},"spec":{"nodeName":"n1","resourceClaims":[{"name":"x","resourceClaimTemplateName":"t"}]}})");
    graph.change("Pod", nullptr, &before);
    BOOST_TEST(!graph.leads_to("n1", vertex_type::resource_claim, "ns", "made"));
    bj::object now = before;
    now["status"] = parsed(R"({"resourceClaimStatuses":[{"name":"x","resourceClaimName":"made"}]})");
    graph.change("Pod", &before, &now);
    BOOST_TEST(graph.leads_to("n1", vertex_type::resource_claim, "ns", "made"));
}

BOOST_AUTO_TEST_CASE(mirror_pod_gives_no_access) {
    bj::object pod = pod_on("n1", "a", "one");
    pod["metadata"].as_object()["annotations"] = bj::object{{"kubernetes.io/config.mirror", ""}};
    graph.change("Pod", nullptr, &pod);
    BOOST_TEST(!reads_secret("n1", "one"));
    BOOST_TEST(graph.leads_to("n1", vertex_type::pod, "ns", "a"));
}

BOOST_AUTO_TEST_CASE(volume_is_reached_through_its_claim) {
    const bj::object pod = parsed(
        R"({"metadata":{"namespace":"ns","name":"a"},"spec":{"nodeName":"n1","volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"c"}}]}})");
    const bj::object volume = parsed(
        R"({"metadata":{"name":"pv"},"spec":{"claimRef":{"namespace":"ns","name":"c"},"azureFile":{"secretName":"s"}}})");
    const auto readable = [&] { return graph.leads_to("n1", vertex_type::volume, "", "pv"); };
    graph.change("PersistentVolume", nullptr, &volume);
    BOOST_TEST(!readable());
    graph.change("Pod", nullptr, &pod);
    BOOST_TEST(readable());
    BOOST_TEST(reads_secret("n1", "s"));
    const bj::object unbound =
        parsed(R"({"metadata":{"name":"pv"},"spec":{"azureFile":{"secretName":"s"}}})");
    graph.change("PersistentVolume", &volume, &unbound);
    BOOST_TEST(!readable());
    BOOST_TEST(!reads_secret("n1", "s"));
    graph.change("PersistentVolume", &unbound, &volume);
    graph.change("Pod", &pod, nullptr);
    BOOST_TEST(!readable());
    graph.change("PersistentVolume", &volume, nullptr);
    BOOST_TEST(graph.size() == 0u);
}

BOOST_AUTO_TEST_CASE(attachment_moves_to_another_node) {
    const bj::object before = parsed(R"({"metadata":{"name":"va"},"spec":{"nodeName":"n1"}})");
    const bj::object now = parsed(R"({"metadata":{"name":"va"},"spec":{"nodeName":"n2"}})");
    graph.change("VolumeAttachment", nullptr, &before);
    BOOST_TEST(graph.leads_to("n1", vertex_type::volume_attachment, "", "va"));
    graph.change("VolumeAttachment", &before, &now);
    BOOST_TEST(!graph.leads_to("n1", vertex_type::volume_attachment, "", "va"));
    BOOST_TEST(graph.leads_to("n2", vertex_type::volume_attachment, "", "va"));
    graph.change("VolumeAttachment", &now, nullptr);
    graph.change("ConfigMap", &now, nullptr);
    BOOST_TEST(graph.size() == 0u);
}

BOOST_AUTO_TEST_CASE(repeated_reference_is_one_edge) {
    bj::object pod = pod_on("n1", "a", "one");
    pod["spec"].as_object()["imagePullSecrets"] = bj::array{bj::object{{"name", "one"}}};
    graph.change("Pod", nullptr, &pod);
    graph.change("Pod", &pod, nullptr);
    BOOST_TEST(!reads_secret("n1", "one"));
    BOOST_TEST(graph.size() == 0u);
}

BOOST_AUTO_TEST_CASE(secrets_of_old_volumes_share_the_claim_namespace) {
    const bj::object pod = parsed(
        R"({"metadata":{"namespace":"ns","name":"a"},"spec":{"nodeName":"n1","volumes":[{"name":"v","persistentVolumeClaim":{"claimName":"c"}}]}})");
    graph.change("Pod", nullptr, &pod);
    for (const char* source : {"cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"}) {
        bj::object volume =
            parsed(R"({"metadata":{"name":"pv"},"spec":{"claimRef":{"namespace":"ns","name":"c"}}})");
        volume["spec"].as_object()[source] = bj::object{{"secretRef", {{"name", source}}}};
        graph.change("PersistentVolume", nullptr, &volume);
        BOOST_TEST(reads_secret("n1", source), source);
        volume["spec"].as_object()[source] =
            bj::object{{"secretRef", {{"name", source}, {"namespace", "elsewhere"}}}};
        graph.change("PersistentVolume", nullptr, &volume);
        BOOST_TEST(!reads_secret("n1", source), source);
        BOOST_TEST(graph.leads_to("n1", vertex_type::secret, "elsewhere", source), source);
    }
}

BOOST_AUTO_TEST_CASE(shared_secret_follows_many_pods) {
    std::vector<bj::object> pods;
    for (int i = 0; i < 500; ++i)
        pods.push_back(pod_on("n" + std::to_string(i), "p" + std::to_string(i), "shared"));
    for (const bj::object& p : pods) graph.change("Pod", nullptr, &p);
    BOOST_TEST(reads_secret("n499", "shared"));
    BOOST_TEST(!reads_secret("n500", "shared"));
    graph.change("Pod", &pods[499], nullptr);
    BOOST_TEST(!reads_secret("n499", "shared"));
    BOOST_TEST(reads_secret("n0", "shared"));
    for (const bj::object& p : pods) graph.change("Pod", &p, nullptr);
    BOOST_TEST(graph.size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
