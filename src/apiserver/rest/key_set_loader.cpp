#include "apiserver/rest/key_set_loader.hpp"

#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

key_set_loader::key_set_loader(loop& l, logger log, authentication::open_id_tokens& tokens, web_getter get)
    : loop_(l), log_(std::move(log)), tokens_(tokens), get_(std::move(get)), wanted_(l) {
    tokens_.on_unknown_key = [this] { wanted_.notify(); };
}

awaitable<result<std::string>> key_set_loader::fetch(std::string url, std::string_view what) {
    auto answer = co_await with_timeout(loop_, limit, "fetch " + url, get_(url));
    if (!answer) co_return answer.error();
    constexpr int ok = 200;
    if (answer->status != ok)
        co_return error(errc::bad_data, fmt::format("oidc: get {} failed: {} answered with the status {}",
                                                    what, url, answer->status));
    co_return std::move(answer->body);
}

awaitable<result<>> key_set_loader::load() {
    if (keys_at_.empty()) {
        const auto text = co_await fetch(discovery_url_of(tokens_.settings()), "provider");
        if (!text) co_return text.error();
        auto url = authentication::key_set_url(*text, tokens_.settings().issuer);
        if (!url) co_return url.error();
        keys_at_ = std::move(*url);
    }
    const auto text = co_await fetch(keys_at_, "keys");
    if (!text) co_return text.error();
    auto keys = authentication::read_key_set(*text);
    if (!keys) co_return keys.error();
    tokens_.set_keys(std::move(*keys));
    co_return result<>();
}

awaitable<void> key_set_loader::run() {
    for (;;) {
        const result<> loaded = co_await load();
        if (!loaded)
            log_.error("oidc authenticator: cannot load the keys of the provider",
                       {{"issuer", tokens_.settings().issuer}, {"error", loaded.error().message}});
        co_await loop_.sleep(retry);
        if (loaded) co_await wanted_.wait(saturating_add(loop_.now(), refresh));
    }
}

}}}  // namespace setpoint::v0::apiserver
