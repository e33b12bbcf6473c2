#include "cli/top/top_target.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view document_path = "/debug/setpoint";

error unusable(std::string_view text, std::string_view why) {
    return error(errc::bad_config,
                 fmt::format("\"{}\" {}; use a URL such as http://localhost:8081, or TYPE/NAME such as "
                             "deployment/site-operator",
                             text, why));
}

// The page's and the document's own addresses mean the same.
std::string path_of(std::string path) {
    while (path.ends_with('/')) path.pop_back();
    for (const std::string_view known : {document_path, std::string_view("/debug")})
        if (path.ends_with(known)) {
            path.resize(path.size() - known.size());
            break;
        }
    return path.append(document_path);
}

result<top_target> parse_url(std::string_view shown, const std::string& text) {
    const auto url = boost::urls::parse_uri(text);
    if (!url || !url->has_authority() || url->host().empty()) return unusable(shown, "is not a URL");
    if (url->scheme() != "http") return unusable(shown, "is not an http URL: probes are served without TLS");
    if (url->has_userinfo()) return unusable(shown, "contains a user");
    top_target t;
    t.at.scheme = "http";
    t.at.host =
        std::string(url->host_type() == boost::urls::host_type::ipv6 ? url->host_address() : url->host());
    t.at.port = url->has_port() && !url->port().empty() ? std::string(url->port()) : "80";
    t.path = path_of(std::string(url->encoded_path()));
    return t;
}

bool is_name(std::string_view s) {
    return !s.empty() && s.front() != '-' && std::ranges::all_of(s, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
}

}  // namespace

result<top_target> parse_top_target(std::string_view text) {
    if (text.find("://") != std::string_view::npos) return parse_url(text, std::string(text));
    if (text.find(':') != std::string_view::npos) return parse_url(text, "http://" + std::string(text));
    const std::size_t slash = text.find('/');
    const std::string_view type = text.substr(0, slash == std::string_view::npos ? 0 : slash);
    const std::string_view name = slash == std::string_view::npos ? text : text.substr(slash + 1);
    if (!is_name(name) || (slash != std::string_view::npos && !is_name(type)))
        return unusable(text, "is neither a URL nor the name of an object");
    top_target t;
    t.object = std::string(text);
    t.at = {"http", "127.0.0.1", ""};
    t.path = std::string(document_path);
    return t;
}

}}}  // namespace setpoint::v0::cli
