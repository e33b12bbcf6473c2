#include "apiserver/authentication/webhook_tokens.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/core/random_secret.hpp"

#include <fmt/format.h>
#include <openssl/hmac.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::string_view review_group = "authentication.k8s.io";
constexpr std::size_t deepest_review = 32;

std::vector<std::string> texts_in(const bj::object& from, std::string_view name) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(from, name)) out.emplace_back(text_of(v));
    return out;
}

user_info user_in(const bj::object& from) {
    user_info out{.name = std::string(text_at(from, "username")),
                  .uid = std::string(text_at(from, "uid")),
                  .groups = texts_in(from, "groups")};
    const bj::object& extra = object_of(from, "extra");
    for (const auto& member : extra) {
        const std::string key(member.key().data(), member.key().size());
        out.extra[key] = texts_in(extra, key);
    }
    return out;
}

// A prefix of its length, so that "xy" + "z" differs from "x" + "yz".
void append_sized(std::string& to, std::string_view text) {
    for (int shift = 0; shift < 64; shift += 8) to.push_back(static_cast<char>(text.size() >> shift));
    to.append(text);
}

}  // namespace

result<> webhook_tokens::check_version(std::string_view version) {
    if (version == "v1" || version == "v1beta1") return {};
    return error(errc::bad_config, fmt::format("unsupported authentication webhook version \"{}\", supported "
                                               "versions are \"v1\", \"v1beta1\"",
                                               version));
}

webhook_tokens::webhook_tokens(webhook_token_settings s) : settings_(std::move(s)), key_(random_key(32)) {}

webhook_tokens::digest webhook_tokens::digest_of(std::string_view token,
                                                 const std::vector<std::string>* audiences) const {
    std::string text;
    append_sized(text, token);
    if (audiences != nullptr)
        for (const std::string& each : *audiences) append_sized(text, each);
    digest out{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), key_.reveal().data(), static_cast<int>(key_.reveal().size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), &size);
    const secret wiped(std::move(text));
    return out;
}

verdict webhook_tokens::authenticate(const token_query& q) const {
    if (q.answers != nullptr)
        for (const token_answer& each : *q.answers)
            if (each.to->token.reveal() == q.token) return each.found;
    if (settings_.ttl > duration::zero()) {
        const auto found = kept_.find(digest_of(q.token, q.audiences));
        if (found != kept_.end() && q.now < found->second.until) return found->second.found;
    }
    auto question = std::make_shared<token_question>();
    question->token = secret(std::string(q.token));
    if (q.audiences != nullptr) question->audiences = *q.audiences;
    return verdict{.question = std::move(question)};
}

std::string webhook_tokens::review_of(const token_question& q) const {
    bj::object spec{{"token", q.token.reveal()}};
    if (q.audiences && !q.audiences->empty()) {
        bj::array list;
        for (const std::string& each : *q.audiences) list.emplace_back(each);
        spec["audiences"] = std::move(list);
    }
    bj::object review{{"kind", "TokenReview"},
                      {"apiVersion", fmt::format("{}/{}", review_group, settings_.version)}};
    review["metadata"] = bj::object();
    review["spec"] = std::move(spec);
    review["status"] = bj::object{{"user", bj::object()}};
    return json_text::serialize(review);
}

result<verdict> webhook_tokens::read_review(std::string_view body, const token_question& q) const {
    bj::value read;
    std::string why;
    if (!json_text::parse(body, read, why, deepest_review))
        return error(errc::bad_data, "the answer of the webhook is not JSON: " + why);
    const std::string version = fmt::format("{}/{}", review_group, settings_.version);
    if (!read.is_object() || text_at(read.get_object(), "kind") != "TokenReview" ||
        text_at(read.get_object(), "apiVersion") != version)
        return error(errc::bad_data,
                     fmt::format("the answer of the webhook is not a TokenReview of {}", version));
    const bj::object& status = object_of(read.get_object(), "status");
    verdict out;
    if (q.audiences) {
        const std::vector<std::string> named = texts_in(status, "audiences");
        out.audiences = common_audiences(named.empty() ? settings_.api_audiences : named, *q.audiences);
        if (out.audiences.empty()) return verdict();
    }
    if (!true_at(status, "authenticated")) {
        verdict refusal;
        if (const std::string_view said = text_at(status, "error"); !said.empty())
            refusal.errors.emplace_back(said);
        return refusal;
    }
    out.user = std::make_shared<const user_info>(user_in(object_of(status, "user")));
    return out;
}

void webhook_tokens::keep(const token_question& q, const verdict& found, wall_time now) {
    if (settings_.ttl <= duration::zero() || found.is_refused()) return;
    const digest key = digest_of(q.token.reveal(), q.audiences ? &*q.audiences : nullptr);
    if (const auto old = kept_.find(key); old != kept_.end()) {
        by_age_.erase(old->second.age);
        kept_.erase(old);
    }
    if (kept_.size() == most_answers) {
        kept_.erase(by_age_.front());
        by_age_.pop_front();
    }
    by_age_.push_back(key);
    kept_.emplace(key, kept{found, now + settings_.ttl, std::prev(by_age_.end())});
}

}}}  // namespace setpoint::v0::apiserver::authentication
