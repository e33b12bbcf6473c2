// Findings for other programs: JSON, JUnit and SARIF.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

constexpr std::pair<std::string_view, report_format> formats[] = {
    {".html", report_format::page},
    {".json", report_format::json},
    {".xml", report_format::junit},
    {".sarif", report_format::sarif},
};

// JSON has to be UTF-8. Lines stay lines.
bj::string utf8(std::string_view text) {
    bj::string out;
    for (const std::string_view line : lines_of(text)) {
        if (!out.empty()) out += '\n';
        out += printable(line);
    }
    return out;
}

// XML takes no control characters either.
std::string in_xml(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text)) {
        if (!out.empty()) out += '\n';
        out += html(line);
    }
    return out;
}

std::string_view first_line(std::string_view text) {
    return text.substr(0, text.find('\n'));
}

std::string_view name_of(const findings& found) {
    return found.name.empty() ? std::string_view("setpoint explore") : std::string_view(found.name);
}

bj::array entries(const timeline& of) {
    bj::array out;
    for (const timeline_entry& e : of)
        out.push_back(bj::object{{"at", std::chrono::duration<double>(e.at).count()},
                                 {"lane", to_string(e.in)},
                                 {"who", utf8(e.who)},
                                 {"what", utf8(e.what)},
                                 {"detail", utf8(e.detail)}});
    return out;
}

bj::object in_json(const finding& f) {
    bj::array faults, differences;
    for (const planned_fault& one : f.faults)
        faults.push_back(
            bj::object{{"name", utf8(one.name)}, {"words", utf8(one.words)}, {"point", utf8(one.point)}});
    for (const difference& d : f.differences)
        differences.push_back(bj::object{{"object", utf8(d.object)},
                                         {"field", utf8(d.field)},
                                         {"expected", utf8(d.expected)},
                                         {"happened", utf8(d.happened)}});
    return bj::object{{"plan", utf8(f.plan)},
                      {"faults", std::move(faults)},
                      {"oracle", utf8(f.oracle)},
                      {"detail", utf8(f.detail)},
                      {"differences", std::move(differences)},
                      {"others", f.others},
                      {"replayed", f.replayed},
                      {"repeats", f.repeats},
                      {"command", utf8(f.command)},
                      {"cause", utf8(f.cause)},
                      {"accepted", f.is_accepted},
                      {"comment", utf8(f.comment)},
                      {"expected", entries(f.expected)},
                      {"happened", entries(f.happened)}};
}

std::string json_of(const findings& found) {
    bj::array all, unconfirmed, not_compared;
    for (const finding& f : found.all) all.push_back(in_json(f));
    for (const unconfirmed_plan& u : found.unconfirmed)
        unconfirmed.push_back(bj::object{{"plan", utf8(u.plan)},
                                         {"oracle", utf8(u.oracle)},
                                         {"detail", utf8(u.detail)},
                                         {"late", u.is_late},
                                         {"command", utf8(u.command)}});
    for (const std::string& one : found.not_compared) not_compared.push_back(utf8(one));
    return bj::serialize(bj::object{{"name", utf8(found.name)},
                                    {"points", found.points},
                                    {"plans", found.plans},
                                    {"run", found.run},
                                    {"endedEarly", found.ended_early},
                                    {"seconds", found.seconds},
                                    {"cpuSeconds", found.cpu_seconds},
                                    {"interrupted", found.interrupted},
                                    {"findings", std::move(all)},
                                    {"unconfirmed", std::move(unconfirmed)},
                                    {"notCompared", std::move(not_compared)}}) +
           "\n";
}

// A test case of a failed plan; that of a finding without a fault is "none".
std::string failed_case(const finding& f, std::size_t number) {
    if (f.is_accepted)
        return fmt::format(
            "    <testcase classname=\"{}\" name=\"{}\">\n"
            "      <skipped message=\"accepted: {}\"/>\n"
            "    </testcase>\n",
            html(f.oracle), html(f.plan), html(f.comment.empty() ? f.cause : f.comment));
    return fmt::format(
        "    <testcase classname=\"{0}\" name=\"{1}\">\n"
        "      <failure type=\"{0}\" message=\"{2}\">{3}</failure>\n"
        "    </testcase>\n",
        html(f.oracle), html(f.plan), html(first_line(f.detail)), in_xml(describe_finding(f, number)));
}

std::string junit_of(const findings& found) {
    const std::string name = html(name_of(found));
    const auto accepted = static_cast<std::size_t>(std::ranges::count_if(found.all, &finding::is_accepted));
    const double seconds = found.seconds > 0 ? found.seconds : found.cpu_seconds;
    std::string out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n"
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n"
        "    <testcase classname=\"{}\" name=\"{} of {} plans\"/>\n",
        name, found.all.size() + 1, found.all.size() - accepted, accepted, seconds, name, found.run,
        found.plans);
    std::size_t number = 0;
    for (const finding& f : found.all) out += failed_case(f, ++number);
    return out + "  </testsuite>\n</testsuites>\n";
}

bj::object sarif_result(const finding& f, std::string_view story) {
    bj::object out{{"ruleId", utf8(f.oracle)},
                   {"level", "error"},
                   {"message", bj::object{{"text", utf8(fmt::format("{}\n{}", f.plan, f.detail))}}},
                   {"partialFingerprints", bj::object{{"plan/v1", utf8(f.plan)}}}};
    if (!f.cause.empty()) out["partialFingerprints"].as_object()["cause/v1"] = utf8(f.cause);
    if (f.is_accepted)
        out["suppressions"] = bj::array{bj::object{{"kind", "external"}, {"justification", utf8(f.comment)}}};
    if (!story.empty())
        out["locations"] = bj::array{
            bj::object{{"physicalLocation", bj::object{{"artifactLocation", bj::object{{"uri", utf8(story)}}},
                                                       {"region", bj::object{{"startLine", 1}}}}}}};
    return out;
}

std::string sarif_of(const findings& found, std::string_view story) {
    bj::array rules, results;
    std::vector<std::string_view> known;
    for (const finding& f : found.all) {
        results.push_back(sarif_result(f, story));
        if (std::ranges::find(known, f.oracle) != known.end()) continue;
        known.push_back(f.oracle);
        rules.push_back(bj::object{{"id", utf8(f.oracle)}});
    }
    bj::object driver{{"name", "setpoint explore"}, {"rules", std::move(rules)}};
    bj::object run{{"tool", bj::object{{"driver", std::move(driver)}}},
                   {"columnKind", "utf16CodeUnits"},
                   {"results", std::move(results)}};
    return bj::serialize(bj::object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                    {"version", "2.1.0"},
                                    {"runs", bj::array{std::move(run)}}}) +
           "\n";
}

}  // namespace

std::optional<report_format> format_of_file(std::string_view name) {
    for (const auto& [end, as] : formats)
        if (name.ends_with(end)) return as;
    return std::nullopt;
}

std::string file_content(const findings& found, report_format as, std::string_view story) {
    switch (as) {
        case report_format::page:
            return page_of(found);
        case report_format::json:
            return json_of(found);
        case report_format::junit:
            return junit_of(found);
        case report_format::sarif:
            return sarif_of(found, story);
    }
    return {};
}

void write_report(const findings& found, const report_file& file, std::string_view story) {
    // A reader sees the old file or the new one. What is not a file, such as /dev/stdout, has no other name.
    std::error_code ec;
    const auto status = std::filesystem::status(file.name, ec);
    const bool replaces = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    const bool is_link = std::filesystem::is_symlink(std::filesystem::symlink_status(file.name, ec));
    const std::string name =
        replaces && !is_link ? fmt::format("{}.{}.tmp", file.name, ::getpid()) : file.name;
    std::ofstream out(name, std::ios::binary);
    out << file_content(found, file.as, story);
    out.close();
    const bool is_written =
        !out.fail() && (name == file.name || std::rename(name.c_str(), file.name.c_str()) == 0);
    if (is_written) return;
    const int why = errno == 0 ? EIO : errno;
    if (name != file.name) std::filesystem::remove(name, ec);
    throw std::system_error(why, std::generic_category(), "cannot write " + file.name);
}

void write_page(const findings& found, const std::string& file) {
    write_report(found, {file, report_format::page});
}

}}}  // namespace setpoint::v0::sim
