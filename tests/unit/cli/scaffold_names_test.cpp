#include "cli/scaffold/names.hpp"
#include "setpoint/core/error.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(scaffold_names_test)

using namespace setpoint;
using namespace setpoint::cli::scaffold;

namespace {

// Why a check refuses a value; "" if it accepts it.
std::string why(void (*check)(std::string_view, std::string_view), std::string_view value) {
    try {
        check("--flag", value);
        return {};
    } catch (const fault& f) {
        BOOST_CHECK(f.why().code == errc::bad_config);
        BOOST_TEST(f.why().message.starts_with("--flag: \"" + std::string(value) + "\" "));
        BOOST_TEST(f.why().message.find('\n') == std::string::npos);
        return f.why().message;
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_other_names_follow) {
    const kind_names n = names_of("WebServer", "");
    BOOST_TEST(n.lower == "webserver");
    BOOST_TEST(n.plural == "webservers");
    BOOST_TEST(n.article == "A");
    BOOST_TEST(names_of("Ingress", "").plural == "ingresses");
    BOOST_TEST(names_of("Ingress", "").article == "An");
    BOOST_TEST(names_of("Redis", "redis").plural == "redis");
    BOOST_TEST(n.sample == "webserver-sample");
    // With "-v1alpha1" it is still shorter than the 52 characters that generated webhooks accept.
    BOOST_TEST(names_of(std::string(63, 'K'), "").sample == std::string(30, 'k') + "-sample");
    BOOST_TEST(full_group("batch", "my.domain") == "batch.my.domain");
    BOOST_TEST(full_group("", "my.domain") == "my.domain");
}

BOOST_AUTO_TEST_CASE(valid_names_are_accepted) {
    for (const char* const s : {"my.domain", "local", "a-1.b"}) BOOST_TEST(why(check_domain, s) == "", s);
    for (const char* const s : {"", "batch", "app.shop"}) BOOST_TEST(why(check_group, s) == "", s);
    for (const char* const s : {"webserver-operator", "a", "2048"})
        BOOST_TEST(why(check_operator_name, s) == "", s);
    for (const char* const s : {"v1", "v10", "v1beta1", "v2alpha13"})
        BOOST_TEST(why(check_version, s) == "", s);
    for (const char* const s : {"WebServer", "Redis", "HTTPRoute", "Operators", "ClassRoom"})
        BOOST_TEST(why(check_kind, s) == "", s);
    for (const char* const s : {"webservers", "redis"}) BOOST_TEST(why(check_plural, s) == "", s);
}

BOOST_AUTO_TEST_CASE(invalid_names_are_refused_with_advice) {
    for (const char* const s : {"", "My.domain", "a..b", ".a", "a.", "-a", "a_b", "a b"})
        BOOST_TEST(why(check_domain, s).find("as in my.domain") != std::string::npos, s);
    BOOST_TEST(why(check_domain, std::string(64, 'a')) != "");
    BOOST_TEST(why(check_domain, "apps.k8s.io").find("belongs to Kubernetes") != std::string::npos);
    BOOST_TEST(why(check_domain, "kubernetes.io").find("belongs to Kubernetes") != std::string::npos);
    BOOST_TEST(why(check_domain, "myk8s.io") == "");
    for (const char* const s : {"Batch", "a/b"})
        BOOST_TEST(why(check_group, s).find("as in batch") != std::string::npos, s);
    for (const char* const s : {"", "Web", "web.server", "-web", "web_server"})
        BOOST_TEST(why(check_operator_name, s).find("as in webserver-operator") != std::string::npos, s);
    BOOST_TEST(why(check_operator_name, std::string(51, 'a')).find("at most 50") != std::string::npos);
    BOOST_TEST(why(check_operator_name, "test").find("build target") != std::string::npos);
    for (const char* const s : {"", "1", "v", "v0", "v01", "v1.0", "V1", "v1beta", "v1beta0", "v1gamma1",
                                "v1beta1beta1", "v1alpha1beta1", "v1 "})
        BOOST_TEST(why(check_version, s).find("use v1") != std::string::npos, s);
    for (const char* const s : {"", "webServer", "Web_Server", "web-server", "Web Server", "1Server", "Wéb"})
        BOOST_TEST(why(check_kind, s).find("as in WebServer") != std::string::npos, s);
    BOOST_TEST(why(check_kind, std::string(59, 'K')) == "");
    // An API server refuses the kind of its list.
    BOOST_TEST(why(check_kind, std::string(60, 'K')).find("at most 59 characters") != std::string::npos);
    for (const char* const s : {"", "WebServers", "a.b"})
        BOOST_TEST(why(check_plural, s).find("as in webservers") != std::string::npos, s);
}

BOOST_AUTO_TEST_CASE(a_kind_that_is_no_name_in_cpp_is_refused) {
    for (const char* const s : {"Class", "Namespace", "Operator", "Int", "StaticAssert", "CoAwait"})
        BOOST_TEST(why(check_kind, s).find("is a keyword") != std::string::npos, s);
    for (const char* const s :
         {"Std", "Setpoint", "Signal", "Time", "Main", "Link", "Boost", "Daemon", "Clock", "Y0", "Abort"})
        BOOST_TEST(why(check_kind, s).find("another meaning") != std::string::npos, s);
}

BOOST_AUTO_TEST_CASE(a_kind_that_generated_code_has_for_something_else_is_refused) {
    for (const char* const s :
         {"Object", "Condition", "Testing", "Manager", "Sample", "Hub", "Spec", "Status", "Metadata",
          "Reconcile", "Verdict", "WallTime", "Json", "Schema", "Context"})
        BOOST_TEST(why(check_kind, s).find("another meaning") != std::string::npos, s);
    for (const char* const s : {"V1", "V2beta1"})
        BOOST_TEST(why(check_kind, s).find("told from a version") != std::string::npos, s);
    for (const char* const s : {"A", "X"})
        BOOST_TEST(why(check_kind, s).find("too short") != std::string::npos, s);
    // Names of setpoint that it does not use.
    for (const char* const s : {"Deployment", "Service", "Plan", "Client", "Webhook", "Version", "Vm"})
        BOOST_TEST(why(check_kind, s) == "", s);
}

BOOST_AUTO_TEST_CASE(a_definition_has_a_name_of_at_most_253_characters) {
    BOOST_TEST(why(check_full_group, std::string(189, 'a')) == "");
    BOOST_TEST(why(check_full_group, std::string(190, 'a')).find("PLURAL.GROUP") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
