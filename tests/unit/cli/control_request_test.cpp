// The lines of `setpoint apiserver --control`: commands, answers, and how input is cut into lines.
#include "cli/control/control_request.hpp"

#include <boost/json/array.hpp>
#include <boost/test/unit_test.hpp>

#include <variant>

BOOST_AUTO_TEST_SUITE(control_request_test)

using namespace setpoint;
using namespace setpoint::cli;
using namespace setpoint::cli::control;
using apiserver::fault_effect;
using apiserver::request_fault;
namespace bj = boost::json;

namespace {

template <class T>
T parsed(std::string_view line) {
    request r = parse_request(line);
    const std::string why = r.what ? "" : r.what.error().message;
    BOOST_REQUIRE_MESSAGE(r.what.has_value(), why);
    BOOST_REQUIRE(std::holds_alternative<T>(*r.what));
    return std::get<T>(std::move(*r.what));
}

std::string problem(std::string_view line) {
    const request r = parse_request(line);
    return r.what ? "" : r.what.error().message;
}

using lines = std::vector<line_splitter::line>;

}  // namespace

BOOST_AUTO_TEST_CASE(commands_without_members_parse) {
    parsed<info>(R"({"do":"info"})");
    parsed<faults>(R"({"do":"faults"})");
    parsed<expire_history>(R"({"do":"expire-history"})");
    BOOST_TEST(!parsed<clear>(R"({"do":"clear"})").number.has_value());
    BOOST_TEST(parsed<clear>(R"({"do":"clear","fault":3})").number.value() == 3U);
}

BOOST_AUTO_TEST_CASE(ids_are_kept_even_of_errors) {
    const request good = parse_request(R"({"do":"info","id":"a"})");
    BOOST_TEST(answer_line(good.id, {{"x", 1}}) == "{\"id\":\"a\",\"ok\":true,\"x\":1}\n");
    const request bad = parse_request(R"({"do":"nothing","id":null})");
    BOOST_REQUIRE(bad.id.has_value());
    BOOST_TEST(failure_line(bad.id, "no \"line\"\nbreak") ==
               "{\"id\":null,\"ok\":false,\"error\":\"no \\\"line\\\"\\nbreak\"}\n");
    BOOST_TEST(answer_line(std::nullopt, {}) == "{\"ok\":true}\n");
}

BOOST_AUTO_TEST_CASE(lines_that_are_not_commands_fail) {
    BOOST_TEST(problem("{").starts_with("the line is not JSON"));
    BOOST_TEST(problem("3") == "the line is not a JSON object");
    BOOST_TEST(problem("{}").starts_with("do: not one of info, install"));
    BOOST_TEST(problem(R"({"do":"Info"})").starts_with("do: \"Info\" is not one of info"));
    BOOST_TEST(problem(R"({"do":"info","fault":1})") == "info: unknown member \"fault\"; it has do, id");
}

BOOST_AUTO_TEST_CASE(install_takes_files_or_objects) {
    BOOST_TEST(parsed<install>(R"({"do":"install","files":["a","b"]})").files ==
                   (std::vector<std::string>{"a", "b"}),
               boost::test_tools::per_element());
    BOOST_TEST(parsed<install>(R"({"do":"install","objects":[{}]})").objects.size() == 1U);
    BOOST_TEST(problem(R"({"do":"install"})") == "install: files, objects: give one of both");
    BOOST_TEST(problem(R"({"do":"install","files":["a"],"objects":[{}]})") ==
               "install: files, objects: give one of both");
    BOOST_TEST(problem(R"({"do":"install","files":["a",""]})") ==
               "install: files[1]: not a string, or empty");
    BOOST_TEST(problem(R"({"do":"install","files":[]})") == "install: files: it is empty");
    BOOST_TEST(problem(R"({"do":"install","objects":[{},1]})") == "install: objects[1]: not an object");
}

BOOST_AUTO_TEST_CASE(snapshots_have_a_name_or_file) {
    BOOST_TEST(parsed<control::snapshot>(R"({"do":"snapshot","name":"a"})").to.name == "a");
    BOOST_TEST(parsed<restore>(R"({"do":"restore","file":"f"})").from.file == "f");
    BOOST_TEST(problem(R"({"do":"restore","name":""})") == "restore: name, file: give one of both");
    BOOST_TEST(problem(R"({"do":"restore","name":"a","file":"f"})") ==
               "restore: name, file: give one of both");
    BOOST_TEST(problem(R"({"do":"snapshot","name":1})") == "snapshot: name: not a string");
}

BOOST_AUTO_TEST_CASE(refusals_have_defaults) {
    const request_fault f = parsed<add_fault>(R"({"do":"fault","effect":{"refuse":409}})").what;
    BOOST_CHECK(f.effect.what == fault_effect::kind::refuse);
    BOOST_TEST(f.effect.status == 409);
    BOOST_TEST(f.effect.reason == "Conflict");
    BOOST_TEST(f.effect.message == "injected by the test: Conflict");
    BOOST_TEST(!f.effect.retry_after.has_value());
    BOOST_TEST(f.times == 1U);
    BOOST_TEST(f.skip == 0U);
}

BOOST_AUTO_TEST_CASE(every_member_of_faults_parses) {
    const request_fault f =
        parsed<add_fault>(
            R"({"do":"fault","effect":{"refuse":429,"reason":"Slow","message":"m","retryAfter":2},
                "verbs":["get","deletecollection"],"resource":"pods","group":"","subresource":"status",
                "namespace":"n","name":"x","userAgent":"u","skip":3,"times":0})")
            .what;
    BOOST_TEST(f.effect.reason == "Slow");
    BOOST_TEST(f.effect.message == "m");
    BOOST_TEST(f.effect.retry_after.value() == 2);
    BOOST_TEST(f.requests.verbs.size() == 2U);
    BOOST_TEST(f.requests.resource.value() == "pods");
    BOOST_TEST(f.requests.group.value().empty());
    BOOST_TEST(f.requests.subresource.value() == "status");
    BOOST_TEST(f.requests.ns.value() == "n");
    BOOST_TEST(f.requests.name.value() == "x");
    BOOST_TEST(f.requests.user_agent == "u");
    BOOST_TEST(f.skip == 3U);
    BOOST_TEST(f.times == 0U);
    BOOST_TEST(f.requests.text() ==
               "get, deletecollection of pods/status of the core group named x in n from u");
}

BOOST_AUTO_TEST_CASE(effects_are_one_of_four) {
    const auto effect = [](std::string_view text) {
        return problem(R"({"do":"fault","effect":)" + std::string(text) + "}");
    };
    BOOST_TEST(effect("{}") == "fault: effect: it needs one of refuse, delay, lose, hold-watches");
    BOOST_TEST(effect(R"({"refuse":500,"delay":"1s"})").starts_with("fault: effect: it needs one of"));
    BOOST_TEST(effect(R"({"refuse":399})") == "fault: effect: refuse: not a whole number from 400 to 599");
    BOOST_TEST(effect(R"({"refuse":500.5})") == "fault: effect: refuse: not a whole number from 400 to 599");
    BOOST_TEST(effect(R"({"delay":"5"})") ==
               "fault: effect: delay: \"5\" is not a duration from 0s to 1h, such as 250ms");
    BOOST_TEST(effect(R"({"delay":"-1s"})").starts_with("fault: effect: delay"));
    BOOST_TEST(effect(R"({"delay":"61m"})").starts_with("fault: effect: delay"));
    BOOST_TEST(effect(R"({"lose":"all"})") == "fault: effect: lose: neither \"request\" nor \"answer\"");
    BOOST_TEST(effect(R"({"hold-watches":false})") == "fault: effect: hold-watches: it can only be true");
    BOOST_TEST(effect(R"({"lose":"answer","reason":"x"})") ==
               "fault: effect: unknown member \"reason\"; it has lose, hold-watches");
    BOOST_TEST(effect("1") == "fault: effect: not an object");
    BOOST_TEST(problem(R"({"do":"fault"})") == "fault: effect: it is missing");
}

BOOST_AUTO_TEST_CASE(held_watches_take_no_counts) {
    BOOST_TEST(
        problem(R"({"do":"fault","effect":{"hold-watches":true},"times":2})").starts_with("fault: times"));
    BOOST_TEST(problem(R"({"do":"fault","effect":{"hold-watches":true},"verbs":["get"]})")
                   .starts_with("fault: verbs"));
    const request_fault held =
        parsed<add_fault>(R"({"do":"fault","effect":{"hold-watches":true},"verbs":["watch"]})").what;
    BOOST_CHECK(held.effect.what == fault_effect::kind::hold_watches);
}

BOOST_AUTO_TEST_CASE(lines_are_cut_wherever_they_arrive) {
    line_splitter s;
    BOOST_CHECK(s.take("a").empty());
    BOOST_CHECK((s.take("b\n\r\n \ncd\ne") == lines{"ab", "cd"}));
    BOOST_CHECK(s.finish() == lines{"e"});
    BOOST_CHECK(s.finish().empty());
}

BOOST_AUTO_TEST_CASE(lines_over_the_limit_are_skipped) {
    line_splitter s(4);
    BOOST_CHECK((s.take("1234\n12345\n1\n") == lines{"1234", std::nullopt, "1"}));
    BOOST_CHECK(s.take("123").empty());
    BOOST_CHECK(s.take("456").empty());
    BOOST_CHECK(s.take(std::string(100, 'x')).empty());
    BOOST_CHECK((s.take("\n2\n") == lines{std::nullopt, "2"}));
    BOOST_CHECK(s.take("99999").empty());
    BOOST_CHECK(s.finish() == lines{std::nullopt});
}

BOOST_AUTO_TEST_SUITE_END()
