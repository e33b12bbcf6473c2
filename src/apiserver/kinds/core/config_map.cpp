// ConfigMaps, and what Secrets have in common with them.

#include "apiserver/kinds/core/config_map.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/base64.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Bytes that are null are stored as empty ones.
void default_bytes(bj::object& o, const char* field) {
    apply_go_encoding(o);
    bj::object* data = object_at(o, field);
    if (data == nullptr) return;
    for (auto& pair : *data)
        if (pair.value().is_null()) pair.value() = "";
}

namespace {

void default_config_map(bj::object& o) {
    default_bytes(o, "binaryData");
}

}  // namespace

std::size_t config_bytes(const bj::value& encoded) {
    const auto bytes = base64_decode(text_of(encoded));
    return bytes ? bytes->size() : 0;
}

namespace {

void validate_any_config_map(const bj::object& o, field_errors& to) {
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
        size += config_bytes(value);
    }
    if (size > config_size_limit) too_long(to, "", config_size_limit);
}

void validate_config_map(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_config_map(o, to);
}

}  // namespace

void validate_frozen(const bj::object& o, const bj::object& old, std::initializer_list<const char*> fields,
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

namespace {

void validate_config_map_update(const bj::object& o, const bj::object& old, const kind_context&,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_frozen(o, old, {"data", "binaryData"}, to);
    validate_any_config_map(o, to);
}

}  // namespace

bj::value data_count_cell(const bj::object& o, wall_time) {
    return static_cast<std::int64_t>(object_of(o, "data").size() + object_of(o, "binaryData").size());
}

namespace {

constexpr cell_row config_map_cells[] = {
    {"Data", data_count_cell},
};

}  // namespace

constinit const kind_code config_map_kind{.defaults = default_config_map,
                                          .validate = validate_config_map,
                                          .validate_update = validate_config_map_update,
                                          .cells = config_map_cells,
                                          .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
