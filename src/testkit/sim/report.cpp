#include "testkit/sim/report.hpp"

#include "testkit/sim/fork_pool.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::sim {

namespace {

namespace bj = boost::json;

constexpr std::size_t most_lines = 24, width = 76;
// Of a trace that a child reports.
constexpr std::size_t most_bytes = 64 * 1024;

// Lines that matter to a reader: no bookmarks, heartbeats or events, and no query parameters.
bool is_shown(std::string_view line) {
    for (const char* noise : {"BOOKMARK", "/leases", "/events", " END "})
        if (line.find(noise) != std::string_view::npos) return false;
    return true;
}

std::string shortened(std::string_view line) {
    std::string out;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '?') at = std::min(line.find(' ', at), line.size());
        if (at < line.size()) out += line[at];
    }
    for (const std::string_view prefix : {"/apis/", "/api/v1/", "namespaces/"})
        if (const std::size_t at = out.find(prefix); at != std::string::npos) out.erase(at, prefix.size());
    if (out.starts_with("00:")) out.erase(0, 3);
    if (out.size() > width) out.resize(width);
    return out;
}

std::vector<std::string> shown_lines(std::string_view trace, std::size_t from) {
    std::vector<std::string> all;
    std::string_view rest = trace.substr(std::min(from, trace.size()));
    while (!rest.empty() && all.size() < most_lines) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (is_shown(line)) all.push_back(shortened(line));
    }
    return all;
}

// The rest of a story's failure lists the objects and the log of its own run.
std::string_view symptom(std::string_view oracle, std::string_view detail) {
    return oracle == "story" ? detail.substr(0, detail.find('\n')) : detail;
}

}  // namespace

std::string timeline_of(std::string_view reference, std::string_view run, std::size_t from) {
    const auto left = shown_lines(reference, from), right = shown_lines(run, from);
    std::string out = fmt::format("  {:<{}} | {}\n", "without the fault", width, "with it");
    bool differed = false;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
        const std::string l = i < left.size() ? left[i] : "", r = i < right.size() ? right[i] : "";
        const bool first = !differed && l != r;
        differed = differed || first;
        out += fmt::format("{} {:<{}} | {}\n", first ? '>' : ' ', l, width, r);
    }
    return out;
}

report report_of(world& w, bool is_early) {
    report r;
    r.is_early = is_early;
    r.seconds = std::chrono::duration<double>(own_cpu_time()).count();
    r.violations = w.violations();
    if (r.violations.empty()) return r;
    const std::string_view trace = w.env().trace();
    r.from = std::min(w.trace_at_fault(), trace.size());
    r.trace = trace.substr(r.from, most_bytes);
    return r;
}

std::string encode(const std::vector<report>& all) {
    bj::array list;
    for (const report& r : all) {
        bj::object& one = list.emplace_back(bj::object()).get_object();
        one["early"] = r.is_early;
        one["seconds"] = r.seconds;
        if (!r.second.empty()) one["second"] = r.second;
        if (r.violations.empty()) continue;
        bj::array& violations = one["violations"].emplace_array();
        for (const violation& v : r.violations)
            violations.push_back({{"oracle", v.oracle}, {"detail", v.detail}});
        one["from"] = r.from;
        one["trace"] = r.trace;
    }
    return bj::serialize(list);
}

std::vector<report> decode(const std::string& text, std::string death) {
    std::vector<report> all;
    boost::system::error_code ec;
    const bj::value v = bj::parse(text, ec);
    if (!death.empty() || ec || !v.is_array() || v.get_array().empty()) {
        report& r = all.emplace_back();
        r.violations.push_back({"the process ends", "the run " + (death.empty() ? "did not report" : death)});
        return all;
    }
    for (const bj::value& item : v.get_array()) {
        report& r = all.emplace_back();
        const bj::object& one = item.as_object();
        r.is_early = one.at("early").as_bool();
        r.seconds = one.at("seconds").as_double();
        if (const bj::value* s = one.if_contains("second")) r.second = s->as_string();
        const bj::value* violations = one.if_contains("violations");
        if (!violations) continue;
        for (const bj::value& x : violations->as_array())
            r.violations.push_back(
                {std::string(x.at("oracle").as_string()), std::string(x.at("detail").as_string())});
        r.from = one.at("from").to_number<std::size_t>();
        r.trace = one.at("trace").as_string();
    }
    return all;
}

void add_findings(const std::string& plan, const report& r, std::string_view reference_trace,
                  std::vector<finding>& to) {
    for (const violation& v : r.violations) {
        const auto same = std::find_if(to.begin(), to.end(), [&](const finding& known) {
            return known.oracle == v.oracle &&
                   symptom(known.oracle, known.detail) == symptom(v.oracle, v.detail);
        });
        if (same != to.end()) {
            ++same->others;
            continue;
        }
        const std::string run = std::string(reference_trace.substr(0, r.from)) + r.trace;
        to.push_back({r.second.empty() ? plan : plan + " + " + r.second, v.oracle, v.detail,
                      r.trace.empty() ? "" : timeline_of(reference_trace, run, r.from), 0});
    }
}

std::string findings::text() const {
    std::string out = fmt::format("{} points, {} of {} plans run ({} ended early), {:.1f} s of CPU: {}\n",
                                  points, run, plans, ended_early, cpu_seconds,
                                  all.empty() ? "nothing found" : fmt::format("{} findings", all.size()));
    for (const finding& f : all) {
        const std::string_view name = std::string_view(f.plan).substr(0, f.plan.find('@'));
        const perturbation* const p = find_perturbation(name);
        out += fmt::format("\n{}: {}\n", f.oracle, f.detail);
        out += fmt::format("  found by {}{}\n", f.plan, p ? fmt::format(": {}", p->words) : "");
        if (f.others != 0) out += fmt::format("  and by {} other plans\n", f.others);
        if (p) out += fmt::format("  replay: .replay = \"{}\"\n", f.plan);
        out += f.timeline;
    }
    return out;
}

}  // namespace setpoint::inline v0::sim
