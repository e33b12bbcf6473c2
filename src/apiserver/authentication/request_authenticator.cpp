#include "apiserver/authentication/request_authenticator.hpp"

#include "apiserver/schema/text_at.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

std::vector<const token_authenticator*> pointers(
    const std::vector<std::unique_ptr<token_authenticator>>& all) {
    std::vector<const token_authenticator*> out;
    out.reserve(all.size());
    for (const auto& each : all) out.push_back(each.get());
    return out;
}

bj::array json_list(const std::vector<std::string>& texts) {
    bj::array out;
    for (const std::string& t : texts) out.emplace_back(t);
    return out;
}

template <class... Member>
std::vector<const authenticator*> without_null(const Member*... members) {
    std::vector<const authenticator*> out;
    for (const authenticator* each : {static_cast<const authenticator*>(members)...})
        if (each != nullptr) out.push_back(each);
    return out;
}

}  // namespace

request_authenticator::request_authenticator(authentication_parts parts)
    : parts_(std::move(parts)),
      no_tokens_({}),
      // kube-apiserver knows a token of its own, so it always refuses others once more: the first error.
      loopback_(no_tokens_),
      tokens_(pointers(parts_.tokens)),
      bearer_(tokens_),
      websocket_(tokens_),
      credentials_(
          without_null(parts_.front_proxy.get(), parts_.client_certificates.get(),
                       parts_.tokens.empty() ? nullptr : static_cast<const authenticator*>(&bearer_),
                       parts_.tokens.empty() ? nullptr : static_cast<const authenticator*>(&websocket_))),
      adder_(credentials_),
      anonymous_(parts_.anonymous.paths),
      or_anonymous_(
          without_null(static_cast<const authenticator*>(&adder_),
                       parts_.anonymous.enabled ? static_cast<const authenticator*>(&anonymous_) : nullptr),
          authenticator_union::on_error::stop),
      all_(without_null(static_cast<const authenticator*>(&loopback_),
                        static_cast<const authenticator*>(&or_anonymous_))) {}

request_authenticator::~request_authenticator() = default;

verdict request_authenticator::authenticate(const std::vector<http::header>& headers, std::string_view path,
                                            const http::peer_certificates* peer, wall_time now,
                                            const token_answers* answers) const {
    const std::vector<std::string>* const own =
        parts_.api_audiences.empty() ? nullptr : &parts_.api_audiences;
    verdict v = all_.authenticate(
        {.headers = headers, .path = path, .peer = peer, .now = now, .audiences = own, .answers = answers});
    if (!v.is_authenticated() || own == nullptr || v.audiences.empty()) return v;
    if (!common_audiences(*own, v.audiences).empty()) return v;
    v.user = nullptr;
    v.errors.push_back(fmt::format("unable to match the audience: [{}] , accepted: [{}]",
                                   fmt::join(v.audiences, " "), fmt::join(*own, " ")));
    return v;
}

request_authenticator::reviewed request_authenticator::review(std::string_view token,
                                                              const bj::array& audiences, wall_time now,
                                                              const token_answers* answers) const {
    std::vector<std::string> wanted;
    for (const bj::value& v : audiences) wanted.emplace_back(text_of(v));
    if (wanted.empty()) wanted = parts_.api_audiences;
    std::string line = "Bearer ";
    line.append(token);
    const std::vector<http::header> headers{{"Authorization", std::move(line)}};
    const verdict v = all_.authenticate({.headers = headers,
                                         .path = {},
                                         .now = now,
                                         .audiences = wanted.empty() ? nullptr : &wanted,
                                         .answers = answers});
    if (v.question) return {.question = v.question};
    bj::object status;
    if (v.is_authenticated()) {
        if (!wanted.empty() && common_audiences(wanted, v.audiences).empty()) return {};
        status["authenticated"] = true;
        status["user"] = document_of(*v.user);
        if (!v.audiences.empty()) status["audiences"] = json_list(v.audiences);
        return {.status = std::move(status)};
    }
    if (v.is_refused()) status["error"] = v.error_text();
    status["user"] = bj::object();
    return {.status = std::move(status)};
}

}}}  // namespace setpoint::v0::apiserver::authentication
