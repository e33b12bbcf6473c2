// ConfigMaps, Secrets and ServiceAccounts.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/schema/json_text.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"
#include "framework/core/base64.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::size_t size_limit = 1024 * 1024;

std::size_t bytes_of(const bj::value& encoded) {
    const auto bytes = base64_decode(text_of(encoded));
    return bytes ? bytes->size() : 0;
}

// Bytes that are null are stored as empty ones.
void default_bytes(bj::object& o, const char* field) {
    apply_go_encoding(o);
    bj::object* data = object_at(o, field);
    if (data == nullptr) return;
    for (auto& pair : *data)
        if (pair.value().is_null()) pair.value() = "";
}

void default_config_map(bj::object& o) {
    default_bytes(o, "binaryData");
}

void default_secret(bj::object& o) {
    default_bytes(o, "data");
}

void check_config_map(const bj::object& o, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    const bj::object& data = object_of(o, "data");
    const bj::object& binary = object_of(o, "binaryData");
    std::size_t size = 0;
    for (const auto& [key, value] : data) {
        add_invalid(to, keyed("data", key), key, config_key(key));
        if (binary.contains(key))
            invalid(to, keyed("data", key), key, "duplicate of key present in binaryData");
        size += text_of(value).size();
    }
    for (const auto& [key, value] : binary) {
        add_invalid(to, keyed("binaryData", key), key, config_key(key));
        size += bytes_of(value);
    }
    if (size > size_limit) too_long(to, "", size_limit);
}

void validate_config_map(const bj::object& o, const strategy_context&, field_errors& to) {
    check_config_map(o, to);
}

void check_frozen(const bj::object& o, const bj::object& old, std::initializer_list<const char*> fields,
                  field_errors& to) {
    if (!true_at(old, "immutable")) return;
    constexpr const char* message = "field is immutable when `immutable` is set";
    if (!true_at(o, "immutable")) forbidden(to, "immutable", message);
    for (const char* key : fields) {
        // An empty map differs from an absent one.
        if (!same_field(o, old, key) || (value_at(o, key) == nullptr) != (value_at(old, key) == nullptr))
            forbidden(to, key, message);
    }
}

void validate_config_map_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    check_frozen(o, old, {"data", "binaryData"}, to);
    check_config_map(o, to);
}

// --- Secrets ---

void need_key(const bj::object& data, const char* key, field_errors& to) {
    if (!data.contains(key)) required(to, keyed("data", key));
}

void check_json(const bj::object& data, const char* key, field_errors& to) {
    if (!data.contains(key)) {
        required(to, keyed("data", key));
        return;
    }
    std::string problem;
    const auto bytes = base64_decode(text_at(data, key));
    bj::value v;
    if (!json_text::parse(bytes.value_or(""), v, problem) || !v.is_object()) {
        invalid(to, keyed("data", key), "<secret contents redacted>",
                bytes.value_or("").empty() ? "unexpected end of JSON input" : problem);
    }
}

void check_secret_type(const bj::object& o, field_errors& to) {
    const std::string_view type = text_at(o, "type");
    const bj::object& data = object_of(o, "data");
    if (type == "kubernetes.io/service-account-token") {
        constexpr std::string_view name = "kubernetes.io/service-account.name";
        if (text_at(object_of(o, {"metadata", "annotations"}), name).empty()) {
            required(to, keyed("metadata.annotations", name));
        }
    } else if (type == "kubernetes.io/dockercfg") {
        check_json(data, ".dockercfg", to);
    } else if (type == "kubernetes.io/dockerconfigjson") {
        check_json(data, ".dockerconfigjson", to);
    } else if (type == "kubernetes.io/basic-auth") {
        if (data.contains("username") || data.contains("password")) return;
        need_key(data, "username", to);
        need_key(data, "password", to);
    } else if (type == "kubernetes.io/ssh-auth") {
        if (text_at(data, "ssh-privatekey").empty()) required(to, "data[ssh-privatekey]");
    } else if (type == "kubernetes.io/tls") {
        need_key(data, "tls.crt", to);
        need_key(data, "tls.key", to);
    }
}

void check_secret(const bj::object& o, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    std::size_t size = 0;
    for (const auto& [key, value] : object_of(o, "data")) {
        add_invalid(to, keyed("data", key), key, config_key(key));
        size += bytes_of(value);
    }
    if (size > size_limit) too_long(to, "data", size_limit);
    check_secret_type(o, to);
}

void validate_secret(const bj::object& o, const strategy_context&, field_errors& to) {
    check_secret(o, to);
}

// An update that omits the type keeps it.
void update_secret(bj::object& o, const bj::object& old, const strategy_context&) {
    if (text_at(o, "type").empty()) copy_field(o, old, "type");
}

void validate_secret_update(const bj::object& o, const bj::object& old, const strategy_context&,
                            field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "type", "type", to);
    check_frozen(o, old, {"data"}, to);
    check_secret(o, to);
}

// cleanSecretReferences of pkg/registry/core/serviceaccount: only the names stay.
void keep_secret_names(bj::object& account) {
    bj::array* const secrets = list_at(account, "secrets");
    if (secrets == nullptr) return;
    for_each_object(*secrets, [](bj::object& s, std::size_t) {
        bj::object kept;
        copy_field(kept, s, "name");
        s = std::move(kept);
    });
}

void prepare_account(bj::object& account, const strategy_context&) {
    keep_secret_names(account);
}

void prepare_account_update(bj::object& account, const bj::object&, const strategy_context&) {
    keep_secret_names(account);
}

void validate_account_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                             field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_namespaced(o, c, to);
}

}  // namespace

const strategy config_map_strategy{.defaults = default_config_map,
                                   .validate = validate_config_map,
                                   .validate_update = validate_config_map_update,
                                   .has_generation = false};
const strategy secret_strategy{.defaults = default_secret,
                               .prepare_update = update_secret,
                               .validate = validate_secret,
                               .validate_update = validate_secret_update,
                               .has_generation = false};
const strategy service_account_strategy{.defaults = apply_go_encoding,
                                        .prepare_create = prepare_account,
                                        .prepare_update = prepare_account_update,
                                        .validate = validate_namespaced,
                                        .validate_update = validate_account_update,
                                        .has_generation = false};

}  // namespace setpoint::inline v0::apiserver
