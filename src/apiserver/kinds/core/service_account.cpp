// ServiceAccounts.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

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

void create_service_account(bj::object& account, const kind_context&) {
    keep_secret_names(account);
}

void update_service_account(bj::object& account, const bj::object&, const kind_context&) {
    keep_secret_names(account);
}

void validate_service_account(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
}

void validate_service_account_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                     field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_service_account(o, c, to);
}

void warn_of_service_account(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    constexpr std::string_view enforce = "kubernetes.io/enforce-mountable-secrets";
    const auto has = [&](const bj::object& account) {
        return object_of(account, {"metadata", "annotations"}).contains(enforce);
    };
    if (!has(o) || (old != nullptr && has(*old))) return;
    to.push_back(
        fmt::format("metadata.annotations[{}]: deprecated in v1.32+; prefer separate namespaces to "
                    "isolate access to mounted secrets",
                    enforce));
}

}  // namespace

constinit const kind_code service_account_kind{.defaults = apply_go_encoding,
                                               .prepare_create = create_service_account,
                                               .prepare_update = update_service_account,
                                               .validate = validate_service_account,
                                               .validate_update = validate_service_account_update,
                                               .warn = warn_of_service_account,
                                               .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
