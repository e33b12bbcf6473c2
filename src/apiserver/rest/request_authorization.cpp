#include "apiserver/rest/request_authorization.hpp"

#include "apiserver/authorization/request_attributes.hpp"
#include "setpoint/core/error.hpp"

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

// Becomes the plain page of kube-apiserver.
api_error undecidable(std::string why) {
    return {0, {}, std::move(why), {}};
}

void begin(const http::server_request& r, const user_ptr& who, audit::request_record& record) {
    if (const auto asked = authorization::request_attributes(who, r.method, r.path(), r.query()))
        record.begin(*asked);
}

}  // namespace

request_authorization::request_authorization(server_state& w, const access_options& o,
                                             const bj::object& node_role,
                                             const kubeconfig_webhook::connector& connect)
    : state_(w), call_([this](const authorization::needed_review& r) { return ask(r); }) {
    using namespace authorization;
    auto configured = configured_authorizers(o, system_sources().read_file);
    if (!configured) throw fault(configured.error());
    authorizers_.push_back(std::make_unique<privileged_users>());
    for (configured_authorizer& each : *configured) {
        std::string name = each.name();
        add(std::move(each), node_role, connect);
        authorizers_.back()->name = std::move(name);
    }
    std::vector<const authorizer*> in_order;
    in_order.reserve(authorizers_.size());
    for (const auto& each : authorizers_) in_order.push_back(each.get());
    chain_ = authorizer_chain(std::move(in_order));
    w.stored.push_back([this](const resource& r, const record_ptr& before, const record_ptr& now) {
        follow(r, before, now);
    });
}

void request_authorization::add(authorization::configured_authorizer each, const bj::object& node_role,
                                const kubeconfig_webhook::connector& connect) {
    using namespace authorization;
    if (each.webhook) {
        add_webhook(std::move(*each.webhook), connect);
    } else if (each.policy) {
        if (each.policy->unversioned > 0)
            state_.log.warn(
                "The policy of the authorizer ABAC contains unversioned rules. See "
                "docs/admin/authorization.md#abac-mode for ABAC file format details.");
        authorizers_.push_back(std::make_unique<abac_authorizer>(std::move(each.policy->rules)));
    } else if (each.type == "AlwaysAllow") {
        allows_everything_ = true;
        authorizers_.push_back(std::make_unique<always_allow>());
    } else if (each.type == "AlwaysDeny") {
        authorizers_.push_back(std::make_unique<always_deny>());
    } else if (each.type == "RBAC") {
        authorizers_.push_back(std::make_unique<rbac_authorizer>(policy_));
    } else {
        follows_nodes_ = true;
        authorizers_.push_back(
            std::make_unique<node_authorizer>(graph_, read_rules(node_role), node_authorizer::gates()));
    }
}

void request_authorization::add_webhook(authorization::webhook_source from,
                                        const kubeconfig_webhook::connector& connect) {
    const std::string name = from.kubeconfig_name.empty() ? "options.access.authorization_webhook.kubeconfig"
                                                          : from.kubeconfig_name;
    auto to = std::make_unique<kubeconfig_webhook>(state_.event_loop, state_.log, from.kubeconfig, name,
                                                   from.settings.timeout, connect);
    auto asked = std::make_unique<authorization::webhook_authorizer>(std::move(from.settings),
                                                                     state_.event_loop.time());
    webhooks_.emplace(asked.get(), std::move(to));
    authorizers_.push_back(std::move(asked));
}

bool request_authorization::follows(const resource& r) const {
    if (r.custom) return false;
    return r.gvr.group == rbac_group || (follows_nodes_ && authorization::node_graph::follows(r.kind));
}

void request_authorization::follow(const resource& r, const record_ptr& before, const record_ptr& now) {
    if (!follows(r)) return;
    const bj::object was = before ? before->parse() : bj::object(), is = now ? now->parse() : bj::object();
    const bj::object* const old = before ? &was : nullptr;
    const bj::object* const next = now ? &is : nullptr;
    if (r.gvr.group == rbac_group)
        policy_.change(r.kind, old, next);
    else
        graph_.change(r.kind, old, next);
}

// Impersonation, if the request asks for it.
api_result<user_ptr> request_authorization::acting_user(const http::server_request& r,
                                                        const authorization::attributes& asked,
                                                        const authorization::authorizer& rights,
                                                        audit::access_notes* notes) const {
    auto wanted = authorization::impersonated_user(r.headers);
    if (!wanted) return wanted.error();
    if (!*wanted) return asked.user;
    authorization::impersonation i(std::move(**wanted), asked, impersonations_.last_of(*asked.user));
    while (const authorization::attributes* const check = i.next()) i.answer(rights.authorize(*check));
    if (!i.user()) return i.refusal();
    impersonations_.allowed(*asked.user, i.mode());
    if (notes != nullptr) notes->impersonated = i.user();
    if (notes != nullptr) notes->constraint = i.constraint();
    return i.user();
}

api_result<authorization::attributes> request_authorization::permit(const http::server_request& r,
                                                                    user_ptr who,
                                                                    const authorization::authorizer& rights,
                                                                    audit::access_notes* notes) const {
    if (notes != nullptr) *notes = {};
    auto asked = authorization::request_attributes(std::move(who), r.method, r.path(), r.query());
    if (!asked) return undecidable("no RequestInfo found in the context");
    auto user = acting_user(r, *asked, rights, notes);
    if (!user) return user.error();
    asked->user = std::move(*user);
    authorization::decision d = rights.authorize(*asked);
    if (notes != nullptr) notes->decided = d;
    if (d.allows()) return std::move(*asked);
    if (!d.error.empty()) return undecidable(std::move(d.error));
    return authorization::forbidden_request(*asked, d.reason);
}

api_result<requester_ptr> request_authorization::authorize(const http::server_request& r, user_ptr who,
                                                           audit::request_record* record) const {
    if (record != nullptr) begin(r, who, *record);
    audit::access_notes notes;
    auto asked = permit(r, std::move(who), chain_, record != nullptr ? &notes : nullptr);
    if (record != nullptr) record->set_access(notes);
    if (!asked) return asked.error();
    auto out = std::make_shared<requester>(std::move(*asked), chain_, &escalation_);
    out->record = record;
    return out;
}

awaitable<api_result<requester_ptr>> request_authorization::authorize_waiting(
    const http::server_request& r, user_ptr who, audit::request_record* record) const {
    if (record != nullptr) begin(r, who, *record);
    audit::access_notes notes;
    audit::access_notes* const noted = record != nullptr ? &notes : nullptr;
    auto rights = std::make_shared<authorization::request_rights>(chain_, policy_, call_);
    auto asked = permit(r, who, *rights, noted);
    while (rights->memory().needs_reviews()) {
        co_await rights->answer();
        asked = permit(r, who, *rights, noted);
    }
    if (record != nullptr) record->set_access(notes);
    if (!asked) co_return asked.error();
    auto out = std::make_shared<requester>(std::move(*asked), std::move(rights));
    out->record = record;
    co_return out;
}

awaitable<authorization::decision> request_authorization::ask(const authorization::needed_review& r) const {
    const auto response = co_await webhooks_.at(r.webhook)->post(r.webhook->body_of(r));
    if (!response)
        state_.log.error("Failed to make webhook authorizer request",
                         {{"webhook", r.webhook->settings().name}, {"error", response.error().message}});
    co_return r.webhook->decide(r, response);
}

}}}  // namespace setpoint::v0::apiserver
