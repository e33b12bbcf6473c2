#pragma once
// From the claims of a verified token to a user: the mappings and the rules of a JWTAuthenticator, compiled
// (apiserver, pkg/authentication/cel; plugin/pkg/authenticator/token/oidc).

#include "apiserver/authentication/claim_expressions.hpp"
#include "apiserver/authentication/jwt_configuration.hpp"
#include "apiserver/authentication/user_info.hpp"
#include "apiserver/schema/api_error.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

class claim_mapper {
public:
    // Appends what is wrong with the mappings and the rules, in the words of kube-apiserver; the mapper may
    // be used only without errors. `path`: "jwt[0]".
    claim_mapper(jwt_settings s, const std::string& path, field_errors& errors);

    // Without the group system:authenticated. Errors: bad_data with the reason for the log.
    result<user_info> user_of(const bj::object& claims) const;

private:
    void compile_source(const claim_source& from, claim_expression& to, const std::string& path,
                        bool is_required, field_errors& errors);
    void compile_claim_rules(const std::string& path, field_errors& errors);
    void compile_mappings(const std::string& path, field_errors& errors);
    void compile_extra(const std::string& path, field_errors& errors);
    void compile_user_rules(const std::string& path, field_errors& errors);
    void check_email(const std::string& path, field_errors& errors) const;
    result<std::string> username_of(const bj::object& claims) const;
    result<std::vector<std::string>> groups_of(const bj::object& claims) const;
    result<std::string> uid_of(const bj::object& claims) const;
    result<> add_extra_of(const bj::object& claims, user_info& to) const;
    result<> check_claims(const bj::object& claims) const;
    result<> check_user(const user_info& user) const;

    jwt_settings settings_;
    claim_expression username_, groups_, uid_;
    std::vector<claim_expression> extra_, claim_rules_, user_rules_;  // like those of the settings
};

}}}  // namespace setpoint::v0::apiserver::authentication
