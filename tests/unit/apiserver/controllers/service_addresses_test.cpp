// Addresses and ports of Services. Messages and dry-run placeholders are those of kube-apiserver
// 1.36.3.
#include "apiserver/controllers/service/addresses.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;
namespace bj = boost::json;

namespace {

bj::object service_of(std::string_view spec) {
    bj::object o = bj::parse(R"({"metadata":{"name":"a"},"spec":{}})").as_object();
    o["spec"] = bj::parse(spec);
    return o;
}

std::string field_text(const bj::object& service, std::string_view field) {
    const bj::value* v = service.at("spec").as_object().if_contains(field);
    return v ? bj::serialize(*v) : "";
}

struct allocator_fixture {
    random_source random{1};
    service_addresses all{[this](std::uint64_t bound) { return random.below(bound); }};

    // The error message, or "" if the Service is accepted.
    std::string add(bj::object& s, const bj::object* old = nullptr, bool dry_run = false) {
        if (auto ok = all.prepare(s, old, dry_run); !ok) return ok.error().message;
        if (!dry_run) all.replace(old, &s);
        return "";
    }
    std::string refuse(std::string_view spec, bool dry_run = false) {
        bj::object s = service_of(spec);
        const std::string why = add(s, nullptr, dry_run);
        const std::string prefix = "Service \"a\" is invalid: ";
        return why.starts_with(prefix) ? why.substr(prefix.size()) : why;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(service_addresses_test, allocator_fixture)

BOOST_AUTO_TEST_CASE(a_service_gets_an_address_above_the_reserved_ones) {
    bj::object s = service_of(R"({"type":"ClusterIP","ports":[{"port":80}]})");
    BOOST_TEST(add(s) == "");
    const std::string ip(s.at("spec").at("clusterIP").as_string());
    BOOST_TEST(ip.starts_with("10.96."));
    BOOST_TEST(!ip.starts_with("10.96.0."));
    BOOST_TEST(field_text(s, "clusterIPs") == "[\"" + ip + "\"]");
    BOOST_TEST(field_text(s, "ipFamilies") == R"(["IPv4"])");
    BOOST_TEST(field_text(s, "ipFamilyPolicy") == R"("SingleStack")");
    BOOST_TEST(all.addresses_used() == 1u);
    all.replace(&s, nullptr);
    BOOST_TEST(all.addresses_used() == 0u);
}

BOOST_AUTO_TEST_CASE(a_requested_address_is_allocated_once) {
    bj::object first =
        service_of(R"({"type":"NodePort","clusterIP":"10.96.0.1","ports":[{"port":80,"nodePort":30000}]})");
    BOOST_TEST(add(first) == "");
    BOOST_TEST(
        refuse(R"({"clusterIP":"10.96.0.1"})") ==
        R"(spec.clusterIPs: Invalid value: ["10.96.0.1"]: failed to allocate IP 10.96.0.1: provided IP is already allocated)");
    BOOST_TEST(
        refuse(R"({"clusterIP":"10.0.0.77"})") ==
        R"(spec.clusterIPs: Invalid value: ["10.0.0.77"]: failed to allocate IP 10.0.0.77: the provided network does not match the current range)");
    BOOST_TEST(
        refuse(R"({"clusterIP":"10.0.0.77"})", true) ==
        R"(spec.clusterIPs: Invalid value: ["10.0.0.77"]: failed to allocate IP 10.0.0.77: the provided IP (10.0.0.77) is not in the valid range. The range of valid IPs is 10.96.0.0/16)");
    BOOST_TEST(refuse(R"({"type":"NodePort","ports":[{"port":80,"nodePort":30000}]})") ==
               "spec.ports[0].nodePort: Invalid value: 30000: provided port is already allocated");
    BOOST_TEST(
        refuse(R"({"type":"NodePort","ports":[{"port":80,"nodePort":3000}]})") ==
        "spec.ports[0].nodePort: Invalid value: 3000: provided port is not in the valid range. The range of "
        "valid ports is 30000-32767");
    BOOST_TEST(
        refuse(R"({"ipFamilyPolicy":"RequireDualStack"})") ==
        R"(spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services)");
    BOOST_TEST(refuse(R"({"ipFamilies":["IPv6"]})") ==
               R"(spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster)");
    BOOST_TEST(all.addresses_used() == 1u);
    BOOST_TEST(all.ports_used() == 1u);
}

BOOST_AUTO_TEST_CASE(a_dry_run_allocates_nothing_and_shows_placeholders) {
    bj::object s = service_of(R"({"type":"NodePort","ports":[{"port":80}]})");
    BOOST_TEST(add(s, nullptr, true) == "");
    BOOST_TEST(field_text(s, "clusterIP") == R"("10.96.0.0")");
    BOOST_TEST(s.at("spec").at("ports").at(0).at("nodePort").as_int64() == 32769);
    BOOST_TEST(all.addresses_used() + all.ports_used() == 0u);
}

BOOST_AUTO_TEST_CASE(ports_of_one_number_share_a_node_port) {
    bj::object s = service_of(
        R"({"type":"NodePort","ports":[{"port":53,"protocol":"TCP"},{"port":53,"protocol":"UDP"},{"port":80}]})");
    BOOST_TEST(add(s) == "");
    const auto port = [&](std::size_t i) { return s.at("spec").at("ports").at(i).at("nodePort").as_int64(); };
    BOOST_TEST(port(0) == port(1));
    BOOST_TEST(port(0) != port(2));
    BOOST_TEST(all.ports_used() == 2u);
}

BOOST_AUTO_TEST_CASE(headless_and_external_services_have_no_address) {
    bj::object headless = service_of(R"({"clusterIP":"None","selector":{"a":"b"}})");
    BOOST_TEST(add(headless) == "");
    BOOST_TEST(field_text(headless, "clusterIPs") == R"(["None"])");
    BOOST_TEST(field_text(headless, "ipFamilyPolicy") == R"("SingleStack")");
    bj::object alone = service_of(R"({"clusterIP":"None"})");
    BOOST_TEST(add(alone) == "");
    BOOST_TEST(field_text(alone, "ipFamilies") == R"(["IPv4","IPv6"])");
    BOOST_TEST(field_text(alone, "ipFamilyPolicy") == R"("RequireDualStack")");
    bj::object external = service_of(R"({"type":"ExternalName","externalName":"example.com"})");
    BOOST_TEST(add(external) == "");
    BOOST_TEST(field_text(external, "clusterIP") == "");
    BOOST_TEST(all.addresses_used() == 0u);
}

BOOST_AUTO_TEST_CASE(an_update_allocates_and_frees_what_its_type_needs) {
    bj::object old = service_of(R"({"type":"ClusterIP","ports":[{"port":80}]})");
    add(old);
    bj::object node = old;
    node["spec"].as_object()["type"] = "NodePort";
    BOOST_TEST(add(node, &old) == "");
    BOOST_TEST(all.ports_used() == 1u);
    BOOST_TEST(field_text(node, "clusterIP") == field_text(old, "clusterIP"));
    bj::object same = node;
    BOOST_TEST(add(same, &node) == "");
    BOOST_CHECK(same == node);
    BOOST_TEST(all.ports_used() == 1u);
    BOOST_TEST(add(old, &node) == "");
    BOOST_TEST(all.ports_used() == 0u);
    bj::object external = service_of(R"({"type":"ExternalName","externalName":"example.com"})");
    BOOST_TEST(add(external, &old) == "");
    BOOST_TEST(all.addresses_used() == 0u);
}

BOOST_AUTO_TEST_CASE(a_full_range_is_an_error) {
    for (int port = 30000; port <= 32767; ++port) {
        bj::object s = service_of(R"({"type":"NodePort","clusterIP":"None","ports":[{"port":80}]})");
        s["spec"].as_object()["ports"].as_array()[0].as_object()["nodePort"] = port;
        all.replace(nullptr, &s);
    }
    BOOST_TEST(refuse(R"({"type":"NodePort","ports":[{"port":80}]})")
                   .find("failed to allocate a nodePort: range is full") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_address_with_an_object_of_its_own_is_taken) {
    service_addresses with_objects{[this](std::uint64_t bound) { return random.below(bound); },
                                   [](const std::string& ip) { return ip == "10.96.0.7"; }};
    bj::object s = service_of(R"({"type":"ClusterIP","clusterIP":"10.96.0.7","ports":[{"port":80}]})");
    const auto refused = with_objects.prepare(s, nullptr, false);
    BOOST_TEST_REQUIRE(!refused);
    BOOST_TEST(refused.error().message.find("provided IP is already allocated") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
