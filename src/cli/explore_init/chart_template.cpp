#include "cli/explore_init/chart_template.hpp"

#include "cli/json_members.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <cctype>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    return text;
}

std::optional<std::string> scalar(const bj::value* v) {
    if (!v || v->is_null()) return std::string();
    if (v->is_structured()) return std::nullopt;
    return v->is_string() ? std::string(view(v->get_string())) : bj::serialize(*v);
}

std::optional<std::string> value_of(std::string_view path, const chart_values& with) {
    if (path == ".Release.Name") return with.release;
    if (path == ".Release.Namespace") return "default";
    if (path == ".Release.Service") return "Helm";
    if (path == ".Chart.Name") return std::string(text_in(with.chart, "name"));
    if (path == ".Chart.Version") return std::string(text_in(with.chart, "version"));
    if (path == ".Chart.AppVersion") return std::string(text_in(with.chart, "appVersion"));
    constexpr std::string_view begin = ".Values.";
    if (!path.starts_with(begin)) return std::nullopt;
    path.remove_prefix(begin.size());
    const bj::value* at = &with.values;
    while (!path.empty()) {
        const std::string_view key = path.substr(0, path.find('.'));
        for (const char c : key)
            if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return std::nullopt;
        at = at && at->is_object() ? member(at->get_object(), key) : nullptr;
        path.remove_prefix(std::min(path.size(), key.size() + 1));
    }
    return scalar(at);
}

std::optional<std::string> action(std::string_view text, const chart_values& with) {
    if (text.starts_with("/*") && text.ends_with("*/")) return std::string();
    const std::size_t pipe = text.find('|');
    const std::string_view filter = pipe == std::string_view::npos ? "" : trimmed(text.substr(pipe + 1));
    if (pipe != std::string_view::npos && filter != "quote") return std::nullopt;
    std::optional<std::string> v = value_of(trimmed(text.substr(0, pipe)), with);
    if (v && filter == "quote") v = bj::serialize(bj::value(bj::string(chars(*v))));
    return v;
}

}  // namespace

std::optional<std::string> render_simple(std::string_view text, const chart_values& with) {
    std::string out;
    for (;;) {
        const std::size_t begin = text.find("{{");
        out += text.substr(0, begin);
        if (begin == std::string_view::npos) return out;
        text.remove_prefix(begin + 2);
        const std::size_t end = text.find("}}");
        if (end == std::string_view::npos) return std::nullopt;
        std::string_view inside = text.substr(0, end);
        text.remove_prefix(end + 2);
        if (inside.starts_with("- ")) {
            while (!out.empty() && std::isspace(static_cast<unsigned char>(out.back()))) out.pop_back();
            inside.remove_prefix(1);
        }
        const bool trims_after = inside.ends_with(" -");
        if (trims_after) inside.remove_suffix(1);
        const std::optional<std::string> v = action(trimmed(inside), with);
        if (!v) return std::nullopt;
        out += *v;
        while (trims_after && !text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
            text.remove_prefix(1);
    }
}

std::optional<std::vector<bj::object>> json_manifest(const std::string& text, const std::string& name) {
    const auto all = json::parse_manifests(text, name);
    if (!all) return std::nullopt;
    std::vector<bj::object> out;
    for (const bj::value& v : *all) {
        if (v.is_null()) continue;
        if (!v.is_object() || text_in(v.get_object(), "kind").empty()) return std::nullopt;
        out.push_back(v.get_object());
    }
    return out;
}

}}}  // namespace setpoint::v0::cli::draft
