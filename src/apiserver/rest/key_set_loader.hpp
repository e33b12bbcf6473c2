#pragma once
// Keeps the keys of an OpenID provider, in the background.

#include "apiserver/authentication/open_id_tokens.hpp"
#include "apiserver/rest/https_client.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/sync.hpp"

#include <chrono>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// No request waits for it: until the first keys are there, tokens of the provider are refused, and a token
// with a key that is not known makes it look again, but not more often than it retries.
class key_set_loader {
public:
    static constexpr duration retry = std::chrono::seconds(10);  // after an error, as kube-apiserver
    static constexpr duration refresh = std::chrono::minutes(10);
    static constexpr duration limit = std::chrono::seconds(30);  // of one request

    // Everything must outlive it. Sets tokens.on_unknown_key.
    key_set_loader(loop& l, logger log, authentication::open_id_tokens& tokens, web_getter get);
    // Until it is cancelled.
    awaitable<void> run();

private:
    awaitable<result<>> load();
    awaitable<result<std::string>> fetch(std::string url, std::string_view what);

    loop& loop_;
    logger log_;
    authentication::open_id_tokens& tokens_;
    web_getter get_;
    std::string keys_at_{};  // "" until the provider has told
    notifier wanted_;
};

}}}  // namespace setpoint::v0::apiserver
