#include "cli/run/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

bool is_given(const std::vector<std::string>& flags, std::string_view name) {
    return std::any_of(flags.begin(), flags.end(), [&](const std::string& f) {
        return f == name || (f.starts_with(name) && f.size() > name.size() && f[name.size()] == '=');
    });
}

}  // namespace

std::vector<command_line> build_commands(const std::string& project, bool configured) {
    std::vector<command_line> all;
    if (!configured) all.push_back({"cmake", {"--preset", "dev"}});
    all.push_back({"cmake", {"--build", std::string(build_folder), "--target", project}});
    return all;
}

std::string_view progress_in(std::string_view line) {
    const std::size_t end = line.find("] ");
    if (line.empty() || line.front() != '[' || end == line.npos) return {};
    const std::string_view inside = line.substr(1, end - 1);
    const bool is_count = inside.find_first_of("0123456789") != inside.npos &&
                          inside.find_first_not_of("0123456789/% ") == inside.npos;
    return is_count ? line : std::string_view();
}

std::vector<std::string> operator_arguments(const std::vector<std::string>& given,
                                            std::uint16_t webhook_port) {
    std::vector<std::string> all = given;
    for (const std::string_view name : {"--metrics-bind-address", "--health-probe-bind-address"})
        if (!is_given(given, name)) all.push_back(fmt::format("{}=127.0.0.1:0", name));
    if (webhook_port == 0 || is_given(given, "--webhook-url") || is_given(given, "--webhook-port"))
        return all;
    all.push_back(fmt::format("--webhook-port={}", webhook_port));
    all.push_back(fmt::format("--webhook-url=https://127.0.0.1:{}", webhook_port));
    return all;
}

bool need_webhooks(const std::vector<bj::object>& definitions,
                   const std::vector<bj::object>& configurations) {
    return !configurations.empty() ||
           std::any_of(definitions.begin(), definitions.end(), [](const bj::object& d) {
               const bj::object* const spec = object_in(d, "spec");
               const bj::object* const conversion = spec ? object_in(*spec, "conversion") : nullptr;
               return conversion && text_in(*conversion, "strategy") == "Webhook";
           });
}

}}}  // namespace setpoint::v0::cli
