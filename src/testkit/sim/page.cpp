// The page of findings. It has no scripts, and forbids them: names of objects are hostile input.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/page_style.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr lane lanes[] = {lane::user, lane::operators, lane::api, lane::watches};
constexpr std::string_view classes[] = {"user", "operator", "api", "watch"};
// Rows around those that differ; the others are folded.
constexpr std::size_t near_rows = 4;

std::string first_line(std::string_view text) {
    return html(text.substr(0, text.find('\n')));
}

std::string lines_in_html(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text)) out += html(line) + "\n";
    return out;
}

// A value of a table: the JSON, or in words that there is none.
std::string value(const difference& d, const std::string& json) {
    if (json.empty()) return "<span class=dim>absent</span>";
    if (d.field.empty()) return "<span class=dim>exists</span>";
    return "<code>" + html(json) + "</code>";
}

class timelines_on_page {
public:
    timelines_on_page(const finding& f, std::string& out)
        : f_(f), c_(compare(f.expected, f.happened)), out_(out) {}

    void write() {
        head();
        out_ += "<ol class=rows>\n";
        std::size_t i = 0;
        while (i < c_.rows.size()) {
            std::size_t end = i;
            while (end < c_.rows.size() && !is_near(end)) ++end;
            fold(i, end);
            for (i = end; i < c_.rows.size() && is_near(i); ++i) row(i);
        }
        out_ += "</ol>\n";
    }

private:
    void head() {
        if (!f_.expected.empty())
            out_ +=
                "<p class=legend><span class=key>in both runs</span> <span class='key less'><b>\u2212</b> "
                "only " +
                (f_.expected_title.empty()
                     ? std::string("without ") + (f_.faults.empty() ? "this" : "the fault")
                     : "of " + html(f_.expected_title)) +
                "</span> <span class='key more'><b>+</b> only " +
                (f_.happened_title.empty() ? std::string("with it") : "of " + html(f_.happened_title)) +
                "</span> <span class='key "
                "moved'><b>~</b> at another "
                "time</span> <span>striped: the operator is down</span></p>\n";
        out_ += "<div class=lanes aria-hidden=true><span class=time>seconds</span>";
        constexpr std::string_view titles[] = {"User", "Operator", "API", "Watches"};
        for (std::size_t i = 0; i < std::size(titles); ++i)
            out_ += fmt::format("<span class={}>{}</span>", classes[i], titles[i]);
        out_ += "</div>\n";
    }

    bool differs(std::size_t i) const {
        const aligned_entries& r = c_.rows[i];
        return (r.expected.has_value() != r.happened.has_value() && !r.is_moved) || c_.first_difference == i;
    }
    bool is_near(std::size_t i) const {
        if (f_.expected.empty()) return true;
        const std::size_t end = std::min(c_.rows.size(), i + near_rows + 1);
        for (std::size_t j = i < near_rows ? 0 : i - near_rows; j < end; ++j)
            if (differs(j)) return true;
        return false;
    }
    void fold(std::size_t begin, std::size_t end) {
        constexpr std::size_t few = 2;
        const bool folds = end - begin > few;
        if (folds)
            out_ += fmt::format(
                "<li class=alike><details><summary>{} steps that both runs have</summary><ol class=rows>\n",
                end - begin);
        for (std::size_t i = begin; i < end; ++i) row(i);
        if (folds) out_ += "</ol></details></li>\n";
    }

    void row(std::size_t i) {
        const aligned_entries& r = c_.rows[i];
        const timeline_entry& e = r.happened ? f_.happened[*r.happened] : f_.expected[*r.expected];
        if (r.happened) note_state(e);
        const std::string at = fmt::format("{:.3f}", std::chrono::duration<double>(e.at).count());
        const std::string time = fmt::format("<div class=time>{}</div>", at == last_time_ ? "" : at);
        last_time_ = at;
        if (e.in == lane::fault || e.in == lane::check) {
            out_ += fmt::format("<li class='banner {}'>{}<div><b>{}</b>{}</div></li>\n", to_string(e.in),
                                time, html(e.what),
                                e.in == lane::fault && !e.detail.empty()
                                    ? fmt::format(" <code>{}</code>", first_line(e.detail))
                                    : "");
            return;
        }
        const bool is_single = f_.expected.empty();
        const std::string_view kind = r.is_moved                  ? "moved"
                                      : !r.happened               ? "less"
                                      : !r.expected && !is_single ? "more"
                                                                  : "both";
        const bool is_first = c_.first_difference == i;
        out_ += fmt::format("<li class='row {}{}'>{}", kind, is_first ? " first" : "", time);
        for (std::size_t l = 0; l < std::size(lanes); ++l) {
            const bool is_down = lanes[l] == lane::operators && !down_.empty() && !is_single;
            const bool is_here = e.in == lanes[l];
            out_ += fmt::format("<div class='cell {}{}{}'>{}</div>", classes[l], is_down ? " down" : "",
                                is_here ? " filled" : "", is_here ? chip(e, kind, is_first) : "");
        }
        out_ += "</li>\n";
    }

    // Operators that are down, by name.
    void note_state(const timeline_entry& e) {
        if (e.in != lane::operators) return;
        if (e.what == "is killed" || e.what == "gets SIGTERM") down_.insert(e.who);
        if (e.what == "starts") down_.erase(e.who);
    }

    std::string chip(const timeline_entry& e, std::string_view kind, bool is_first) const {
        std::string text;
        if (kind != "both")
            text += fmt::format("<b class=sign>{}</b> ", kind == "less"   ? "\u2212"
                                                         : kind == "more" ? "+"
                                                                          : "~");
        if (!e.who.empty()) text += "<span class=dim>" + html(e.who) + ":</span> ";
        text += html(e.what);
        if (is_first)
            text += fmt::format(" <span class=note>first difference: {}</span>",
                                kind == "less"                                    ? "this did not happen"
                                : f_.faults.empty() || !f_.happened_title.empty() ? "only in this run"
                                                                                  : "only with the fault");
        const std::string in = fmt::format("data-lane='{}'", to_string(e.in));
        if (e.detail.empty()) return fmt::format("<div class=chip {}>{}</div>", in, text);
        return fmt::format("<details class=chip {}{}><summary>{}</summary><pre>{}</pre></details>", in,
                           is_first ? " open" : "", text, lines_in_html(e.detail));
    }

    const finding& f_;
    const comparison c_;
    std::string& out_;
    std::set<std::string> down_;
    std::string last_time_;  // shown once
};

class page_writer {
public:
    explicit page_writer(const findings& found) : found_(found) {}

    std::string text() {
        const std::string name =
            found_.name.empty() ? "Faults explored" : html(found_.name) + ": faults explored";
        out_ = fmt::format(
            "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
            "<meta name=viewport content='width=device-width, initial-scale=1'>\n"
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src "
            "'unsafe-inline'\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<header>\n<h1>{0}</"
            "h1>\n",
            name, page_style);
        coverage();
        contents();
        out_ += "<main>\n";
        for (std::size_t i = 0; i < found_.all.size(); ++i) one(found_.all[i], i + 1);
        unconfirmed();
        not_compared();
        out_ +=
            "</main>\n<footer>Written by setpoint. Times are seconds of the cluster's clock since the story "
            "began.</footer>\n</body>\n</html>\n";
        return std::move(out_);
    }

private:
    void coverage() {
        out_ += fmt::format(
            "<p>{}. <span class=dim>{} points, {} of {} plans run{}, {} ended early, {}</span></p>\n",
            found_.all.empty()
                ? "<b>Nothing was found</b>"
                : fmt::format("<b>{} finding{}</b>", found_.all.size(), found_.all.size() == 1 ? "" : "s"),
            found_.points, found_.run, found_.plans, found_.interrupted ? " before it was interrupted" : "",
            found_.ended_early,
            found_.seconds > 0 ? fmt::format("{:.1f} s", found_.seconds)
                               : fmt::format("{:.1f} s of CPU time", found_.cpu_seconds));
        if (std::any_of(found_.all.begin(), found_.all.end(),
                        [](const finding& f) { return !f.is_repeatable() && !f.depends_on_timing; }))
            out_ +=
                "<p class=alarm>Some findings do not repeat: the operator depends on more than the cluster, "
                "or "
                "this is a bug of setpoint.</p>\n";
        out_ += "</header>\n";
    }
    void contents() {
        if (found_.all.size() < 2) return;
        out_ += "<nav><ol>\n";
        for (std::size_t i = 0; i < found_.all.size(); ++i)
            out_ += fmt::format("<li><a href='#finding-{}'>{}</a> <code>{}</code></li>\n", i + 1,
                                title(found_.all[i]), html(found_.all[i].plan));
        out_ += "</ol></nav>\n";
    }
    static std::string title(const finding& f) {
        if (f.differences.empty()) return fmt::format("{}: {}", html(f.oracle), first_line(f.detail));
        const difference& d = f.differences.front();
        const std::string what = !d.field.empty()     ? "." + html(d.field) + " differs"
                                 : d.happened.empty() ? " is missing"
                                                      : " should not exist";
        const std::string more =
            f.differences.size() > 1 ? fmt::format(", and {} more", f.differences.size() - 1) : "";
        return fmt::format("{}: {}{}{}", html(f.oracle), html(d.object), what, more);
    }

    void one(const finding& f, std::size_t number) {
        out_ += fmt::format("<section id='finding-{}'>\n<h2>{}. {}</h2>\n", number, number, title(f));
        if (!f.is_repeatable() && !f.depends_on_timing)
            out_ +=
                fmt::format("<p class=alarm>It does not repeat: {} of {} replays had the same outcome.</p>\n",
                            f.repeats, f.replayed);
        out_ += "<div class=facts>\n<div><h3>What differs</h3>\n";
        what_differs(f);
        out_ += "</div>\n<div><h3>Found by</h3>\n";
        found_by(f);
        out_ += "</div>\n</div>\n";
        timelines_on_page(f, out_).write();
        if (!f.faults.empty())
            out_ +=
                fmt::format("<details class=more-of><summary>Replay it{}</summary><pre>{}</pre></details>\n",
                            f.command.empty() ? ", as a test" : "",
                            lines_in_html(f.command.empty() ? test_of(f, found_.name) : f.command));
        if (lines_of(f.detail).size() > 1)
            out_ += fmt::format("<details class=more-of><summary>In words</summary><pre>{}</pre></details>\n",
                                lines_in_html(f.detail));
        out_ += "</section>\n";
    }
    void unconfirmed() {
        if (found_.unconfirmed.empty()) return;
        out_ += "<section id=unconfirmed>\n<h2>Wrong, and then right</h2>\n<ol>\n";
        for (const unconfirmed_plan& u : found_.unconfirmed)
            out_ += fmt::format(
                "<li><p><code>{}</code> {}: {}: {}</p>{}</li>\n", html(u.plan),
                u.is_late ? "recovered late" : "did not repeat", html(u.oracle), first_line(u.detail),
                u.command.empty() ? ""
                                  : fmt::format("<details class=more-of><summary>Replay it</summary>"
                                                "<pre>{}</pre></details>",
                                                lines_in_html(u.command)));
        out_ += "</ol>\n</section>\n";
    }
    void not_compared() {
        if (found_.not_compared.empty()) return;
        out_ +=
            "<section id=not-compared>\n<h2>Not compared</h2>\n<p>These differ between runs without "
            "faults.</p>\n<ol>\n";
        for (const std::string& one : found_.not_compared)
            out_ += fmt::format("<li><code>{}</code></li>\n", html(one));
        out_ += "</ol>\n</section>\n";
    }
    void what_differs(const finding& f) {
        if (f.differences.empty()) {
            constexpr std::size_t shown = 5;
            const auto lines = lines_of(f.detail);
            out_ += "<pre>";
            for (std::size_t i = 0; i < std::min(lines.size(), shown); ++i) out_ += html(lines[i]) + "\n";
            out_ += "</pre>\n";
            return;
        }
        out_ += "<table><tr><th>object<th>expected<th>happened</tr>\n";
        for (const difference& d : f.differences)
            out_ += fmt::format("<tr><td><code>{}{}{}</code><td>{}<td>{}</tr>\n", html(d.object),
                                d.field.empty() ? "" : " ", html(d.field), value(d, d.expected),
                                value(d, d.happened));
        out_ += "</table>\n";
    }
    void found_by(const finding& f) {
        out_ += fmt::format("<p><code>{}</code></p>\n", html(f.plan));
        for (const planned_fault& p : f.faults)
            out_ += fmt::format("<p><b>{}</b>: {}</p>\n", html(p.name), html(p.words));
        if (f.faults.empty()) out_ += "<p>No fault is needed.</p>\n";
        if (f.others != 0)
            out_ += fmt::format("<p class=dim>{} other plan{} the same outcome.</p>\n", f.others,
                                f.others == 1 ? " has" : "s have");
        if (f.replayed != 0 && f.depends_on_timing && (f.faults.empty() || !f.is_repeatable()))
            out_ += fmt::format("<p class=dim>Seen in {} of {} runs{}.</p>\n", f.repeats + 1, f.replayed + 1,
                                f.is_repeatable() ? "" : ": it depends on timing");
        else if (f.replayed != 0 && f.is_repeatable())
            out_ += fmt::format("<p class=dim>Replayed {} times, with the same outcome.</p>\n", f.replayed);
    }

    const findings& found_;
    std::string out_;
};

}  // namespace

std::string page_of(const findings& found) {
    return page_writer(found).text();
}

}}}  // namespace setpoint::v0::sim
