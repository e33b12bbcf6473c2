#include "framework/controller/child_changes.hpp"

#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_summarised = 3, max_logged = 8;  // differences
constexpr std::size_t max_path = 160, max_value = 64, max_logged_value = 256;

std::string text_of(const json::difference& d) {
    const std::string path = shortened(d.path, max_path);
    if (d.live.empty()) return fmt::format("{} set to {}", path, shortened(d.desired, max_value));
    if (d.desired.empty()) return fmt::format("{} removed, was {}", path, shortened(d.live, max_value));
    return fmt::format("{} from {} to {}", path, shortened(d.live, max_value),
                       shortened(d.desired, max_value));
}

void hide(std::string& value) {
    if (!value.empty()) value = "(secret)";
}

}  // namespace

void hide_secret_data(const kind_info& kind, std::vector<json::difference>& changes) {
    if (!kind.gvk.group.empty() || kind.gvk.kind != "Secret") return;
    for (json::difference& d : changes) {
        if (!d.path.starts_with("data") && !d.path.starts_with("stringData")) continue;
        hide(d.live);
        hide(d.desired);
    }
}

std::string summary_of(const std::vector<json::difference>& changes) {
    std::string out;
    const std::size_t shown = std::min(changes.size(), max_summarised);
    for (std::size_t i = 0; i < shown; ++i) {
        if (i > 0) out += "; ";
        out += text_of(changes[i]);
    }
    if (shown < changes.size()) out += fmt::format("; and {} more", changes.size() - shown);
    return out;
}

void log_changes(const logger& log, const kind_info& kind, std::string_view child,
                 const std::vector<json::difference>& changes) {
    const std::size_t shown = std::min(changes.size(), max_logged);
    for (std::size_t i = 0; i < shown; ++i)
        log.info(fmt::format("{} {} change", kind.gvk.kind, shortened(changes[i].path, max_path)),
                 {{"child", child},
                  {"from", shortened(changes[i].live, max_logged_value)},
                  {"to", shortened(changes[i].desired, max_logged_value)}});
    if (shown < changes.size())
        log.info(fmt::format("{}: more changes", kind.gvk.kind),
                 {{"child", child}, {"fields", changes.size() - shown}});
}

}}  // namespace setpoint::v0
