#include "testkit/sim/report.hpp"

#include "testkit/sim/fork_pool.hpp"
#include "testkit/sim/printable.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

// Of a text: whatever an operator writes into its errors fits a pipe.
constexpr std::size_t most_of_text = 64 * 1024;

// JSON has to be UTF-8, which texts of operators may not be. Lines stay lines.
bj::string safe(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text.substr(0, most_of_text)))
        out.append(out.empty() ? "" : "\n").append(printable(line));
    return bj::string(out);
}

std::string text_in(const bj::object& o, const char* name) {
    const bj::value* v = o.if_contains(name);
    return v && v->is_string() ? std::string(v->get_string()) : std::string();
}

violation decode_violation(const bj::object& o) {
    violation v{text_in(o, "oracle"), text_in(o, "detail")};
    if (const bj::value* all = o.if_contains("differences"))
        for (const bj::value& d : all->as_array()) {
            const bj::object& one = d.as_object();
            v.differences.push_back({text_in(one, "object"), text_in(one, "field"), text_in(one, "expected"),
                                     text_in(one, "happened")});
        }
    return v;
}

report decode_report(const bj::object& o) {
    report r;
    r.is_early = o.at("early").as_bool();
    r.seconds = o.at("seconds").to_number<double>();
    r.second = text_in(o, "second");
    r.missing = text_in(o, "missing");
    if (const bj::value* all = o.if_contains("states"))
        for (const bj::value& v : all->as_array()) r.states.push_back(v.to_number<std::uint64_t>());
    if (const bj::value* all = o.if_contains("violations"))
        for (const bj::value& v : all->as_array()) r.violations.push_back(decode_violation(v.as_object()));
    return r;
}

timeline_entry decode_entry(const bj::object& o) {
    timeline_entry e;
    e.at = duration(o.at("at").to_number<std::int64_t>());
    e.in = static_cast<lane>(std::min<std::uint64_t>(o.at("lane").to_number<std::uint64_t>(),
                                                     static_cast<std::uint64_t>(lane::check)));
    e.who = text_in(o, "who");
    e.what = text_in(o, "what");
    e.detail = text_in(o, "detail");
    e.match = text_in(o, "match");
    return e;
}

}  // namespace

report report_of(world& w, bool is_early) {
    report r;
    r.is_early = is_early;
    r.seconds = std::chrono::duration<double>(own_cpu_time()).count();
    r.violations = w.violations();
    return r;
}

std::string encode(const report& r) {
    bj::object one{{"early", r.is_early}, {"seconds", r.seconds}};
    if (!r.second.empty()) one["second"] = safe(r.second);
    if (!r.missing.empty()) one["missing"] = safe(r.missing);
    if (!r.states.empty()) one["states"] = bj::array(r.states.begin(), r.states.end());
    if (!r.violations.empty()) {
        bj::array& violations = one["violations"].emplace_array();
        for (const violation& v : r.violations) {
            bj::array differences;
            for (const difference& d : v.differences)
                differences.push_back({{"object", safe(d.object)},
                                       {"field", safe(d.field)},
                                       {"expected", safe(d.expected)},
                                       {"happened", safe(d.happened)}});
            violations.push_back({{"oracle", safe(v.oracle)},
                                  {"detail", safe(v.detail)},
                                  {"differences", std::move(differences)}});
        }
    }
    return bj::serialize(one) + "\n";
}

std::string encode(const timeline_entry& e) {
    return bj::serialize(bj::object{{"at", e.at.count()},
                                    {"lane", static_cast<std::uint64_t>(e.in)},
                                    {"who", safe(e.who)},
                                    {"what", safe(e.what)},
                                    {"detail", safe(e.detail)},
                                    {"match", safe(e.match)}}) +
           "\n";
}

reports decode(const std::string& text, const std::string& death) {
    reports out;
    for (const std::string_view line : lines_of(text)) {
        boost::system::error_code ec;
        const bj::value v = bj::parse({line.data(), line.size()}, ec);
        if (ec || !v.is_object()) continue;  // the last line of a process that died while it wrote
        const bj::object& o = v.get_object();
        if (o.contains("lane"))
            out.entries.push_back(decode_entry(o));
        else
            out.all.push_back(decode_report(o));
    }
    if (death.empty() && !out.all.empty()) return out;
    if (out.all.empty()) out.all.emplace_back();
    out.all.front().violations.push_back(
        {"the process ends", "the run " + (death.empty() ? "did not report" : death), {}});
    return out;
}

}}}  // namespace setpoint::v0::sim
