#include "cli/validate/finding.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace bj = boost::json;

std::string_view name_of(finding::severity s) {
    return s == finding::severity::error ? "error" : "warning";
}

// Texts of manifests may contain what a terminal obeys.
std::string on_one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
        ' ');
    return text;
}

std::string text_line(const finding& f) {
    return on_one_line(fmt::format("{}:{}:{}: {}: {}{}{}", f.file, f.place.line, f.place.column,
                                   name_of(f.what), f.object, f.object.empty() ? "" : ": ", f.message)) +
           "\n";
}

// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
std::string escaped(std::string_view text, bool in_property) {
    std::string out;
    for (const char c : text) {
        if (c == '%' || c == '\r' || c == '\n' || (in_property && (c == ':' || c == ',')))
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out;
}

std::string github_line(const finding& f) {
    return fmt::format("::{} file={},line={},col={},title={}::{}\n", name_of(f.what), escaped(f.file, true),
                       f.place.line, f.place.column, escaped(f.object, true), escaped(f.message, false));
}

std::string counted(std::size_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string summary_lines(const validation_summary& s) {
    const auto errors = static_cast<std::size_t>(std::ranges::count_if(
        s.findings, [](const finding& f) { return f.what == finding::severity::error; }));
    std::string out = fmt::format("{} in {}: {} valid, {} invalid ({}, {})\n", counted(s.objects, "object"),
                                  counted(s.files, "file"), s.objects - s.invalid, s.invalid,
                                  counted(errors, "error"), counted(s.findings.size() - errors, "warning"));
    if (!s.unchecked.empty()) out += fmt::format("not checked: {}\n", fmt::join(s.unchecked, "; "));
    return out;
}

std::string json_report(const validation_summary& s) {
    bj::array findings;
    for (const finding& f : s.findings) {
        findings.push_back(bj::object{{"severity", name_of(f.what)},
                                      {"file", f.file},
                                      {"line", f.place.line},
                                      {"column", f.place.column},
                                      {"object", f.object},
                                      {"field", f.field},
                                      {"message", f.message}});
    }
    bj::array unchecked;
    for (const std::string& each : s.unchecked) unchecked.emplace_back(each);
    const bj::object all{{"files", s.files},
                         {"objects", s.objects},
                         {"invalid", s.invalid},
                         {"findings", std::move(findings)},
                         {"notChecked", std::move(unchecked)}};
    return bj::serialize(all) + "\n";
}

}  // namespace

std::string report(const validation_summary& of, report_format format) {
    if (format == report_format::json) return json_report(of);
    std::string out;
    for (const finding& f : of.findings) out += format == report_format::text ? text_line(f) : github_line(f);
    return out + summary_lines(of);
}

}}}  // namespace setpoint::v0::cli
