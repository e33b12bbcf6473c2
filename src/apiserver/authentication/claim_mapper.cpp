// Compiles; claim_user.cpp maps.

#include "apiserver/authentication/claim_mapper.hpp"

#include "apiserver/authentication/jwt_validation.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

claim_expression over_claims(const std::string& source, const std::string& path, field_errors& errors) {
    return compile_claim_expression(source, expression_over::claims, expression_result::any, path, errors);
}

}  // namespace

claim_mapper::claim_mapper(jwt_settings s, const std::string& path, field_errors& errors)
    : settings_(std::move(s)) {
    validate_issuer(settings_, child(path, "issuer"), errors);
    compile_claim_rules(child(path, "claimValidationRules"), errors);
    compile_mappings(child(path, "claimMappings"), errors);
    compile_user_rules(child(path, "userValidationRules"), errors);
}

void claim_mapper::compile_claim_rules(const std::string& path, field_errors& errors) {
    std::set<std::string> claims, expressions;
    for (std::size_t i = 0; i < settings_.claim_rules.size(); ++i) {
        const claim_rule& rule = settings_.claim_rules[i];
        const std::string at = indexed(path, i);
        claim_expression made;
        if (!rule.claim.empty() && !rule.expression.empty()) {
            invalid(errors, at, bj::value(rule.claim), "claim and expression can't both be set");
        } else if (rule.claim.empty() && rule.expression.empty()) {
            required(errors, at, "claim or expression is required");
        } else if (!rule.claim.empty()) {
            if (!rule.message.empty())
                invalid(errors, child(at, "message"), bj::value(rule.message),
                        "may not be specified when claim is set");
            if (!claims.insert(rule.claim).second)
                duplicate(errors, child(at, "claim"), bj::value(rule.claim));
        } else {
            if (!rule.required_value.empty())
                invalid(errors, child(at, "requiredValue"), bj::value(rule.required_value),
                        "may not be specified when expression is set");
            if (!expressions.insert(rule.expression).second)
                duplicate(errors, child(at, "expression"), bj::value(rule.expression));
            else
                made = compile_claim_expression(rule.expression, expression_over::claims,
                                                expression_result::boolean, child(at, "expression"), errors);
        }
        claim_rules_.push_back(std::move(made));
    }
}

void claim_mapper::compile_source(const claim_source& from, claim_expression& to, const std::string& path,
                                  bool is_required, field_errors& errors) {
    if (!from.expression.empty() && !from.claim.empty()) {
        invalid(errors, path, bj::value(""), "claim and expression can't both be set");
    } else if (from.expression.empty() && from.claim.empty()) {
        if (is_required) required(errors, path, "claim or expression is required");
    } else if (!from.expression.empty()) {
        if (from.prefix)
            invalid(errors, child(path, "prefix"), bj::value(*from.prefix),
                    "may not be specified when expression is set");
        to = over_claims(from.expression, child(path, "expression"), errors);
    } else if (!from.prefix) {
        required(errors, child(path, "prefix"),
                 "prefix is required when claim is set. It can be set to an empty string to disable "
                 "prefixing");
    }
}

void claim_mapper::compile_mappings(const std::string& path, field_errors& errors) {
    compile_source(settings_.username, username_, child(path, "username"), true, errors);
    compile_source(settings_.groups, groups_, child(path, "groups"), false, errors);
    const claim_source& uid = settings_.uid;
    const std::string at = child(path, "uid");
    if (!uid.claim.empty() && !uid.expression.empty())
        invalid(errors, at, bj::value(""), "claim and expression can't both be set");
    else if (!uid.expression.empty())
        uid_ = over_claims(uid.expression, child(at, "expression"), errors);
    compile_extra(child(path, "extra"), errors);
    check_email(path, errors);
}

void claim_mapper::compile_extra(const std::string& path, field_errors& errors) {
    std::set<std::string> keys;
    for (std::size_t i = 0; i < settings_.extra.size(); ++i) {
        const extra_mapping& each = settings_.extra[i];
        const std::string at = indexed(path, i);
        validate_extra_key(each.key, child(at, "key"), errors);
        claim_expression made;
        if (!keys.insert(each.key).second)
            duplicate(errors, child(at, "key"), bj::value(each.key));
        else if (each.expression.empty())
            required(errors, child(at, "valueExpression"));
        else
            made = over_claims(each.expression, child(at, "valueExpression"), errors);
        extra_.push_back(std::move(made));
    }
}

void claim_mapper::check_email(const std::string& path, field_errors& errors) const {
    const auto verified = [](const claim_expression& e) { return e.uses_email_verified; };
    if (!username_.uses_email || username_.uses_email_verified) return;
    if (std::ranges::any_of(claim_rules_, verified) || std::ranges::any_of(extra_, verified)) return;
    invalid(
        errors, child(path, "username.expression"), bj::value(settings_.username.expression),
        "claims.email_verified must be used in claimMappings.username.expression or "
        "claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is "
        "used in claimMappings.username.expression");
}

void claim_mapper::compile_user_rules(const std::string& path, field_errors& errors) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < settings_.user_rules.size(); ++i) {
        const std::string& source = settings_.user_rules[i].expression;
        const std::string at = child(indexed(path, i), "expression");
        claim_expression made;
        if (source.empty())
            required(errors, at);
        else if (!seen.insert(source).second)
            duplicate(errors, at, bj::value(source));
        else
            made = compile_claim_expression(source, expression_over::user, expression_result::boolean, at,
                                            errors);
        user_rules_.push_back(std::move(made));
    }
}

}}}  // namespace setpoint::v0::apiserver::authentication
