#pragma once
// Plans what to do with the token Secrets of a service account (kubernetes'
// pkg/controller/serviceaccount/tokens_controller.go): a pure function of both.

#include "apiserver/controllers/namespace/partial_types.hpp"
#include "setpoint/api/kind_info.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view token_secret_type = "kubernetes.io/service-account-token";
inline constexpr std::string_view account_name_key = "kubernetes.io/service-account.name";
inline constexpr std::string_view account_uid_key = "kubernetes.io/service-account.uid";

// The values in base64.
struct partial_token_data {
    std::string ca{}, ns{}, token{};
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_token_data;
        return object("", field(&self::ca, "ca.crt", ""), field(&self::ns, "namespace", ""),
                      field(&self::token, "token", ""));
    }
};

struct partial_token_secret {
    object_meta metadata{};
    partial_token_data data{};

    static constexpr auto kind() { return builtin_kind("", "v1", "Secret", "secrets"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_token_secret;
        return object("", field(&self::metadata, "metadata", ""), field(&self::data, "data", ""));
    }
};
using token_secret_ptr = std::shared_ptr<const partial_token_secret>;

// The name of the account that a Secret is for; "" if it names none.
std::string_view account_of(const partial_token_secret& s);

struct token_plan {
    std::vector<token_secret_ptr> remove;
    // Those to complete; each needs a token if it has none.
    std::vector<token_secret_ptr> complete;
};
// `account`: null if there is none. `secrets`: those that name it. `ca`: in base64; "": no CA is written.
token_plan plan_tokens(const partial_service_account* account, const std::vector<token_secret_ptr>& secrets,
                       std::string_view ca);
// The merge patch that completes a Secret. `token`: in base64; used if the Secret has none.
boost::json::object completion_of(const partial_token_secret& s, const partial_service_account& account,
                                  std::string_view ca, std::string_view token);

}}}  // namespace setpoint::v0::apiserver
