#include "apiserver/rest/access_control.hpp"

#include "apiserver/authorization/request_attributes.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/query.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

api_error unauthorized() {
    return {401, "Unauthorized", "Unauthorized", {}};
}

}  // namespace

access_control::access_control(server_state& w, const access_options& o, const bj::object& node_role)
    : anonymous_(o.anonymous) {
    add_authorizers(o.authorizers, node_role);
    w.stored.push_back([this](const resource& r, const record_ptr& before, const record_ptr& now) {
        follow(r, before, now);
    });
}

void access_control::add_authorizers(const std::vector<std::string>& names, const bj::object& node_role) {
    using namespace authorization;
    authorizers_.push_back(std::make_unique<privileged_users>());
    for (const std::string& name : names) {
        if (name == "AlwaysAllow") {
            authorizers_.push_back(std::make_unique<always_allow>());
        } else if (name == "AlwaysDeny") {
            authorizers_.push_back(std::make_unique<always_deny>());
        } else if (name == "RBAC") {
            authorizers_.push_back(std::make_unique<rbac_authorizer>(policy_));
        } else if (name == "Node") {
            follows_nodes_ = true;
            authorizers_.push_back(
                std::make_unique<node_authorizer>(graph_, read_rules(node_role), node_authorizer::gates()));
        } else {
            throw fault(error(errc::bad_config,
                              fmt::format("authorization mode {}: expected Node, RBAC, AlwaysAllow or "
                                          "AlwaysDeny",
                                          name)));
        }
    }
    std::vector<const authorizer*> in_order;
    for (const auto& each : authorizers_) in_order.push_back(each.get());
    chain_ = authorizer_chain(std::move(in_order));
}

void access_control::follow(const resource& r, const record_ptr& before, const record_ptr& now) {
    const bool is_policy = r.gvr.group == rbac_group;
    if (r.custom || (!is_policy && !follows_nodes_)) return;
    if (!is_policy && !authorization::node_graph::follows(r.kind)) return;
    const bj::object was = before ? before->parse() : bj::object(), is = now ? now->parse() : bj::object();
    const bj::object* const old = before ? &was : nullptr;
    const bj::object* const next = now ? &is : nullptr;
    if (is_policy)
        policy_.change(r.kind, old, next);
    else
        graph_.change(r.kind, old, next);
}

api_result<user_ptr> access_control::authenticate(const http::server_request&) const {
    if (!anonymous_) return unauthorized();
    static const user_ptr anonymous = std::make_shared<const user_info>(
        user_info{.name = std::string(anonymous_user), .groups = {std::string(unauthenticated_group)}});
    return anonymous;
}

api_result<requester_ptr> access_control::admit(const http::server_request& r, user_ptr as) const {
    if (!as) {
        auto found = authenticate(r);
        if (!found) return found.error();
        as = std::move(*found);
    }
    auto asked = authorization::request_attributes(std::move(as), r.method, r.path(), r.query());
    if (!asked) return plain_error("no RequestInfo found in the context");
    const authorization::decision d = chain_.authorize(*asked);
    if (!d.allows()) return authorization::forbidden_request(*asked, d.reason);
    return std::make_shared<const requester>(std::move(*asked), chain_, &escalation_);
}

}  // namespace setpoint::inline v0::apiserver
