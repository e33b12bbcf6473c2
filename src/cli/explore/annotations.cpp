#include "cli/explore/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

// As @actions/core escapes them; other control characters are dropped.
std::string escaped(std::string_view text, bool is_property) {
    std::string out;
    for (const char c : text) {
        const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
        if (is_special)
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else if (c == '\t' || !std::iscntrl(static_cast<unsigned char>(c)))
            out += c;
    }
    return out;
}

// GitHub's paths are relative to the repository.
std::string in_repository(const std::string& file) {
    const char* const root = std::getenv("GITHUB_WORKSPACE");
    std::error_code ec;
    const fs::path absolute = fs::weakly_canonical(fs::absolute(file, ec), ec);
    if (!root || ec) return file;
    const fs::path inside = absolute.lexically_relative(fs::weakly_canonical(root, ec));
    return ec || inside.empty() || *inside.begin() == ".." ? file : inside.string();
}

std::string command(std::string_view level, const std::string& file, std::string_view line,
                    std::string_view title, std::string_view message) {
    return fmt::format("::{} file={},line={},title={}::{}\n", level, escaped(in_repository(file), true), line,
                       escaped(title, true), escaped(message, false));
}

// Of "story.yaml:12: waited for ...": 12.
std::string line_in(std::string_view detail, const std::string& story) {
    if (!detail.starts_with(story + ":")) return "1";
    detail.remove_prefix(story.size() + 1);
    const auto end = std::find_if(detail.begin(), detail.end(),
                                  [](char c) { return !std::isdigit(static_cast<unsigned char>(c)); });
    return end == detail.begin() ? "1" : std::string(detail.begin(), end);
}

}  // namespace

std::string annotations(const sim::findings& found, const std::string& story) {
    std::string out;
    for (const sim::finding& f : found.all) {
        std::string message = fmt::format("{}\nfound by {}", f.detail, f.plan);
        if (!f.command.empty()) message += "\nreplay: " + f.command;
        if (!f.cause.empty()) message += "\ncause: " + f.cause;
        if (!f.comment.empty()) message += "\ncomment: " + f.comment;
        out += command(f.is_accepted ? "notice" : "error", story, line_in(f.detail, story),
                       (f.is_accepted ? "accepted: " : "") + f.oracle, message);
    }
    return out;
}

std::string annotations_of_gone(const std::vector<story::accepted_finding>& gone, const std::string& file) {
    std::string out;
    for (const story::accepted_finding& a : gone)
        out += command("warning", file, "1", "an accepted finding did not occur",
                       fmt::format("{}: {}: {}", a.cause, a.oracle, a.symptom));
    return out;
}

std::string failure_annotation(const std::string& story, std::string_view why) {
    return command("error", story, line_in(why, story), "setpoint explore", why);
}

}}}  // namespace setpoint::v0::cli
