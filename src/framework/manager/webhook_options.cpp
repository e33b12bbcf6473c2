#include "setpoint/manager/webhook_options.hpp"

#include "framework/api/label_syntax.hpp"

#include <boost/url/parse.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

result<> validate(const webhook_options& o) {
    const auto refuse = [](std::string why) { return error(errc::bad_config, std::move(why)); };
    if (!o.ns.empty() && !detail::is_dns_label(o.ns))
        return refuse(
            fmt::format("--webhook-namespace: \"{}\" is not a valid namespace: use lower-case "
                        "letters, digits and '-', at most 63",
                        o.ns));
    if (!o.service.empty() && !detail::is_dns_label(o.service))
        return refuse(
            fmt::format("--webhook-service: \"{}\" is not a valid Service name: use lower-case "
                        "letters, digits and '-', at most 63",
                        o.service));
    if (o.url.empty()) return {};
    // What the API server accepts in clientConfig.url.
    const auto url = boost::urls::parse_uri(o.url);
    if (!url || url->scheme() != "https" || url->host().empty() || url->has_userinfo() || url->has_query() ||
        url->has_fragment())
        return refuse(fmt::format("--webhook-url: \"{}\" is not a URL such as https://host:9443", o.url));
    return {};
}

}}  // namespace setpoint::v0
