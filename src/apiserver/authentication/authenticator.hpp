#pragma once
// Who sends a request, as its credentials prove it, and chains of authenticators (apiserver,
// pkg/authentication: authenticator, request/union, token/union, group).

#include "apiserver/authentication/user_info.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/message.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {
struct peer_certificates;
}}}  // namespace setpoint::v0::http

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// What a webhook is asked about.
struct token_question {
    setpoint::secret token;
    std::optional<std::vector<std::string>> audiences{};  // nothing: none in particular
};

// What an authenticator finds. Texts never contain a credential.
struct verdict {
    // Null: no credentials that concern the authenticator, or refused ones.
    user_ptr user{};
    // Those of the wanted audiences that the credentials are meant for. Empty if they do not say.
    std::vector<std::string> audiences{};
    // Why credentials were refused, in the words of kube-apiserver, which logs them; the client gets only
    // 401. Only without a user.
    std::vector<std::string> errors{};
    // For Warning headers, with or without a user.
    std::vector<std::string> warnings{};

    // A webhook has to be asked before the credentials can be judged; everything else is empty.
    std::shared_ptr<const token_question> question{};

    bool is_authenticated() const { return user != nullptr; }
    bool is_refused() const { return !errors.empty(); }
    // "a" or "[a, b]", each error once (apimachinery, util/errors.Aggregate); "" without errors.
    std::string error_text() const;

    static verdict of(user_info user) { return {.user = std::make_shared<const user_info>(std::move(user))}; }
    static verdict refused(std::string why) { return {.errors = {std::move(why)}}; }
};

// What a webhook has found.
struct token_answer {
    std::shared_ptr<const token_question> to;
    verdict found;
};
using token_answers = std::vector<token_answer>;

// Everything must outlive the call.
struct credentials {
    const std::vector<http::header>& headers;
    std::string_view path;  // decoded
    const http::peer_certificates* peer = nullptr;
    wall_time now{};
    // Nothing: the caller wants none in particular.
    const std::vector<std::string>* audiences = nullptr;
    const token_answers* answers = nullptr;  // to the questions that were asked so far
};

// Decides from memory. Who waits for something, like a webhook, returns a question: the caller finds the
// answer, and starts over with it.
class authenticator {
public:
    virtual ~authenticator() = default;
    [[nodiscard]] virtual verdict authenticate(const credentials& c) const = 0;
};

struct token_query {
    std::string_view token;  // not empty
    wall_time now{};
    const std::vector<std::string>* audiences = nullptr;  // as in `credentials`
    const token_answers* answers = nullptr;
};

class token_authenticator {
public:
    virtual ~token_authenticator() = default;
    [[nodiscard]] virtual verdict authenticate(const token_query& q) const = 0;
};

// The first that finds a user decides. Without one, all errors count. The members must outlive the chain.
class authenticator_union : public authenticator {
public:
    enum class on_error : bool { go_on, stop };
    explicit authenticator_union(std::vector<const authenticator*> in_order, on_error what = on_error::go_on)
        : all_(std::move(in_order)), what_(what) {}
    verdict authenticate(const credentials& c) const override;

private:
    std::vector<const authenticator*> all_;
    on_error what_;
};

class token_union : public token_authenticator {
public:
    explicit token_union(std::vector<const token_authenticator*> in_order) : all_(std::move(in_order)) {}
    verdict authenticate(const token_query& q) const override;

private:
    std::vector<const token_authenticator*> all_;
};

// Adds the group system:authenticated to a user who is not anonymous, unless it or
// system:unauthenticated is there.
class authenticated_group_adder : public authenticator {
public:
    explicit authenticated_group_adder(const authenticator& inner) : inner_(inner) {}
    verdict authenticate(const credentials& c) const override;

private:
    const authenticator& inner_;
};

// The elements of `wanted` that are in `own`, in the order of `wanted` (Audiences.Intersect).
std::vector<std::string> common_audiences(const std::vector<std::string>& own,
                                          const std::vector<std::string>& wanted);
// For authenticators whose credentials say nothing of audiences (WrapAudienceAgnosticRequest): if a caller
// wants audiences, those of them that are the server's own; `decide` is not asked if there are none.
template <class Decide>
verdict for_own_audiences(const std::vector<std::string>& own, const std::vector<std::string>* wanted,
                          const Decide& decide) {
    if (wanted == nullptr) return decide();
    std::vector<std::string> common = common_audiences(own, *wanted);
    if (common.empty()) return {};
    verdict v = decide();
    if (v.is_authenticated()) v.audiences = std::move(common);
    return v;
}

// The values of the headers with this name, in order.
std::vector<std::string_view> header_values(const std::vector<http::header>& headers, std::string_view name);

}}}  // namespace setpoint::v0::apiserver::authentication
