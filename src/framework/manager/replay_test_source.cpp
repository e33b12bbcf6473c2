#include "framework/manager/replay_test_source.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

// Returns the contents of a string literal. C++20 has no trigraphs.
std::string literal(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out.append("\\").append(1, c);
        else if (byte < 0x20 || byte >= 0x7f)
            fmt::format_to(std::back_inserter(out), "\\{:03o}", byte);
        else
            out += c;
    }
    return out;
}

std::string identifier(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out;
    for (const char c : text.substr(0, longest)) {
        const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (fits)
            out += c;
        else if (!out.empty() && out.back() != '_')
            out += '_';
    }
    return out;
}

constexpr std::string_view source = R"(// Reconcile {number} of a recording of {program}: {controller} {key}.
// This test needs the recording and no cluster. It repeats the run up to the reconcile; if the program takes other
// steps before it, the test reports the first difference. It can pass only if the fixed reconcile needs no answer
// that the recording lacks: a request that was not recorded fails.
#include <setpoint/core/log.hpp>
#include <setpoint/manager/replayed_manager.hpp>

#include <boost/test/unit_test.hpp>

#include <iostream>

// Declares the controllers: what main() passes to run().
void set_up(setpoint::manager& m);

BOOST_AUTO_TEST_CASE(reconcile_{number}_of_{name}) {{
    const auto recorded = setpoint::recording::read_file(
        "{file}");
    BOOST_REQUIRE_MESSAGE(recorded, recorded.error().to_string());
    setpoint::text_sink log(std::cerr);
    setpoint::replayed_manager again(*recorded, set_up, log);
    again.stop_after({number});
    const setpoint::result<> same = again.run();
    BOOST_REQUIRE_MESSAGE(same, same.error().to_string());
    const setpoint::outcome& how = *again.reconciles()[{index}].ended;
{check}}}
)";

std::string check_of(const outcome& how) {
    using kind = outcome::kind;
    const bool failed = how.what() == kind::retry || how.what() == kind::terminal;
    if (!failed)
        return fmt::format("    BOOST_CHECK(how.what() == setpoint::outcome::kind::{});\n",
                           how.what() == kind::done ? "done" : "requeue_after");
    return fmt::format(
        "    const bool failed = how.what() == setpoint::outcome::kind::retry ||\n"
        "                        how.what() == setpoint::outcome::kind::terminal;\n"
        "    // It was recorded with:\n"
        "    //   {}\n"
        "    BOOST_CHECK_MESSAGE(!failed, how.why().to_string());\n",
        literal(how.why().to_string()));
}

}  // namespace

std::string replay_test_source(const recording_header& h, const replayed_reconcile& r,
                               const std::string& file) {
    return fmt::format(fmt::runtime(source), fmt::arg("number", r.number), fmt::arg("index", r.number - 1),
                       fmt::arg("program", literal(h.program)), fmt::arg("controller", literal(r.controller)),
                       fmt::arg("key", literal(r.key.to_string())),
                       fmt::arg("name", identifier(r.controller + "_" + r.key.to_string())),
                       fmt::arg("file", literal(file)), fmt::arg("check", check_of(*r.ended)));
}

}}  // namespace setpoint::v0
