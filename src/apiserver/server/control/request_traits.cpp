#include "apiserver/server/control/request_traits.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/request_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::string name_in_body(const http::server_request& r) {
    boost::json::object content;
    if (is_protobuf(r.find("Content-Type"))) {
        if (read_protobuf(r.body, {}, content)) return {};
    } else {
        boost::json::value tree;
        std::string why;
        if (!json_text::parse(r.body, tree, why) || !tree.is_object()) return {};
        content = std::move(tree.get_object());
    }
    return std::string(text_at(content, {"metadata", "name"}));
}

bool is_equal(const std::optional<std::string>& wanted, const std::string& is) {
    return !wanted || *wanted == is;
}

}  // namespace

std::optional<request_traits> request_traits::of(const http::server_request& r, bool with_name) {
    auto q = read_request(r.method, r.path(), r.query());
    if (!q || q->resource.empty()) return std::nullopt;
    request_traits out;
    out.verb = q->verb();
    out.resource = std::move(q->resource);
    out.group = std::move(q->group);
    out.subresource = std::move(q->subresource);
    out.ns = std::move(q->ns);
    out.name = std::move(q->name);
    out.user_agent = r.find("User-Agent");
    if (with_name && out.name.empty() && out.verb == "create") out.name = name_in_body(r);
    return out;
}

std::span<const std::string_view> request_filter::all_verbs() {
    static constexpr std::array<std::string_view, 8> all{"get",    "list",  "watch",  "create",
                                                         "update", "patch", "delete", "deletecollection"};
    return all;
}

bool matches(const request_filter& f, const request_traits& r) {
    if (!f.verbs.empty() && std::ranges::find(f.verbs, r.verb) == f.verbs.end()) return false;
    return is_equal(f.resource, r.resource) && is_equal(f.group, r.group) &&
           is_equal(f.subresource, r.subresource) && is_equal(f.ns, r.ns) && is_equal(f.name, r.name) &&
           r.user_agent.starts_with(f.user_agent);
}

std::string request_filter::text() const {
    std::string out = verbs.empty() ? "any request" : fmt::format("{}", fmt::join(verbs, ", "));
    if (resource) out += " of " + *resource;
    if (subresource) out += subresource->empty() ? " without a subresource" : "/" + *subresource;
    if (group) out += group->empty() ? " of the core group" : " of the group " + *group;
    if (name) out += " named " + *name;
    if (ns) out += ns->empty() ? " without a namespace" : " in " + *ns;
    if (!user_agent.empty()) out += " from " + user_agent;
    return out;
}

}}}  // namespace setpoint::v0::apiserver
