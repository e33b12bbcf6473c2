#include "cli/preview/preview_format.hpp"

#include "cli/scaffold/unified_diff.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace bj = boost::json;
using sim::object_change;

// Terminals and Markdown act on some characters.
std::string one_line(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto u = static_cast<unsigned char>(c);
        if (c == '\n' || c == '\t')
            out += ' ';
        else if (u < ' ' || c == '\x7f')
            out += fmt::format("\\x{:02x}", u);
        else
            out += c;
    }
    return out;
}

std::string_view action_of(const object_change& c) {
    if (!c.before) return "create";
    if (c.is_replaced) return "replace";
    return c.is_deleted() ? "delete" : "update";
}

std::string heading_of(const object_change& c) {
    return fmt::format("{} ({}): {}", c.name(), c.api_version, fmt::join(c.writes, ", "));
}

std::string count(std::size_t n, std::string_view what) {
    return fmt::format("{} {}", n, what);
}

std::string summary_of(const sim::preview_report& r) {
    std::size_t created = 0, changed = 0, deleted = 0, replaced = 0, pods = 0;
    for (const object_change& c : r.changes) {
        const std::string_view action = action_of(c);
        ++(action == "create"   ? created
           : action == "update" ? changed
           : action == "delete" ? deleted
                                : replaced);
    }
    for (const sim::consequence& c : r.consequences)
        if (c.disrupts()) pods += c.pods;
    if (r.changes.empty())
        return r.writes == 0 ? fmt::format("The operator writes nothing to the {} objects.", r.objects)
                             : fmt::format("The operator changes nothing of the {} objects, by {} writes.",
                                           r.objects, r.writes);
    std::vector<std::string> parts;
    if (created > 0) parts.push_back(count(created, "created"));
    if (changed > 0) parts.push_back(count(changed, "changed"));
    if (replaced > 0) parts.push_back(count(replaced, "replaced"));
    if (deleted > 0) parts.push_back(count(deleted, "deleted"));
    std::string out =
        fmt::format("Of {} objects: {}, by {} writes.", r.objects, fmt::join(parts, ", "), r.writes);
    if (pods > 0)
        out += fmt::format(" {} pod{} or stop{}.", pods, pods == 1 ? " restarts" : "s restart",
                           pods == 1 ? "s" : "");
    else if (!r.disrupts())
        out += " Nothing restarts or is deleted.";
    return out;
}

std::string refused_text(const sim::refused_write& w) {
    return one_line(fmt::format("{}: {} {}{}", w.what, w.status, w.message,
                                w.times == 1 ? "" : fmt::format(" ({} times)", w.times)));
}

std::string text_of(const sim::preview_report& r) {
    std::string out;
    if (!r.incomplete.empty()) out += fmt::format("INCOMPLETE: {}\n\n", r.incomplete);
    const auto section = [&out](std::string_view title, const std::vector<std::string>& lines) {
        if (lines.empty()) return;
        out += fmt::format("{}:\n", title);
        for (const std::string& line : lines) out += fmt::format("  {}\n", line);
        out += '\n';
    };
    std::vector<std::string> lost, follows, refused, notes;
    for (const sim::consequence& c : r.consequences)
        (c.what == sim::consequence::kind::loses_data ? lost : follows).push_back(one_line(c.text));
    refused.reserve(r.refused.size());
    for (const sim::refused_write& w : r.refused) refused.push_back(refused_text(w));
    notes.reserve(r.notes.size());
    for (const std::string& n : r.notes) notes.push_back(one_line(n));
    section("Data is lost", lost);
    section("What follows", follows);
    section("Refused writes", refused);
    section("Notes", notes);
    for (const object_change& c : r.changes) out += fmt::format("{}\n{}\n", heading_of(c), diff_of(c));
    return out + summary_of(r) + "\n";
}

// Without the characters that mean something in a line of Markdown.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : one_line(text)) {
        if (std::string_view("\\`*_[]<>#|~").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string fenced(std::string_view text) {
    std::size_t longest = 2, now = 0;
    for (const char c : text) {
        now = c == '`' ? now + 1 : 0;
        longest = std::max(longest, now);
    }
    const std::string fence(longest + 1, '`');
    return fmt::format("{}diff\n{}{}\n", fence, text, fence);
}

std::string markdown_of(const sim::preview_report& r) {
    std::string out = fmt::format("## Preview\n\n{}\n", escaped(summary_of(r)));
    if (!r.incomplete.empty()) out += fmt::format("\n**Incomplete:** {}\n", escaped(r.incomplete));
    const auto section = [&out](std::string_view title, const std::vector<std::string>& lines) {
        if (lines.empty()) return;
        out += fmt::format("\n### {}\n\n", title);
        for (const std::string& line : lines) out += fmt::format("- {}\n", escaped(line));
    };
    std::vector<std::string> lost, follows, refused;
    for (const sim::consequence& c : r.consequences)
        (c.what == sim::consequence::kind::loses_data ? lost : follows).push_back(c.text);
    refused.reserve(r.refused.size());
    for (const sim::refused_write& w : r.refused) refused.push_back(refused_text(w));
    section("Data is lost", lost);
    section("What follows", follows);
    section("Refused writes", refused);
    section("Notes", r.notes);
    if (!r.changes.empty()) out += "\n### Changes\n";
    for (const object_change& c : r.changes)
        out += fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", escaped(heading_of(c)),
                           fenced(diff_of(c)));
    return out;
}

bj::array texts(const std::vector<std::string>& all) {
    bj::array out;
    for (const std::string& one : all) out.emplace_back(one);
    return out;
}

bj::value json_of(const std::optional<bj::object>& o) {
    return o ? bj::value(*o) : bj::value();
}

std::string json_text(const sim::preview_report& r, int exit_code) {
    bj::array consequences, changes, refused;
    for (const sim::consequence& c : r.consequences)
        consequences.push_back(bj::object{{"kind", sim::name_of(c.what)},
                                          {"object", c.object},
                                          {"text", c.text},
                                          {"pods", c.pods},
                                          {"disrupts", c.disrupts()}});
    for (const object_change& c : r.changes)
        changes.push_back(bj::object{{"action", action_of(c)},
                                     {"apiVersion", c.api_version},
                                     {"kind", c.kind},
                                     {"namespace", c.key.ns},
                                     {"name", c.key.name},
                                     {"writes", texts(c.writes)},
                                     {"before", json_of(c.before)},
                                     {"after", json_of(c.after)}});
    for (const sim::refused_write& w : r.refused)
        refused.push_back(
            bj::object{{"write", w.what}, {"status", w.status}, {"message", w.message}, {"times", w.times}});
    return bj::serialize(bj::object{{"version", 1},
                                    {"exitCode", exit_code},
                                    {"incomplete", r.incomplete},
                                    {"objects", r.objects},
                                    {"writes", r.writes},
                                    {"consequences", std::move(consequences)},
                                    {"changes", std::move(changes)},
                                    {"refused", std::move(refused)},
                                    {"notes", texts(r.notes)}}) +
           "\n";
}

}  // namespace

std::string diff_of(const object_change& c) {
    const auto yaml = [](const std::optional<bj::object>& o) {
        return o ? json::to_yaml(*o) : std::string();
    };
    const std::string name = fmt::format("{} {}", c.resource, c.key.to_string());
    return scaffold::unified_diff(yaml(c.before), yaml(c.after), c.before ? name : "/dev/null",
                                  c.after ? name : "/dev/null");
}

std::string formatted(const sim::preview_report& r, preview_format as, int exit_code) {
    if (as == preview_format::json) return json_text(r, exit_code);
    return as == preview_format::markdown ? markdown_of(r) : text_of(r);
}

}}}  // namespace setpoint::v0::cli
