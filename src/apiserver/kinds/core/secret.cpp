// Secrets.

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/core/config_map.hpp"
#include "apiserver/kinds/core/key_pair.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/api/quantity.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// An update that omits the type keeps it.
void update_secret(bj::object& o, const bj::object& old, const kind_context&) {
    if (text_at(o, "type").empty()) copy_field(o, old, "type");
}

void default_secret(bj::object& o) {
    default_bytes(o, "data");
}

void fill_secret(bj::object& o) {
    set_text_default(o, "type", "Opaque");
    const bj::object* texts = object_at(o, "stringData");
    if (texts == nullptr) return;
    const bj::object copy = *texts;
    o.stable_erase("stringData");
    if (copy.empty()) return;
    bj::object& data = make_object(o, "data");
    for (const auto& [key, text] : copy) data[key] = base64_encode(text_of(text));
}

constexpr type_default secret_type_defaults[] = {{"core.v1.Secret", fill_secret}};

void need_key(const bj::object& data, const char* key, field_errors& to) {
    if (!data.contains(key)) required(to, keyed("data", key));
}

void validate_json_key(const bj::object& data, const char* key, field_errors& to) {
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

void validate_secret_type(const bj::object& o, field_errors& to) {
    const std::string_view type = text_at(o, "type");
    const bj::object& data = object_of(o, "data");
    if (type == "kubernetes.io/service-account-token") {
        constexpr std::string_view name = "kubernetes.io/service-account.name";
        if (text_at(object_of(o, {"metadata", "annotations"}), name).empty()) {
            required(to, keyed("metadata.annotations", name));
        }
    } else if (type == "kubernetes.io/dockercfg") {
        validate_json_key(data, ".dockercfg", to);
    } else if (type == "kubernetes.io/dockerconfigjson") {
        validate_json_key(data, ".dockerconfigjson", to);
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

void validate_any_secret(const bj::object& o, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    std::size_t size = 0;
    for (const auto& [key, value] : object_of(o, "data")) {
        add_invalid(to, keyed("data", key), key, config_key(key));
        size += config_bytes(value);
    }
    if (size > config_size_limit) too_long(to, "data", config_size_limit);
    validate_secret_type(o, to);
}

void validate_secret(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_secret(o, to);
}

void validate_secret_update(const bj::object& o, const bj::object& old, const kind_context&,
                            field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "type", "type", to);
    validate_frozen(o, old, {"data"}, to);
    validate_any_secret(o, to);
}

void warn_of_secret(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    if (text_at(o, "type") != "kubernetes.io/tls") return;
    const bj::object& data = object_of(o, "data");
    std::string wrong = key_pair_error(base64_decode(text_at(data, "tls.crt")).value_or(""),
                                       base64_decode(text_at(data, "tls.key")).value_or(""));
    if (!wrong.empty()) to.push_back(std::move(wrong));
}

constexpr cell_row secret_cells[] = {
    {"Data", data_count_cell},
    {"Type", [](const bj::object& o, wall_time) { return cell(text_at(o, "type")); }},
};

}  // namespace

constinit const kind_code secret_kind{.defaults = default_secret,
                                      .type_defaults = secret_type_defaults,
                                      .prepare_update = update_secret,
                                      .validate = validate_secret,
                                      .validate_update = validate_secret_update,
                                      .warn = warn_of_secret,
                                      .cells = secret_cells,
                                      .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
