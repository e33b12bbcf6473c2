// How the server's own controllers send their writes.
#include "apiserver/server/program_transport.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(program_transport_test)

namespace {

http::request request_of(std::string method, std::string target, std::string_view type = "application/json") {
    http::request r;
    r.method = std::move(method);
    r.target = std::move(target);
    r.headers.add("Content-Type", type);
    r.headers.add("User-Agent", "setpoint/0.1 (x)");
    as_program(r);
    return r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_manager_is_sent_as_user_agent) {
    const http::request r =
        request_of("POST", "/api/v1/namespaces/a/pods?fieldManager=kube-scheduler&fieldValidation=Ignore");
    BOOST_TEST(r.target == "/api/v1/namespaces/a/pods");
    BOOST_TEST(http::find_header(r.headers, "User-Agent").starts_with("kube-scheduler/"));
    BOOST_TEST(r.headers.size() == 2u);
    BOOST_TEST(request_of("PATCH", "/x?dryRun=All&fieldManager=kubelet&a=b").target == "/x?dryRun=All&a=b");
}

BOOST_AUTO_TEST_CASE(applies_and_reads_are_sent_unchanged) {
    const std::string target = "/x?fieldManager=a&force=true";
    BOOST_TEST(request_of("PATCH", target, "application/apply-patch+yaml").target == target);
    BOOST_TEST(request_of("GET", target).target == target);
    BOOST_TEST(request_of("PUT", "/x").target == "/x");
    BOOST_TEST(http::find_header(request_of("PUT", "/x").headers, "User-Agent") == "setpoint/0.1 (x)");
}

BOOST_AUTO_TEST_SUITE_END()
