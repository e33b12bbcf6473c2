#include "setpoint/manager/trace_options.hpp"

#include "framework/client/server_url.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace setpoint { inline namespace v0 {

namespace {

using resource_attributes = std::vector<std::pair<std::string, std::string>>;

std::string_view without_blanks(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
    return s;
}

std::optional<std::string> percent_decoded(std::string_view s) {
    std::string out;
    constexpr std::size_t digits = 2;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] != '%') {
            out += s[i];
            continue;
        }
        unsigned char byte = 0;
        const std::string_view hex = s.substr(i + 1, digits);
        const auto read = std::from_chars(hex.data(), hex.data() + hex.size(), byte, 16);
        if (hex.size() != digits || read.ec != std::errc() || read.ptr != hex.data() + hex.size())
            return std::nullopt;
        out += static_cast<char>(byte);
        i += digits;
    }
    return out;
}

// key=value,key=value with percent-encoded values: the format of W3C Baggage.
std::optional<resource_attributes> parse_attributes(std::string_view text) {
    resource_attributes all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view item = without_blanks(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (item.empty()) continue;
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos) return std::nullopt;
        const auto key = percent_decoded(without_blanks(item.substr(0, equals)));
        auto value = percent_decoded(without_blanks(item.substr(equals + 1)));
        if (!key || key->empty() || !value) return std::nullopt;
        const auto there =
            std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.first == *key; });
        if (there != all.end())
            there->second = std::move(*value);
        else
            all.emplace_back(*key, std::move(*value));
    }
    return all;
}

result<> check_endpoint(std::string_view named_by, const std::string& endpoint) {
    if (endpoint.empty()) return {};
    const auto parsed = parse_server_url(endpoint);
    if (!parsed)
        return error(errc::bad_config, fmt::format("{}: not a URL such as http://collector:4318: {}",
                                                   named_by, parsed.error().message));
    if (parsed->user)
        return error(errc::bad_config, fmt::format("{}: a user and a password are not supported", named_by));
    return {};
}

}  // namespace

result<> take_environment(trace_options& o,
                          const std::function<std::optional<std::string>(const std::string& name)>& getenv) {
    if (o.endpoint.empty()) {
        constexpr const char* name = "OTEL_EXPORTER_OTLP_ENDPOINT";
        std::string found = getenv(name).value_or("");
        if (auto valid = check_endpoint(name, found); !valid) return valid;
        o.endpoint = std::move(found);
    }
    if (o.endpoint.empty()) return {};
    if (o.service.empty()) o.service = getenv("OTEL_SERVICE_NAME").value_or("");
    constexpr const char* name = "OTEL_RESOURCE_ATTRIBUTES";
    auto more = parse_attributes(getenv(name).value_or(""));
    if (!more)
        return error(errc::bad_config,
                     fmt::format("{}: not a list such as deployment.environment.name=test,team=web", name));
    for (auto& [key, value] : *more) {
        const bool is_service = key == "service.name";
        if (is_service && o.service.empty()) o.service = value;
        const bool is_there =
            std::any_of(o.resource.begin(), o.resource.end(), [&](const auto& a) { return a.first == key; });
        if (!is_service && !is_there) o.resource.emplace_back(std::move(key), std::move(value));
    }
    return {};
}

result<> validate(const trace_options& o) {
    if (auto valid = check_endpoint("--otlp-endpoint", o.endpoint); !valid) return valid;
    if (!(o.sample >= 0 && o.sample <= 1))
        return error(errc::bad_config, "--trace-sample: not a number from 0 to 1");
    if (o.annotation.empty()) return error(errc::bad_config, "--trace-annotation: the key is empty");
    return {};
}

}}  // namespace setpoint::v0
