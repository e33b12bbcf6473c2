#include "cel/collections.hpp"
#include "cel/kubernetes/held.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/kubernetes/url.hpp"
#include "cel/standard_functions.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using held_url = held_value<go_url, types::url>;

const go_url& url_in(const value& from) {
    return held_in<held_url>(from);
}

value url_of(evaluation& in, arguments_view args) {
    std::string error;
    auto made = parse_request_url(args[0].text(), error);
    if (made) return hold<held_url>(in, std::move(*made));
    return in.error("URL parse error during conversion from string: " + error);
}

value is_url(evaluation&, arguments_view args) {
    std::string error;
    return value::boolean(parse_request_url(args[0].text(), error).has_value());
}

value url_scheme(evaluation& in, arguments_view args) {
    return in.text(url_in(args[0]).scheme);
}
value url_host(evaluation& in, arguments_view args) {
    return in.text(url_in(args[0]).host);
}
value url_hostname(evaluation& in, arguments_view args) {
    return in.text(url_in(args[0]).hostname());
}
value url_port(evaluation& in, arguments_view args) {
    return in.text(url_in(args[0]).port());
}
value url_path(evaluation& in, arguments_view args) {
    return in.text(url_in(args[0]).escaped_path());
}

value url_query(evaluation& in, arguments_view args) {
    std::map<std::string, std::vector<value>> grouped;
    for (const auto& [key, content] : url_in(args[0]).query()) grouped[key].push_back(in.text(content));
    std::vector<value> entries;
    for (const auto& [key, contents] : grouped) {
        entries.push_back(in.text(key));
        entries.push_back(make_list(contents, in.memory()));
    }
    return make_map(entries, in.memory());
}

constexpr std::array url_rows = std::to_array<function_row>({
    {"url", "string_to_url", "(string) -> kubernetes.URL", url_of},
    {"getScheme", "url_get_scheme", ".(kubernetes.URL) -> string", url_scheme},
    {"getHost", "url_get_host", ".(kubernetes.URL) -> string", url_host},
    {"getHostname", "url_get_hostname", ".(kubernetes.URL) -> string", url_hostname},
    {"getPort", "url_get_port", ".(kubernetes.URL) -> string", url_port},
    {"getEscapedPath", "url_get_escaped_path", ".(kubernetes.URL) -> string", url_path},
    {"getQuery", "url_get_query", ".(kubernetes.URL) -> map(string, list(string))", url_query},
    {"isURL", "is_url_string", "(string) -> bool", is_url},
});

}  // namespace

void add_urls(environment& to) {
    to.types().name(&types::url);
    to.add_functions(url_rows);
}

}}}  // namespace setpoint::v0::cel
