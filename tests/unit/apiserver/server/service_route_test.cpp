#include "apiserver/server/service_route.hpp"

#include "apiserver/go/json_text.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

struct cluster {
    versioned_store store{{}};

    void put(std::string_view collection, const char* name, std::string_view json) {
        store.put(store.of(collection), {"n", name}, std::move(json_text::parse_own(json).get_object()),
                  wall_time());
    }
    void put_service() {
        put("services", "s", R"({"spec":{"ports":[{"name":"a","port":80},{"name":"b","port":9443}]}})");
    }
    void put_slice(const char* name, std::string_view service, std::string_view endpoints) {
        put("endpointslices.discovery.k8s.io", name,
            R"({"metadata":{"labels":{"kubernetes.io/service-name":")" + std::string(service) +
                R"("}},"ports":[{"name":"a","port":8080},{"name":"b","port":9444}],"endpoints":[)" +
                std::string(endpoints) + "]}");
    }
    std::string route(const webhook_address& w) const {
        const auto t = target_of(w, store);
        return t ? t->at.authority() + " " + t->path + " " + t->server_name + " " + url_of(w)
                 : "error: " + t.error().message;
    }
    webhook_address service(std::int64_t port = 9443) const {
        webhook_address w;
        w.service_namespace = "n";
        w.service_name = "s";
        w.service_path = "/convert";
        w.service_port = port;
        return w;
    }
};

constexpr const char *waiting = R"({"addresses":["10.0.0.1"],"conditions":{"ready":false}})",
                     *ready = R"({"addresses":["10.0.0.2"],"conditions":{"ready":true}})";

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_url_is_used_unchanged, cluster) {
    webhook_address w;
    w.url = "https://127.0.0.1:8443/a/b";
    BOOST_TEST(route(w) == "127.0.0.1:8443 /a/b  https://127.0.0.1:8443/a/b");
    w.url = "https://example.com";
    BOOST_TEST(route(w) == "example.com:443 /  https://example.com");
    w.url = "http://example.com";
    BOOST_TEST(route(w) == "error: \"http://example.com\" is not an https URL");
}

// controller-runtime's envtest writes such URLs, and Go's servers redirect requests for them.
BOOST_FIXTURE_TEST_CASE(the_path_of_a_webhook_is_cleaned, cluster) {
    webhook_address w;
    w.url = "https://127.0.0.1:8443//a/./b/../c/";
    BOOST_TEST(route(w) == "127.0.0.1:8443 /a/c  https://127.0.0.1:8443/a/c");
    w.url = "https://127.0.0.1:8443/../";
    BOOST_TEST(route(w) == "127.0.0.1:8443 /  https://127.0.0.1:8443/");
    put_service();
    put_slice("y", "s", ready);
    w = service();
    w.service_path = "/convert/";
    BOOST_TEST(route(w) == "10.0.0.2:9444 /convert s.n.svc https://s.n.svc:9443/convert");
}

BOOST_FIXTURE_TEST_CASE(a_service_resolves_to_a_ready_endpoint, cluster) {
    put_service();
    put_slice("x", "other", ready);
    put_slice("y", "s", std::string(waiting) + "," + ready);
    BOOST_TEST(route(service()) == "10.0.0.2:9444 /convert s.n.svc https://s.n.svc:9443/convert");
    BOOST_TEST(route(service(80)) == "10.0.0.2:8080 /convert s.n.svc https://s.n.svc:80/convert");
}

BOOST_FIXTURE_TEST_CASE(endpoints_are_used_without_slices, cluster) {
    put_service();
    put("endpoints", "s",
        R"({"subsets":[{"addresses":[{"ip":"10.0.0.3"}],"ports":[{"name":"b","port":9444}]}]})");
    BOOST_TEST(route(service()) == "10.0.0.3:9444 /convert s.n.svc https://s.n.svc:9443/convert");
}

BOOST_FIXTURE_TEST_CASE(missing_parts_of_a_service_are_errors, cluster) {
    BOOST_TEST(route(service()) == "error: service \"s\" not found");
    put_service();
    BOOST_TEST(route(service(1)) == "error: no service port 1 found for service \"s\"");
    put_slice("y", "s", waiting);
    BOOST_TEST(route(service()) == "error: no endpoints available for service \"s\"");
}
