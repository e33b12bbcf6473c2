#include "framework/client/exec_credential.hpp"

#include "setpoint/api/time.hpp"
#include "setpoint/client/credentials.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

error bad(std::string_view what) {
    return error(errc::bad_data, fmt::format("printed no credentials: {}", what));
}

// Returns the text of a field, "" if it is missing or null; an error for any other type.
result<std::string> text_of(const boost::json::object& o, std::string_view key) {
    const boost::json::value* const v = o.if_contains(key);
    if (!v || v->is_null()) return std::string();
    if (!v->is_string()) return bad(fmt::format("{} is not a string", key));
    return std::string(v->get_string());
}

result<> check_kind(const boost::json::object& o, std::string_view api_version) {
    const auto kind = text_of(o, "kind"), version = text_of(o, "apiVersion");
    if (!kind || *kind != "ExecCredential") return bad("kind is not ExecCredential");
    if (!version || *version != api_version)
        return bad(fmt::format("apiVersion is not {}, as set in the kubeconfig", api_version));
    return {};
}

result<exec_credential> credential_of(const boost::json::object& status) {
    const auto token = text_of(status, "token"), cert = text_of(status, "clientCertificateData"),
               key = text_of(status, "clientKeyData"), expires = text_of(status, "expirationTimestamp");
    for (const auto* t : {&token, &cert, &key, &expires})
        if (!*t) return t->error();
    if (cert->empty() != key->empty())
        return bad(cert->empty() ? "status has clientKeyData without clientCertificateData"
                                 : "status has clientCertificateData without clientKeyData");
    if (token->empty() && cert->empty()) return bad("status has neither a token nor a client certificate");
    exec_credential c;
    if (!token->empty()) {
        auto parsed = parse_token(*token);
        if (!parsed) return bad("status.token " + parsed.error().message);
        c.token = std::move(*parsed);
    }
    c.cert_pem = *cert;
    c.key_pem = secret(*key);
    if (!expires->empty()) {
        const auto when = timestamp::parse(*expires);
        if (!when) return bad("status.expirationTimestamp is not a time such as 2026-01-31T12:00:00Z");
        c.expires = when->value();
    }
    return c;
}

}  // namespace

secret exec_info(const exec_settings& s) {
    boost::json::object spec;
    if (!s.cluster.empty()) spec["cluster"] = boost::json::parse(s.cluster.reveal());
    spec["interactive"] = false;
    return secret(boost::json::serialize(boost::json::object{
        {"kind", "ExecCredential"}, {"apiVersion", s.api_version}, {"spec", std::move(spec)}}));
}

result<exec_credential> parse_exec_answer(std::string_view printed, std::string_view api_version) {
    boost::system::error_code ec;
    const boost::json::value v = boost::json::parse({printed.data(), printed.size()}, ec);
    if (ec || !v.is_object()) return bad("not a JSON object");
    if (const auto ok = check_kind(v.get_object(), api_version); !ok) return ok.error();
    const boost::json::value* const status = v.get_object().if_contains("status");
    if (!status || !status->is_object()) return bad("there is no status");
    return credential_of(status->get_object());
}

}}  // namespace setpoint::v0
