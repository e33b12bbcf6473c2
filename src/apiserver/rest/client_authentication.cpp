#include "apiserver/rest/client_authentication.hpp"

#include "apiserver/format/negotiate.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/request/query.hpp"
#include "apiserver/rest/authenticators.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/task_scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace authentication;

namespace {

constexpr std::string_view discovery_path = "/.well-known/openid-configuration",
                           keys_path = "/openid/v1/jwks";

// Route.matchesAccept of go-restful.
bool accepts(std::string_view accept, std::string_view type) {
    if (accept.empty()) return true;
    for (;;) {
        const std::size_t comma = accept.find(',');
        std::string_view each = accept.substr(0, comma);
        each = each.substr(0, each.find(';'));
        while (each.starts_with(' ')) each.remove_prefix(1);
        while (each.ends_with(' ')) each.remove_suffix(1);
        if (each == "*/*" || each == type) return true;
        if (comma == std::string_view::npos) return false;
        accept.remove_prefix(comma + 1);
    }
}

// As errors of go-restful become those of the API.
api_error routing_error(int code, std::string reason, std::string message) {
    api_error out{code, std::move(reason), std::move(message), {}};
    out.empty_details = true;
    return out;
}

}  // namespace

client_authentication::client_authentication(server_state& w, const access_options& o, identity_network over)
    : state_(w), accounts_(authority_of(o)) {
    authentication_parts parts = local_authenticators(w, o, accounts_);
    const authentication_configuration c = configuration_of(o);
    if (c.anonymous) parts.anonymous = *c.anonymous;
    // Also of the configuration: with AlwaysAllow everybody would be an administrator.
    if (std::ranges::find(o.authorizers, "AlwaysAllow") != o.authorizers.end())
        parts.anonymous.enabled = false;
    add_providers(c, o, parts, over);
    if (!o.token_webhook.kubeconfig.empty()) add_webhook(o.token_webhook, parts, over);
    w.accounts = accounts_;
    authenticator_.emplace(std::move(parts));
}

void client_authentication::add_providers(const authentication_configuration& c, const access_options& o,
                                          authentication_parts& to, identity_network& over) {
    for (auto& each : providers_of(c, o, *accounts_)) {
        web_getter get;
        if (over.getter) {
            get = over.getter(each->settings().ca_pem);
        } else {
            getters_.push_back(std::make_unique<https_getter>(state_.event_loop, each->settings().ca_pem));
            get = [from = getters_.back().get()](std::string url) { return from->get(std::move(url)); };
        }
        loaders_.push_back(
            std::make_unique<key_set_loader>(state_.event_loop, state_.log, *each, std::move(get)));
        to.tokens.push_back(std::move(each));
    }
}

void client_authentication::add_webhook(const access_webhook_options& o, authentication_parts& to,
                                        identity_network& over) {
    if (const auto ok = webhook_tokens::check_version(o.version); !ok) throw fault(ok.error());
    hook_ = std::make_unique<kubeconfig_webhook>(
        state_.event_loop, state_.log, o.kubeconfig,
        o.name.empty() ? "options.access.token_webhook.kubeconfig" : o.name, token_webhook::limit,
        over.connect);
    auto tokens = std::make_unique<webhook_tokens>(webhook_token_settings{
        .version = o.version, .ttl = o.token_ttl, .api_audiences = accounts_->api_audiences()});
    webhook_ = std::make_unique<token_webhook>(state_.event_loop, *tokens, *hook_);
    to.tokens.push_back(std::move(tokens));
}

awaitable<void> client_authentication::run() {
    task_scope tasks(state_.event_loop, "identity providers");
    for (const auto& each : loaders_) tasks.spawn("keys of an identity provider", each->run());
    co_await tasks.join();
}

client_authentication::~client_authentication() = default;

api_result<user_ptr> client_authentication::conclude(verdict found,
                                                     std::vector<std::string>& warnings) const {
    warnings.insert(warnings.end(), found.warnings.begin(), found.warnings.end());
    if (found.is_authenticated()) return std::move(found.user);
    if (found.is_refused())
        state_.log.warn("Unable to authenticate the request", {{"error", found.error_text()}});
    return api_error{401, "Unauthorized", "Unauthorized", {}};
}

api_result<user_ptr> client_authentication::authenticate(const http::server_request& r,
                                                         std::vector<std::string>& warnings) const {
    return conclude(
        authenticator_->authenticate(r.headers, unescaped(r.path(), false), r.peer.get(), state_.now()),
        warnings);
}

awaitable<api_result<user_ptr>> client_authentication::authenticate_waiting(
    const http::server_request& r, std::vector<std::string>& warnings) const {
    token_answers answers;
    const std::string path = unescaped(r.path(), false);
    for (;;) {
        verdict found = authenticator_->authenticate(r.headers, path, r.peer.get(), state_.now(), &answers);
        if (!found.question) co_return conclude(std::move(found), warnings);
        answers.push_back(co_await answer(found.question));
    }
}

awaitable<api_result<bj::object>> client_authentication::review(std::string_view token,
                                                                const bj::array& audiences) const {
    token_answers answers;
    for (;;) {
        auto found = authenticator_->review(token, audiences, state_.now(), &answers);
        if (found.status) co_return std::move(*found.status);
        if (!found.question) co_return plain_error("Internal error occurred: error validating audiences");
        answers.push_back(co_await answer(found.question));
    }
}

awaitable<token_answer> client_authentication::answer(std::shared_ptr<const token_question> q) const {
    verdict found = co_await webhook_->ask(q);
    co_return token_answer{std::move(q), std::move(found)};
}

std::optional<http::response> client_authentication::open_id_document(const http::server_request& r) const {
    std::string_view path = r.path();
    if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    const bool discovery = path == discovery_path;
    if ((!discovery && path != keys_path) || !accounts_->is_discoverable()) return std::nullopt;
    const std::string type = discovery ? "application/json" : "application/jwk-set+json";
    if (r.method != "GET")
        return error_response(
            routing_error(405, "MethodNotAllowed",
                          "the server does not allow this method on the requested resource"),
            r);
    if (!accepts(r.find("Accept"), type))
        return error_response(
            routing_error(406, "NotAcceptable",
                          fmt::format("406: Not Acceptable\n\nAvailable representations: {}", type)),
            r);
    const std::string_view host = r.find("Host");
    return http::response{200,
                          {{"Content-Type", type}, {"Cache-Control", "public, max-age=3600"}},
                          json_text::serialize(discovery ? accounts_->discovery(host) : accounts_->key_set()),
                          {}};
}

}}}  // namespace setpoint::v0::apiserver
