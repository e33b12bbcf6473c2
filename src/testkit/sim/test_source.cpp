// The test that a finding has.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// As the contents of a string literal. "??" begins no trigraph in C++20.
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

// "P2_patch_notes_status_default_n_1" of a plan.
std::string identifier(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out;
    for (const char c : text) {
        const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (fits)
            out += c;
        else if (!out.empty() && out.back() != '_')
            out += '_';
    }
    out.resize(std::min(out.size(), longest));
    while (!out.empty() && out.back() == '_') out.pop_back();
    return out;
}

// A literal in lines that fit a source.
std::string literal_lines(std::string_view plan, std::size_t indentation) {
    constexpr std::string_view plus = " + ";
    const std::size_t at = plan.find(plus);
    if (at == std::string_view::npos) return fmt::format("\"{}\"", literal(plan));
    return fmt::format("\"{}\"\n{:{}}\"{}\"", literal(plan.substr(0, at + plus.size())), "", indentation,
                       literal(plan.substr(at + plus.size())));
}

}  // namespace

std::string test_of(const finding& f, std::string_view exploration_name) {
    std::string source = identifier(exploration_name);
    if (source.empty() || (source.front() >= '0' && source.front() <= '9')) source = "explored";
    constexpr std::string_view assignment = "    what.replay = ";
    return fmt::format(
        "BOOST_AUTO_TEST_CASE({}_after_{}) {{\n"
        "    sim::exploration what = {}();\n"
        "{}{};\n"
        "    const sim::findings found = sim::explore(what);\n"
        "    BOOST_TEST(found.empty(), found.text());\n"
        "}}\n",
        identifier(f.oracle), identifier(f.plan), source, assignment,
        literal_lines(f.plan, assignment.size()));
}

}}}  // namespace setpoint::v0::sim
