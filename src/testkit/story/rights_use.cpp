#include "testkit/story/rights_use.hpp"

#include "apiserver/authorization/request_attributes.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace story {

std::string granted_right::words() const {
    if (access.resource.empty()) return fmt::format("{} {}", access.verb, path);
    return fmt::format("{} {}{}{}{}{}", access.verb, access.resource, access.group.empty() ? "" : ".",
                       access.group, access.subresource.empty() ? "" : "/", access.subresource);
}

bool granted_right::covers(const resource_access& asked) const {
    const auto fits = [](std::string_view granted, std::string_view wanted) {
        return granted == "*" || granted == wanted;
    };
    if (access.resource.empty() || !fits(access.verb, asked.verb) || !fits(access.group, asked.group))
        return false;
    if (access.resource == "*" && access.subresource.empty()) return true;
    return fits(access.resource, asked.resource) && access.subresource == asked.subresource;
}

bool granted_right::covers_path(std::string_view verb, std::string_view asked) const {
    if (path.empty() || (access.verb != "*" && access.verb != verb)) return false;
    if (!path.ends_with('*')) return path == asked;
    return asked.starts_with(std::string_view(path).substr(0, path.size() - 1));
}

void rights_use::note(const http::server_request& r) {
    const auto asked = apiserver::authorization::request_attributes(apiserver::administrator(), r.method,
                                                                    r.path(), r.query());
    if (!asked) return;
    if (!asked->is_resource) {
        for (std::size_t i = 0; i < granted_.size(); ++i)
            if (granted_[i].covers_path(asked->verb, asked->path)) is_used_[i] = true;
        return;
    }
    resource_access access{asked->group, asked->resource, asked->subresource, asked->verb};
    use(access);
    // It creates what is not there.
    if (access.verb != "patch" || !access.subresource.empty() ||
        !r.find("Content-Type").starts_with("application/apply-patch"))
        return;
    access.verb = "create";
    use(access);
}

void rights_use::use(const resource_access& asked) {
    for (std::size_t i = 0; i < granted_.size(); ++i)
        if (granted_[i].covers(asked)) is_used_[i] = true;
}

std::vector<std::string> rights_use::unused() const {
    // A rule may repeat another one.
    std::set<std::string> named;
    for (std::size_t i = 0; i < granted_.size(); ++i)
        if (is_used_[i]) named.insert(granted_[i].words());
    std::vector<std::string> all;
    for (std::size_t i = 0; i < granted_.size(); ++i)
        if (const std::string words = granted_[i].words(); !is_used_[i] && named.insert(words).second)
            all.push_back(words);
    return all;
}

}}}  // namespace setpoint::v0::story
