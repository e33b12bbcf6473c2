#include "setpoint/client/refusal.hpp"

#include "framework/client/cause_text.hpp"
#include "setpoint/core/shortened.hpp"

#include <boost/algorithm/string/split.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

// From kube-apiserver 1.37: pkg/apis/*/validation and
// apimachinery/pkg/api/validate/{immutable,update}.go.
constexpr std::array<std::string_view, 9> beginnings{
    "field is immutable",  // also "... when `immutable` is set", "... for unsuspended job once set"
    "pod updates may not change fields other than ",
    "may not change once set",  // addresses of Services
    "may not be changed in an update.",
    "cannot change roleRef",
    "field cannot be set once created",
    "field cannot be cleared once set",
    "field cannot be modified once set",
    "can only be modified in tandem with ",  // completions of an indexed Job
};

bool is_of_creation(std::string_view line) {
    const auto [what, value, detail] = split_cause(line.substr(size_of_field(line)));
    if (what != "Invalid value" && what != "Forbidden") return false;
    if (detail.find(" in body ") != std::string_view::npos) return false;  // from a CRD's schema
    if (detail.starts_with("updates to ") && detail.find(" are forbidden") != std::string_view::npos)
        return true;
    // Authors of rules choose their own words: "Value is immutable", "name and size are immutable
    // once set".
    const bool worded = detail == "immutable" || detail.find(" is immutable") != std::string_view::npos ||
                        detail.find(" are immutable") != std::string_view::npos;
    return worded || detail == "failed rule: self == oldSelf" ||
           std::ranges::any_of(beginnings, [&](std::string_view b) { return detail.starts_with(b); });
}

bool names_fields(const error& e) {
    return e.code == errc::invalid && e.http_status == 422 && !e.server_text.empty();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    boost::algorithm::split(lines, text, [](char c) { return c == '\n'; });
    return lines;
}

}  // namespace

std::string brief(const error& e, std::size_t limit) {
    if (e.server_text.empty())
        return shortened(e.message.empty() ? to_string(e.code) : std::string_view(e.message), limit);
    if (!names_fields(e)) return shortened(e.server_text, limit);
    constexpr std::size_t rest_size = 16;  // "; and 12 more"
    const std::vector<std::string> lines = lines_of(e.server_text);
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t rest = i + 1 == lines.size() ? 0 : rest_size;
        if (i > 0 && text.size() + 2 + lines[i].size() + rest > limit)
            return text + fmt::format("; and {} more", lines.size() - i);
        text += i == 0 ? shortened(lines[i], limit - rest) : "; " + lines[i];
    }
    return text;
}

bool is_missing_namespace(const error& refused) {
    return refused.code == errc::not_found && refused.server_text.starts_with("namespaces \"") &&
           refused.server_text.ends_with("\" not found");
}

bool is_refused_as_immutable(const error& refused) {
    return names_fields(refused) && std::ranges::all_of(lines_of(refused.server_text), is_of_creation);
}

}}  // namespace setpoint::v0
