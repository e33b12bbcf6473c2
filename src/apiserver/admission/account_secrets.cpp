#include "apiserver/admission/account_secrets.hpp"

#include "apiserver/authorization/pod_references.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view enforcing_annotation = "kubernetes.io/enforce-mountable-secrets";
using secret_names = std::set<std::string_view>;

const bj::object& annotations_of(const bj::object& o) {
    return object_of(o, {"metadata", "annotations"});
}

bool enforces(const bj::object& account) {
    return go_text::parse_bool(text_at(annotations_of(account), enforcing_annotation)).value_or(false);
}

secret_names names_in(const bj::object& account, std::string_view list) {
    secret_names out;
    for_each_object(list_of(account, list),
                    [&](const bj::object& one, std::size_t) { out.insert(text_at(one, "name")); });
    return out;
}

// admission.NewForbidden.
api_error refused(const pending_write& p, std::string why) {
    const bj::object& meta = object_of(*p.object, "metadata");
    std::string_view name = text_at(meta, "name");
    if (name.empty()) name = text_at(meta, "generateName");
    return forbidden_error(p.kind.gr(), name, std::move(why));
}

// What a container names and the account does not; "" if all is allowed.
std::string foreign_secret(const bj::object& spec, const char* list, std::string_view what,
                           const secret_names& allowed, std::string_view account) {
    std::string found;
    const auto check = [&](const bj::object& from, std::string_view reference, std::string_view place) {
        const bj::object* secret = object_at(from, reference);
        if (secret == nullptr || !found.empty() || allowed.contains(text_at(*secret, "name"))) return;
        found = fmt::format(
            "{} referencing secret.secretName=\"{}\" is not allowed because service account {} does not "
            "reference that secret",
            place, text_at(*secret, "name"), account);
    };
    for_each_object(list_of(spec, list), [&](const bj::object& container, std::size_t) {
        const std::string named = fmt::format("{} {} with", what, text_at(container, "name"));
        for_each_object(list_of(container, "env"), [&](const bj::object& variable, std::size_t) {
            check(object_of(variable, "valueFrom"), "secretKeyRef",
                  fmt::format("{} envVar {}", named, text_at(variable, "name")));
        });
        for_each_object(list_of(container, "envFrom"), [&](const bj::object& from, std::size_t) {
            check(from, "secretRef", named + " envFrom");
        });
    });
    return found;
}

std::string foreign_volume(const bj::object& spec, const secret_names& allowed, std::string_view account) {
    for (const bj::value& v : list_of(spec, "volumes")) {
        const bj::object* volume = v.if_object();
        const bj::object* secret = volume != nullptr ? object_at(*volume, "secret") : nullptr;
        if (secret == nullptr || allowed.contains(text_at(*secret, "secretName"))) continue;
        return fmt::format(
            "volume with secret.secretName=\"{}\" is not allowed because service account {} does not "
            "reference that secret",
            text_at(*secret, "secretName"), account);
    }
    return {};
}

std::string foreign_pull_secret(const bj::object& spec, const secret_names& allowed,
                                std::string_view account) {
    const bj::array& all = list_of(spec, "imagePullSecrets");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bj::object* one = all[i].if_object();
        if (one == nullptr || allowed.contains(text_at(*one, "name"))) continue;
        return fmt::format(
            "imagePullSecrets[{}].name=\"{}\" is not allowed because service account {} does not reference "
            "that imagePullSecret",
            i, text_at(*one, "name"), account);
    }
    return {};
}

}  // namespace

api_result<> check_mirror_pod(const pending_write& p) {
    const bj::object& spec = object_of(*p.object, "spec");
    if (!text_at(spec, "serviceAccountName").empty())
        return refused(p, "a mirror pod may not reference service accounts");
    if (!authorization::references_of_pod(*p.object).secrets.empty())
        return refused(p, "a mirror pod may not reference secrets");
    bool has_token = false;
    for_each_object(list_of(spec, "volumes"), [&](const bj::object& volume, std::size_t) {
        for_each_object(list_of(object_of(volume, "projected"), "sources"),
                        [&](const bj::object& source, std::size_t) {
                            has_token |= object_at(source, "serviceAccountToken") != nullptr;
                        });
    });
    if (has_token) return refused(p, "a mirror pod may not use ServiceAccountToken volume projections");
    return {};
}

api_result<> check_mountable_secrets(const pending_write& p, const bj::object& account, bool ephemeral) {
    if (!enforces(account)) return {};
    const bj::object& spec = object_of(*p.object, "spec");
    const std::string_view name = text_at(object_of(account, "metadata"), "name");
    const secret_names allowed = names_in(account, "secrets");
    std::string why;
    if (ephemeral) {
        why = foreign_secret(spec, "ephemeralContainers", "ephemeral container", allowed, name);
    } else {
        why = foreign_volume(spec, allowed, name);
        if (why.empty()) why = foreign_secret(spec, "initContainers", "init container", allowed, name);
        if (why.empty()) why = foreign_secret(spec, "containers", "container", allowed, name);
        if (why.empty()) why = foreign_pull_secret(spec, names_in(account, "imagePullSecrets"), name);
    }
    if (why.empty()) return {};
    if (ephemeral) return plain_error(std::move(why));  // limitEphemeralContainerSecretReferences
    return refused(p, std::move(why));
}

}}}  // namespace setpoint::v0::apiserver
