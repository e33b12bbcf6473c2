#pragma once
// A CertificateSigningRequest, as its controllers read it.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct partial_request_spec {
    std::string request{};  // base64
    std::string signer_name{};
    std::optional<std::int32_t> expiration_seconds{};
    std::vector<std::string> usages{};
    std::string username{}, uid{};
    std::vector<std::string> groups{};
    boost::json::value extra{};
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_request_spec;
        return object("", field(&self::request, "request", ""), field(&self::signer_name, "signerName", ""),
                      field(&self::expiration_seconds, "expirationSeconds", ""),
                      field(&self::usages, "usages", ""), field(&self::username, "username", ""),
                      field(&self::uid, "uid", ""), field(&self::groups, "groups", ""),
                      field(&self::extra, "extra", "", preserve_unknown));
    }
};

struct request_condition {
    std::string type{}, status{}, reason{}, message{};
    timestamp last_update_time{}, last_transition_time{};
    static constexpr auto describe() {
        using namespace schema;
        using self = request_condition;
        return object("", field(&self::type, "type", ""), field(&self::status, "status", ""),
                      field(&self::reason, "reason", ""), field(&self::message, "message", ""),
                      field(&self::last_update_time, "lastUpdateTime", ""),
                      field(&self::last_transition_time, "lastTransitionTime", ""));
    }
};

struct partial_request_status {
    std::vector<request_condition> conditions{};
    std::string certificate{};  // base64
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_request_status;
        return object("", field(&self::conditions, "conditions", ""),
                      field(&self::certificate, "certificate", ""));
    }
};

struct partial_signing_request {
    object_meta metadata{};
    partial_request_spec spec{};
    partial_request_status status{};

    static constexpr auto kind() {
        return builtin_kind("certificates.k8s.io", "v1", "CertificateSigningRequest",
                            "certificatesigningrequests")
            .cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_signing_request;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}}}  // namespace setpoint::v0::apiserver
