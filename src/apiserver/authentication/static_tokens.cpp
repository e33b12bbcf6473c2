#include "apiserver/authentication/static_tokens.hpp"

#include "apiserver/authentication/csv.hpp"
#include "setpoint/core/random_secret.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

std::vector<std::string> split_groups(std::string_view text) {
    std::vector<std::string> out;
    for (;;) {
        const std::size_t comma = text.find(',');
        out.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return out;
        text.remove_prefix(comma + 1);
    }
}

user_ptr user_of_record(const std::vector<std::string>& record) {
    user_info user{.name = record[1], .uid = record[2]};
    if (record.size() >= 4) user.groups = split_groups(record[3]);
    return std::make_shared<const user_info>(std::move(user));
}

}  // namespace

static_tokens::digest static_tokens::digest_of(std::string_view token) const {
    const std::string_view key = key_.reveal();
    digest out{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(token.data()), token.size(), out.data(), &size);
    return out;
}

result<static_tokens> static_tokens::parse(std::string_view text, std::string_view path,
                                           std::vector<std::string> api_audiences) {
    static_tokens out(std::move(api_audiences));
    out.key_ = random_key(32);
    csv_reader reader(text);
    for (std::size_t number = 1;; ++number) {
        const result<std::optional<std::vector<std::string>>> read = reader.next();
        if (!read) return error(errc::bad_config, read.error().message);
        if (!*read) return out;
        const std::vector<std::string>& record = **read;
        if (record.size() < 3)
            return error(errc::bad_config,
                         fmt::format("token file '{}' must have at least 3 columns (token, user name, user "
                                     "uid), found {}",
                                     path, record.size()));
        if (record[0].empty()) {
            out.warnings_.push_back(fmt::format(
                "empty token has been found in token file '{}', record number '{}'", path, number));
            continue;
        }
        const bool is_new =
            out.users_.insert_or_assign(out.digest_of(record[0]), user_of_record(record)).second;
        if (!is_new)
            out.warnings_.push_back(fmt::format(
                "duplicate token has been found in token file '{}', record number '{}'", path, number));
    }
}

verdict static_tokens::authenticate(const token_query& q) const {
    return for_own_audiences(audiences_, q.audiences, [&]() -> verdict {
        const auto found = users_.find(digest_of(q.token));
        return found == users_.end() ? verdict{} : verdict{.user = found->second};
    });
}

}}}  // namespace setpoint::v0::apiserver::authentication
