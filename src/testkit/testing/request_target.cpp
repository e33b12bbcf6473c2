#include "testkit/testing/request_target.hpp"

#include "apiserver/schema/text_at.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

std::vector<std::string_view> split(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        path.remove_prefix(1);  // '/'
        const std::size_t end = std::min(path.find('/'), path.size());
        parts.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return parts;
}

// /api/v1/namespaces/NAME/status is a subresource of the Namespace, not a collection in it.
bool is_of_namespaces(std::string_view part) {
    return part == "status" || part == "finalize";
}

}  // namespace

request_target request_target::of(std::string_view target) {
    request_target t;
    t.path = target.substr(0, target.find('?'));
    const std::vector<std::string_view> parts = split(t.path);
    const std::size_t skip = parts.empty() ? 0 : parts[0] == "api" ? 2 : parts[0] == "apis" ? 3 : 0;
    if (skip == 0 || parts.size() <= skip) return t;
    if (skip == 3) t.group = parts[1];
    std::size_t at = skip;
    if (parts[at] == "namespaces" && parts.size() > at + 2 && !is_of_namespaces(parts[at + 2])) {
        t.ns = parts[at + 1];
        at += 2;
    }
    t.resource = parts[at];
    if (parts.size() > at + 1) t.name = parts[at + 1];
    if (parts.size() > at + 2) t.subresource = parts[at + 2];
    return t;
}

std::string object_name(const request_target& t, const http::request& r) {
    if (!t.name.empty() || r.method != "POST") return std::string(t.name);
    boost::system::error_code ec;
    const boost::json::value body = boost::json::parse(r.body, ec);
    const boost::json::object* const o = ec ? nullptr : body.if_object();
    const boost::json::value* const meta = o ? o->if_contains("metadata") : nullptr;
    if (!meta || !meta->is_object()) return {};
    const std::string_view name = apiserver::text_at(meta->get_object(), "name");
    return std::string(name.empty() ? apiserver::text_at(meta->get_object(), "generateName") : name);
}

}}}  // namespace setpoint::v0::testing
