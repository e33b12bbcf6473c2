// Validates projected volumes, and files that other sources have, too.

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_volumes.hpp"
#include "apiserver/kinds/core/volume_sources.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using used_paths = std::set<std::string, std::less<>>;

// `value`: what the real server prints, which is not always the path.
void add_used_path(std::string_view file, std::string_view value, used_paths& all, const std::string& path,
                   field_errors& to) {
    if (!all.emplace(file).second) invalid(to, path, value, "conflicting duplicate paths");
}

void validate_user(const bj::object& source, const std::string& here, field_errors& to) {
    if (const auto user = number_at(source, "user"))
        add_invalid(to, here + ".user", bj::value(*user), in_range(*user, 0, largest_int32));
}

void validate_projected_items(const bj::object& source, used_paths& all, const std::string& path,
                              const std::string& here, field_errors& to) {
    const std::string_view name = text_at(source, "name");
    if (name.empty()) required(to, here + ".name");
    for_each_object(list_of(source, "items"), [&](const bj::object& item, std::size_t i) {
        validate_key_to_path(item, indexed(here + ".items", i), to);
        if (const std::string_view file = text_at(item, "path"); !file.empty())
            add_used_path(file, name, all, path, to);
    });
}

void validate_token(const bj::object& source, bool any_path, const std::string& path, const std::string& here,
                    field_errors& to) {
    constexpr std::int64_t least = 600, most = std::int64_t{1} << 32;
    const std::int64_t seconds = number_at(source, "expirationSeconds").value_or(0);
    const std::string expires = here + ".expirationSeconds";
    if (seconds < least)
        invalid_unsorted(to, expires, bj::value(seconds), "may not specify a duration less than 10 minutes");
    if (seconds > most)
        invalid_unsorted(to, expires, bj::value(seconds),
                         "may not specify a duration larger than 2^32 seconds");
    const std::string_view file = text_at(source, "path");
    if (file.empty())
        required(to, path + ".path");
    else if (!any_path)
        validate_path_not_reserved(file, path + ".path", to);
    validate_user(source, here, to);
}

messages trust_bundle_name(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    if (colon == std::string_view::npos) return subdomain_name(name, false);
    std::string signer(name.substr(0, colon));
    std::ranges::replace(signer, ':', '/');
    if (signer.empty()) return {R"(ClusterTrustBundle without signer name must not have ":" in its name)"};
    std::string prefix = signer + ":";
    std::ranges::replace(prefix, '/', ':');
    if (!name.starts_with(prefix))
        return {
            fmt::format("ClusterTrustBundle for signerName {} must be named with prefix {}", signer, prefix)};
    return subdomain_name(name.substr(prefix.size()), false);
}

void validate_trust_bundle(const bj::object& source, used_paths& all, const std::string& path,
                           const std::string& here, field_errors& to) {
    const bj::value *name = value_at(source, "name"), *signer = value_at(source, "signerName");
    const bj::object* selector = object_at(source, "labelSelector");
    if (name != nullptr && signer != nullptr) {
        invalid(to, here, bj::value(source), "only one of name and signerName may be used");
    } else if (name != nullptr) {
        if (text_of(*name).empty()) required(to, here + ".name", "must be a valid object name");
        for (const std::string& why : trust_bundle_name(text_of(*name)))
            invalid(to, here + ".name", *name, fmt::format("not a valid clustertrustbundlename: {}", why));
        if (selector != nullptr)
            invalid_unsorted(to, here + ".labelSelector", bj::value(*selector),
                             "labelSelector must be unset if name is specified");
    } else if (signer != nullptr) {
        if (text_of(*signer).empty()) required(to, here + ".signerName", "must be a valid signer name");
        validate_signer_name(text_of(*signer), here + ".signerName", to);
        if (selector != nullptr) validate_selector(*selector, here + ".labelSelector", to);
    } else {
        required(to, here, "either name or signerName must be specified");
    }
    const std::string_view file = text_at(source, "path");
    if (file.empty()) required(to, here + ".path");
    validate_path_not_reserved(file, here + ".path", to);
    add_used_path(file, file, all, path, to);
    validate_user(source, here, to);
}

void validate_pod_certificate(const bj::object& source, used_paths& all, const std::string& path,
                              const std::string& here, field_errors& to) {
    constexpr std::int64_t least = 3600, most = 91 * 24 * 3600, most_of_kubernetes = 24 * 3600;
    static const std::vector<std::string> keys{"RSA3072",   "RSA4096",   "ECDSAP256",
                                               "ECDSAP384", "ECDSAP521", "ED25519"};
    const std::string_view signer = text_at(source, "signerName"), key = text_at(source, "keyType");
    validate_signer_name(signer, here + ".signerName", to);
    validate_user_annotations(object_of(source, "userAnnotations"), here + ".userAnnotations", to);
    if (std::ranges::find(keys, key) == keys.end()) not_supported(to, here + ".keyType", key, keys);
    if (const auto seconds = number_at(source, "maxExpirationSeconds")) {
        const std::int64_t limit = is_kubernetes_signer(signer) ? most_of_kubernetes : most;
        const std::string expires = here + ".maxExpirationSeconds";
        if (*seconds < least)
            invalid(to, expires, bj::value(*seconds), "if provided, maxExpirationSeconds must be >= 3600");
        if (*seconds > limit)
            invalid(to, expires, bj::value(*seconds),
                    fmt::format("if provided, maxExpirationSeconds must be <= {}", limit));
    }
    bool any = false;
    for (const char* file_key : {"credentialBundlePath", "keyPath", "certificateChainPath"}) {
        const std::string_view file = text_at(source, file_key);
        if (file.empty()) continue;
        any = true;
        validate_path_not_reserved(file, child(here, file_key), to);
        add_used_path(file, file, all, path, to);
    }
    if (!any)
        required(to, here, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
    validate_user(source, here, to);
}

void validate_projection(const bj::object& s, const pod_volume_context& context, used_paths& all,
                         const std::string& path, const std::string& here, field_errors& to) {
    int count = 0;
    const auto visit = [&](const char* key, auto check) {
        const bj::object* source = object_at(s, key);
        if (source == nullptr) return;
        ++count;
        check(*source, child(here, key));
    };
    for (const char* key : {"secret", "configMap"}) {
        visit(key, [&](const bj::object& source, const std::string& at) {
            validate_projected_items(source, all, path, at, to);
        });
    }
    visit("downwardAPI", [&](const bj::object& source, const std::string& at) {
        for_each_object(list_of(source, "items"), [&](const bj::object& file, std::size_t) {
            validate_downward_file(file, at, to);
            if (const std::string_view name = text_at(file, "path"); !name.empty())
                add_used_path(name, name, all, path, to);
        });
    });
    visit("serviceAccountToken", [&](const bj::object& source, const std::string& at) {
        validate_token(source, context.any_token_path, path, at, to);
    });
    visit("clusterTrustBundle", [&](const bj::object& source, const std::string& at) {
        validate_trust_bundle(source, all, path, at, to);
    });
    visit("podCertificate", [&](const bj::object& source, const std::string& at) {
        validate_pod_certificate(source, all, path, at, to);
    });
    if (count > 1) forbidden(to, here, "may not specify more than 1 volume type per source");
}

}  // namespace

void validate_projected_source(const bj::object& source, const pod_volume_context& context,
                               const std::string& path, field_errors& to) {
    used_paths all;
    validate_file_mode(source, "defaultMode", path, to);
    for_each_object(list_of(source, "sources"), [&](const bj::object& s, std::size_t i) {
        validate_projection(s, context, all, path, indexed(path + ".sources", i), to);
    });
}

bool has_outside_token_path(const bj::object& pod_spec) {
    bool found = false;
    for_each_object(list_of(pod_spec, "volumes"), [&](const bj::object& v, std::size_t) {
        for_each_object(list_of(object_of(v, "projected"), "sources"), [&](const bj::object& s, std::size_t) {
            field_errors wrong;
            validate_path_not_reserved(text_at(s, {"serviceAccountToken", "path"}), "", wrong);
            found = found || !wrong.empty();
        });
    });
    return found;
}

void validate_file_mode(const bj::object& o, std::string_view key, const std::string& path,
                        field_errors& to) {
    const auto mode = number_at(o, key);
    if (mode && (*mode < 0 || *mode > 0777))
        invalid_unsorted(to, child(path, key), bj::value(*mode),
                         "must be a number between 0 and 0777 (octal), both inclusive");
}

void validate_key_to_path(const bj::object& item, const std::string& path, field_errors& to) {
    for (const char* key : {"key", "path"})
        if (text_at(item, key).empty()) required(to, child(path, key));
    validate_path_not_reserved(text_at(item, "path"), path + ".path", to);
    validate_file_mode(item, "mode", path, to);
}

void validate_downward_file(const bj::object& file, const std::string& path, field_errors& to) {
    if (text_at(file, "path").empty()) required(to, path + ".path");
    validate_path_not_reserved(text_at(file, "path"), path + ".path", to);
    const bj::object *field = object_at(file, "fieldRef"), *resource = object_at(file, "resourceFieldRef");
    if (field != nullptr) {
        validate_field_reference(*field, reference_use::file, path + ".fieldRef", to);
        if (resource != nullptr)
            invalid(to, path, "resource",
                    "fieldRef and resourceFieldRef can not be specified simultaneously");
    } else if (resource != nullptr) {
        validate_resource_reference(*resource, reference_use::file, path + ".resourceFieldRef", to);
    } else {
        required(to, path, "one of fieldRef and resourceFieldRef is required");
    }
    validate_file_mode(file, "mode", path, to);
}

bool has_backsteps(std::string_view target) {
    return ("/" + std::string(target) + "/").find("/../") != std::string::npos;
}

void validate_path_stays_inside(std::string_view target, const std::string& path, field_errors& to) {
    if (target.starts_with('/')) invalid(to, path, target, "must be a relative path");
    if (has_backsteps(target)) invalid(to, path, target, "must not contain '..'");
}

void validate_path_not_reserved(std::string_view target, const std::string& path, field_errors& to) {
    validate_path_stays_inside(target, path, to);
    if (target.starts_with("..") && !target.starts_with("../"))
        invalid(to, path, target, "must not start with '..'");
}

}}}  // namespace setpoint::v0::apiserver
