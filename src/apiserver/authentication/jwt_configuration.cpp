#include "apiserver/authentication/jwt_configuration.hpp"

#include "apiserver/authentication/strict_object.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::string_view config_group = "apiserver.config.k8s.io";
constexpr std::array<std::string_view, 3> versions{"v1", "v1beta1", "v1alpha1"};

using findings = strict_object::findings;

void read_issuer(const bj::value& from, const std::string& path, jwt_settings& to, findings& found) {
    strict_object in(from, path, found);
    to.issuer = in.text("url");
    to.discovery_url = in.text("discoveryURL");
    to.ca_pem = in.text("certificateAuthority");
    to.audiences = in.texts("audiences");
    to.match_policy = in.text("audienceMatchPolicy");
    to.egress = in.text("egressSelectorType");
    in.done();
}

claim_source read_source(const bj::value* from, const std::string& path, bool prefixed, findings& found) {
    claim_source out;
    if (from == nullptr) return out;
    strict_object in(*from, path, found);
    out.claim = in.text("claim");
    out.expression = in.text("expression");
    if (prefixed) out.prefix = in.optional_text("prefix");
    in.done();
    return out;
}

void read_mappings(const bj::value& from, const std::string& path, jwt_settings& to, findings& found) {
    strict_object in(from, path, found);
    to.username = read_source(in.object("username"), in.path_of("username"), true, found);
    to.groups = read_source(in.object("groups"), in.path_of("groups"), true, found);
    to.uid = read_source(in.object("uid"), in.path_of("uid"), false, found);
    in.objects("extra", [&](const bj::value& each, const std::string& at) {
        strict_object one(each, at, found);
        to.extra.push_back({.key = one.text("key"), .expression = one.text("valueExpression")});
        one.done();
    });
    in.done();
}

jwt_settings read_jwt(const bj::value& from, const std::string& path, findings& found) {
    jwt_settings out;
    strict_object in(from, path, found);
    if (const bj::value* issuer = in.object("issuer")) read_issuer(*issuer, in.path_of("issuer"), out, found);
    in.objects("claimValidationRules", [&](const bj::value& each, const std::string& at) {
        strict_object one(each, at, found);
        out.claim_rules.push_back({.claim = one.text("claim"),
                                   .required_value = one.text("requiredValue"),
                                   .expression = one.text("expression"),
                                   .message = one.text("message")});
        one.done();
    });
    if (const bj::value* mappings = in.object("claimMappings"))
        read_mappings(*mappings, in.path_of("claimMappings"), out, found);
    in.objects("userValidationRules", [&](const bj::value& each, const std::string& at) {
        strict_object one(each, at, found);
        out.user_rules.push_back({.expression = one.text("expression"), .message = one.text("message")});
        one.done();
    });
    in.done();
    return out;
}

anonymous_settings read_anonymous(const bj::value& from, findings& found) {
    anonymous_settings out;
    strict_object in(from, "anonymous", found);
    out.enabled = in.truth("enabled");
    in.objects("conditions", [&](const bj::value& each, const std::string& at) {
        strict_object one(each, at, found);
        out.paths.push_back(one.text("path"));
        one.done();
    });
    in.done();
    return out;
}

std::string kind_error(const std::string& version, const std::string& kind) {
    if (kind.empty()) return "Object 'Kind' is missing";
    for (const std::string_view each : versions)
        if (version == fmt::format("{}/{}", config_group, each) && kind == "AuthenticationConfiguration")
            return {};
    return fmt::format(
        "no kind \"{}\" is registered for version \"{}\": expected AuthenticationConfiguration of "
        "{}/v1",
        kind, version, config_group);
}

}  // namespace

result<authentication_configuration> read_authentication_configuration(std::string_view text,
                                                                       const std::string& name) {
    std::vector<std::string> repeated;
    const auto read = json::parse_yaml(text, name, &repeated);
    if (!read) return error(errc::bad_config, read.error().message);
    authentication_configuration out;
    findings found;
    strict_object in(*read, "", found);
    const std::string version = in.text("apiVersion"), kind = in.text("kind");
    if (found.wrong_type.empty())
        if (std::string why = kind_error(version, kind); !why.empty())
            return error(errc::bad_config, name + ": " + why);
    in.objects("jwt", [&](const bj::value& each, const std::string& at) {
        out.jwt.push_back(read_jwt(each, at, found));
    });
    if (const bj::value* anonymous = in.object("anonymous"))
        out.anonymous = read_anonymous(*anonymous, found);
    in.done();
    if (!found.wrong_type.empty()) return error(errc::bad_config, name + ": " + found.wrong_type);
    std::vector<std::string> strict = std::move(repeated);
    for (const std::string& path : found.unknown) strict.push_back(fmt::format("unknown field \"{}\"", path));
    if (!strict.empty())
        return error(errc::bad_config,
                     fmt::format("{}: strict decoding error: {}", name, fmt::join(strict, ", ")));
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
