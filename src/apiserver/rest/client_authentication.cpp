#include "apiserver/rest/client_authentication.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/request/query.hpp"
#include "apiserver/rest/authenticators.hpp"

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

}  // namespace

client_authentication::client_authentication(server_state& w, const access_options& o)
    : state_(w), accounts_(authority_of(o)) {
    w.accounts = accounts_;
    authenticator_.emplace(local_authenticators(w, o, accounts_));
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

// No authenticator asks yet.
awaitable<token_answer> client_authentication::answer(std::shared_ptr<const token_question> q) const {
    co_return token_answer{std::move(q), {}};
}

std::optional<http::response> client_authentication::open_id_document(const http::server_request& r) const {
    const std::string_view path = r.path();
    const bool discovery = path == discovery_path;
    if ((!discovery && path != keys_path) || !accounts_->is_discoverable()) return std::nullopt;
    if (r.method != "GET") return http::response{405, {}, "405: Method Not Allowed", {}};
    const std::string type = discovery ? "application/json" : "application/jwk-set+json";
    if (!accepts(r.find("Accept"), type))
        return http::response{
            406, {}, fmt::format("406: Not Acceptable\n\nAvailable representations: {}", type), {}};
    const std::string_view host = r.find("Host");
    return http::response{200,
                          {{"Content-Type", type}, {"Cache-Control", "public, max-age=3600"}},
                          json_text::serialize(discovery ? accounts_->discovery(host) : accounts_->key_set()),
                          {}};
}

}}}  // namespace setpoint::v0::apiserver
