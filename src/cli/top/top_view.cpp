#include "cli/top/top_view.hpp"

#include "cli/terminal/columns.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using cells = std::vector<std::string>;

// What an object's name or an error contains must not reach the terminal as a command: C0, DEL and C1, which
// in UTF-8 is C2 80 to C2 9F.
std::string plain(std::string_view s) {
    std::string out;
    out.reserve(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
        const auto c = static_cast<unsigned char>(s[i]);
        const bool is_c1 = c == 0xc2 && i + 1 < s.size() && static_cast<unsigned char>(s[i + 1]) < 0xa0;
        out += c < 0x20 || c == 0x7f || is_c1 ? ' ' : s[i];
        if (is_c1) ++i;
    }
    return out;
}

double number_in(const bj::object& o, std::string_view name) {
    const bj::value* const v = member(o, name);
    return v && v->is_number() ? v->to_number<double>() : 0;
}

std::string count_in(const bj::object& o, std::string_view name) {
    return fmt::format("{:.0f}", number_in(o, name));
}

// The objects of an array; others are left out.
std::vector<const bj::object*> objects_in(const bj::object& o, std::string_view name) {
    std::vector<const bj::object*> all;
    if (const bj::array* const list = array_in(o, name))
        for (const bj::value& v : *list)
            if (const bj::object* const one = v.if_object()) all.push_back(one);
    return all;
}

std::string seconds_text(double s) {
    if (s < 1) return fmt::format("{:.{}f}ms", s * 1000, s < 0.01 ? 1 : 0);
    if (s < 60) return fmt::format("{:.1f}s", s);
    return s < 7200 ? fmt::format("{:.0f}m", s / 60) : fmt::format("{:.0f}h", s / 3600);
}

std::string age_text(const bj::object& document, const bj::object& of) {
    const auto now = micro_timestamp::parse(text_in(document, "time"));
    const auto then = micro_timestamp::parse(text_in(of, "at"));
    if (!now || !then) return "";
    const auto age = std::chrono::duration<double>(now->value() - then->value()).count();
    if (age < 120) return fmt::format("{:.0f}s", std::max(0.0, age));
    return age < 7200 ? fmt::format("{:.0f}m", age / 60) : fmt::format("{:.0f}h", age / 3600);
}

std::string outcome_text(const bj::object& r) {
    const std::string_view what = text_in(r, "outcome");
    if (what == "done") return "done";
    if (what == "requeueAfter") return "again in " + seconds_text(number_in(r, "afterSeconds"));
    return fmt::format("{}: {}", what == "retry" ? "failed" : "failed for good", plain(text_in(r, "error")));
}

std::string wrote_text(const bj::object& r) {
    std::string out;
    if (const bj::array* const all = array_in(r, "wrote"))
        for (const bj::value& v : *all)
            if (const bj::string* const s = v.if_string()) out += (out.empty() ? "" : ", ") + plain(view(*s));
    if (const double more = number_in(r, "wroteLeftOut"); more > 0) out += fmt::format(", {:.0f} more", more);
    return out;
}

std::string heading(const bj::object& d) {
    std::string line =
        fmt::format("{}   {}   version {}   {}", plain(text_in(d, "program")), plain(text_in(d, "instance")),
                    plain(text_in(d, "version")), is_true_in(d, "ready") ? "ready" : "NOT READY");
    if (const bj::object* const e = object_in(d, "leaderElection"))
        line += is_true_in(*e, "leading") ? "   leads (" + plain(text_in(*e, "lease")) + ")"
                                          : "   standby of " + plain(text_in(*e, "holder"));
    return line;
}

std::vector<cells> controller_rows(const bj::object& d) {
    std::vector<cells> rows{{"CONTROLLER", "ACTIVE", "FRESH", "RETRY", "TIMER", "INITIAL", "WAITING", "NEXT",
                             "RETRIES", "PAUSED", "SLOWED"}};
    for (const bj::object* const c : objects_in(d, "controllers")) {
        const bj::object none;
        const bj::object* const found = object_in(*c, "queue");
        const bj::object& q = found ? *found : none;
        rows.push_back({plain(text_in(*c, "name")), count_in(*c, "active") + "/" + count_in(*c, "workers"),
                        count_in(q, "fresh"), count_in(q, "retry"), count_in(q, "timer"),
                        count_in(q, "initial"), count_in(q, "waiting"),
                        member(q, "nextInSeconds") ? seconds_text(number_in(q, "nextInSeconds")) : "-",
                        count_in(q, "retries"), is_true_in(*c, "pausesAll") ? "all" : count_in(*c, "paused"),
                        std::to_string(objects_in(*c, "slowed").size())});
    }
    return rows;
}

std::vector<cells> informer_rows(const bj::object& d) {
    std::vector<cells> rows{{"INFORMER", "STATE", "OBJECTS", "BYTES", "OWN WRITES", "WHY"}};
    for (const bj::object* const i : objects_in(d, "informers")) {
        double objects = 0, bytes = 0, own = 0;
        for (const bj::object* const c : objects_in(*i, "collections")) {
            objects += number_in(*c, "objects");
            bytes += number_in(*c, "bytes");
            own += number_in(*c, "ownWrites");
        }
        rows.push_back({plain(text_in(*i, "what")), plain(text_in(*i, "state")),
                        fmt::format("{:.0f}", objects),
                        bytes < 10240 ? fmt::format("{:.0f}", bytes) : fmt::format("{:.0f}Ki", bytes / 1024),
                        fmt::format("{:.0f}", own), plain(text_in(*i, "why"))});
    }
    return rows;
}

std::vector<cells> reconcile_rows(const bj::object& d) {
    std::vector<cells> rows{{"AGE", "CONTROLLER", "KEY", "WHY IT RAN", "WAITED", "TOOK", "OUTCOME", "WROTE"}};
    struct ended {
        std::string_view at, controller;
        const bj::object* record;
        std::size_t number;
    };
    std::vector<ended> all;
    for (const bj::object* const c : objects_in(d, "controllers")) {
        for (const bj::object* const u : objects_in(*c, "underWay"))
            rows.push_back({"now", plain(text_in(*c, "name")), plain(text_in(*u, "key")), "-", "-",
                            seconds_text(number_in(*u, "seconds")), "under way", ""});
        for (const bj::object* const r : objects_in(*c, "recent"))
            all.push_back({text_in(*r, "at"), text_in(*c, "name"), r, all.size()});
    }
    // Timestamps of one format have the order of their texts.
    std::ranges::sort(all, std::greater<>(), [](const ended& e) { return std::pair(e.at, e.number); });
    for (const ended& e : all)
        rows.push_back({age_text(d, *e.record), plain(e.controller), plain(text_in(*e.record, "key")),
                        plain(text_in(*e.record, "trigger")),
                        seconds_text(number_in(*e.record, "waitedSeconds")),
                        seconds_text(number_in(*e.record, "tookSeconds")), outcome_text(*e.record),
                        wrote_text(*e.record)});
    return rows;
}

// At most `most` rows below the heading, and how many more there are.
void add_table(std::vector<std::string>& to, std::vector<cells> rows, std::size_t most) {
    const std::size_t left_out = rows.size() - 1 > most ? rows.size() - 1 - most : 0;
    rows.resize(rows.size() - left_out);
    to.emplace_back();
    for (std::string& line : aligned(rows)) to.push_back(std::move(line));
    if (left_out != 0) to.push_back(fmt::format("and {} more", left_out));
}

}  // namespace

std::vector<std::string> top_lines(const bj::object& document, std::size_t height) {
    constexpr std::size_t unlimited = static_cast<std::size_t>(-1) / 2;
    std::vector<std::string> lines{heading(document)};
    if (const bj::array* const problems = array_in(document, "notReady"))
        for (const bj::value& p : *problems)
            if (const bj::string* const s = p.if_string()) lines.push_back("  " + plain(view(*s)));
    // A third of the screen each for controllers and informers, if they need it.
    const std::size_t most = height == 0 ? unlimited : std::max<std::size_t>(height / 3, 3) - 2;
    add_table(lines, controller_rows(document), most);
    add_table(lines, informer_rows(document), most);
    const std::size_t used = lines.size() + 3;
    add_table(lines, reconcile_rows(document), height == 0 ? unlimited : (height > used ? height - used : 0));
    if (height != 0 && lines.size() > height) lines.resize(height);
    return lines;
}

}}}  // namespace setpoint::v0::cli
