#pragma once
// Compiles and evaluates the expressions of a JWTAuthenticator, over `claims` or `user`.

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/schema/api_error.hpp"
#include "setpoint/cel/program.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

struct claim_expression {
    std::string source{};
    std::optional<cel::program> made{};  // set unless `source` is empty or has an error
    bool uses_email = false, uses_email_verified = false;
};

enum class expression_over : std::uint8_t { claims, user };
enum class expression_result : std::uint8_t { any, boolean };

// Appends an error for one that does not compile or has another type.
claim_expression compile_claim_expression(const std::string& source, expression_over variable,
                                          expression_result wanted, const std::string& path,
                                          field_errors& errors);

// Each error is bad_data, and has the words of kube-apiserver without "oidc: ".
// A string; nothing if it is another value.
result<std::optional<std::string>> evaluated_text(const claim_expression& e, const bj::object& claims);
// A string or a list of them, without empty ones; null is an empty list.
result<std::vector<std::string>> evaluated_texts(const claim_expression& e, const bj::object& claims);
result<bool> evaluated_truth(const claim_expression& e, const bj::object& claims);
result<bool> evaluated_truth(const claim_expression& e, const user_info& user);

}}}  // namespace setpoint::v0::apiserver::authentication
