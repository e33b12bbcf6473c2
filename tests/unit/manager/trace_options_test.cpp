// The options of traces: flags and OpenTelemetry's variables.
#include "setpoint/manager/trace_options.hpp"

#include "framework/manager/traces.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(trace_options_test)

namespace {

using variables = std::map<std::string, std::string>;

result<> take(trace_options& o, const variables& all) {
    return take_environment(o, [&](const std::string& name) -> std::optional<std::string> {
        const auto at = all.find(name);
        if (at == all.end()) return std::nullopt;
        return at->second;
    });
}

std::string value_of(const trace_resource& all, std::string_view key) {
    for (const auto& [name, value] : all)
        if (name == key) return value;
    return "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(variables_fill_what_flags_leave_out) {
    manager_options o;
    o.name = "web";
    o.instance = "web-0";
    BOOST_TEST(!!take(o.traces, {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"},
                                 {"OTEL_RESOURCE_ATTRIBUTES",
                                  "service.name=ignored, deployment.environment.name=a%2Cb,team=x,"},
                                 {"OTEL_SERVICE_NAME", "shop"}}));
    BOOST_TEST(o.traces.endpoint == "http://collector:4318");
    const trace_resource all = resource_of(o);
    BOOST_TEST(value_of(all, "service.name") == "shop");
    BOOST_TEST(value_of(all, "service.instance.id") == "web-0");
    BOOST_TEST(value_of(all, "deployment.environment.name") == "a,b");
    BOOST_TEST(value_of(all, "team") == "x");
    BOOST_TEST(value_of(all, "telemetry.sdk.language") == "cpp");
    trace_options given;
    given.endpoint = "http://other:4318";
    BOOST_TEST(!!take(given, {{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"},
                              {"OTEL_RESOURCE_ATTRIBUTES", "service.name=by-attribute"}}));
    BOOST_TEST(given.endpoint == "http://other:4318");
    BOOST_TEST(given.service == "by-attribute");
}

BOOST_AUTO_TEST_CASE(without_variables_there_are_no_traces) {
    trace_options o;
    BOOST_TEST(!!take(o, {{"OTEL_SERVICE_NAME", "shop"}}));
    BOOST_TEST(o.endpoint == "");
    BOOST_TEST(o.service == "");
    manager_options m;
    m.name = "web";
    BOOST_TEST(value_of(resource_of(m), "service.name") == "web");
}

BOOST_AUTO_TEST_CASE(invalid_variables_are_named_and_ignored) {
    trace_options o;
    const auto endpoint = take(o, {{"OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://collector"}});
    BOOST_REQUIRE(!endpoint);
    BOOST_TEST(endpoint.error().message.starts_with("OTEL_EXPORTER_OTLP_ENDPOINT: "));
    BOOST_TEST(o.endpoint == "");
    o.endpoint = "http://collector:4318";
    for (const char* text : {"team", "=x", "team=%zz", "team=%4"}) {
        const auto attributes = take(o, {{"OTEL_RESOURCE_ATTRIBUTES", text}});
        BOOST_REQUIRE(!attributes);
        BOOST_TEST(attributes.error().message.starts_with("OTEL_RESOURCE_ATTRIBUTES: "));
        BOOST_TEST(o.resource.empty());
    }
}

BOOST_AUTO_TEST_CASE(invalid_flags_are_refused) {
    trace_options o;
    BOOST_TEST(!!validate(o));
    o.endpoint = "https://collector.example.com/otlp";
    BOOST_TEST(!!validate(o));
    o.endpoint = "http://user:hidden@collector:4318";
    const auto with_password = validate(o);
    BOOST_REQUIRE(!with_password);
    BOOST_TEST(with_password.error().message.find("hidden") == std::string::npos);
    o.endpoint = "";
    for (const double ratio : {-0.1, 1.1}) {
        o.sample = ratio;
        BOOST_TEST(!validate(o));
    }
    o.sample = 0.5;
    o.annotation = "";
    BOOST_TEST(!validate(o));
}

BOOST_AUTO_TEST_SUITE_END()
