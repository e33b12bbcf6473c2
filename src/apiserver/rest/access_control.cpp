#include "apiserver/rest/access_control.hpp"

#include "apiserver/authorization/request_attributes.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

}  // namespace

access_control::access_control(server_state& w, const access_options& o, const bj::object& node_role,
                               identity_network over)
    : clients_(w, o, std::move(over)) {
    add_authorizers(o.authorizers, node_role);
    w.stored.push_back([this](const resource& r, const record_ptr& before, const record_ptr& now) {
        follow(r, before, now);
    });
}

void access_control::add_authorizers(const std::vector<std::string>& names, const bj::object& node_role) {
    using namespace authorization;
    authorizers_.push_back(std::make_unique<privileged_users>());
    for (const std::string& name : names) {
        if (std::ranges::count(names, name) > 1)
            throw fault(
                error(errc::bad_config, fmt::format("authorization mode {}: given more than once", name)));
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
    in_order.reserve(authorizers_.size());
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

// Impersonation, if the request asks for it.
api_result<user_ptr> access_control::acting_user(const http::server_request& r,
                                                 const authorization::attributes& asked) const {
    auto wanted = authorization::impersonated_user(r.headers);
    if (!wanted) return wanted.error();
    if (!*wanted) return asked.user;
    authorization::impersonation i(std::move(**wanted), asked, impersonations_.last_of(*asked.user));
    while (const authorization::attributes* const check = i.next()) i.answer(chain_.authorize(*check));
    if (!i.user()) return i.refusal();
    impersonations_.allowed(*asked.user, i.mode());
    return i.user();
}

api_result<requester_ptr> access_control::admit(const http::server_request& r, user_ptr as,
                                                std::vector<std::string>& warnings) const {
    if (!as) {
        auto found = clients_.authenticate(r, warnings);
        if (!found) return found.error();
        as = std::move(*found);
    }
    return authorize(r, std::move(as));
}

awaitable<api_result<requester_ptr>> access_control::admit_waiting(const http::server_request& r, user_ptr as,
                                                                   std::vector<std::string>& warnings) const {
    if (!as) {
        auto found = co_await clients_.authenticate_waiting(r, warnings);
        if (!found) co_return found.error();
        as = std::move(*found);
    }
    co_return authorize(r, std::move(as));
}

api_result<requester_ptr> access_control::authorize(const http::server_request& r, user_ptr who) const {
    auto asked = authorization::request_attributes(std::move(who), r.method, r.path(), r.query());
    if (!asked) return plain_error("no RequestInfo found in the context");
    auto user = acting_user(r, *asked);
    if (!user) return user.error();
    asked->user = std::move(*user);
    const authorization::decision d = chain_.authorize(*asked);
    if (!d.allows()) return authorization::forbidden_request(*asked, d.reason);
    return std::make_shared<const requester>(std::move(*asked), chain_, &escalation_);
}

}}}  // namespace setpoint::v0::apiserver
