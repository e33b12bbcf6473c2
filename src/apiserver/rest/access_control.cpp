#include "apiserver/rest/access_control.hpp"

#include "apiserver/authentication/account_tokens.hpp"
#include "apiserver/authentication/bootstrap_tokens.hpp"
#include "apiserver/authentication/client_certificate.hpp"
#include "apiserver/authentication/static_tokens.hpp"
#include "apiserver/authorization/request_attributes.hpp"
#include "apiserver/request/query.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/random_secret.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

api_error unauthorized() {
    return {401, "Unauthorized", "Unauthorized", {}};
}

}  // namespace

access_control::access_control(server_state& w, const access_options& o, const bj::object& node_role)
    : state_(w) {
    add_authorizers(o.authorizers, node_role);
    add_authenticators(o);
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

void access_control::add_authenticators(const access_options& o) {
    using namespace authentication;
    state_.token_key = random_key(32);
    authentication_parts parts;
    parts.api_audiences = {std::string(api_audience)};
    // As the options of kube-apiserver do: otherwise everybody would be an administrator.
    const bool everything = std::ranges::find(o.authorizers, "AlwaysAllow") != o.authorizers.end();
    parts.anonymous.enabled = o.anonymous && !everything;
    if (o.anonymous && everything)
        state_.log.warn(
            "AnonymousAuth is not allowed with the AlwaysAllow authorizer. Resetting AnonymousAuth to "
            "false. You should use a different authorizer");
    if (!o.client_ca_pem.empty()) {
        auto cas = certificate_verifier::from_pem(o.client_ca_pem);
        if (!cas) throw fault(cas.error());
        parts.client_certificates = std::make_unique<client_certificate_authenticator>(std::move(*cas));
    }
    auto known = static_tokens::parse(o.tokens.reveal(), o.tokens_name, parts.api_audiences,
                                      state_.event_loop.random());
    if (!known) throw fault(known.error());
    for (const std::string& warning : known->warnings()) state_.log.warn(warning);
    const object_reader read = state_.context("").read;
    parts.tokens.push_back(std::make_unique<static_tokens>(std::move(*known)));
    parts.tokens.push_back(std::make_unique<account_tokens>(state_.token_key, parts.api_audiences, read));
    if (o.bootstrap_tokens)
        parts.tokens.push_back(std::make_unique<bootstrap_tokens>(parts.api_audiences, read));
    authenticator_.emplace(std::move(parts));
}

api_result<user_ptr> access_control::authenticate(const http::server_request& r,
                                                  std::vector<std::string>& warnings) const {
    authentication::verdict found =
        authenticator_->authenticate(r.headers, unescaped(r.path(), false), r.peer.get(), state_.now());
    warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
    if (found.is_authenticated()) return std::move(found.user);
    if (found.is_refused())
        state_.log.warn("Unable to authenticate the request", {{"error", found.error_text()}});
    return unauthorized();
}

api_result<bj::object> access_control::review(std::string_view token, const bj::array& audiences) const {
    auto status = authenticator_->review(token, audiences, state_.now());
    if (!status) return plain_error("Internal error occurred: error validating audiences");
    return std::move(*status);
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
        auto found = authenticate(r, warnings);
        if (!found) return found.error();
        as = std::move(*found);
    }
    auto asked = authorization::request_attributes(std::move(as), r.method, r.path(), r.query());
    if (!asked) return plain_error("no RequestInfo found in the context");
    auto user = acting_user(r, *asked);
    if (!user) return user.error();
    asked->user = std::move(*user);
    const authorization::decision d = chain_.authorize(*asked);
    if (!d.allows()) return authorization::forbidden_request(*asked, d.reason);
    return std::make_shared<const requester>(std::move(*asked), chain_, &escalation_);
}

}}}  // namespace setpoint::v0::apiserver
