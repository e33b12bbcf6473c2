#include "apiserver/authorization/authorizer_list.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr duration longest_timeout = std::chrono::seconds(30);

bj::value shown(duration d) {
    return bj::value(go_duration(d).to_string());
}

void check_choice(std::string_view value, const std::string& path, const std::vector<std::string>& allowed,
                  field_errors& errors) {
    if (value.empty())
        required(errors, path);
    else if (std::ranges::find(allowed, value) == allowed.end())
        not_supported(errors, path, bj::value(value), allowed);
}

void check_ttl(duration ttl, const std::string& path, field_errors& errors) {
    if (ttl < duration::zero()) invalid(errors, path, shown(ttl), "must be > 0s");
}

class webhook_validation {
public:
    webhook_validation(const listed_webhook& w, const std::string& path, const file_reader& read_file,
                       field_errors& errors)
        : listed_(w), path_(path), read_file_(read_file), errors_(errors) {}

    webhook_source checked(const std::string& name) {
        check_times();
        check_versions();
        check_choice(listed_.failure_policy, child(path_, "failurePolicy"), {"NoOpinion", "Deny"}, errors_);
        webhook_source out;
        connect(out);
        out.settings.name = name;
        out.settings.version = listed_.review_version;
        out.settings.timeout = listed_.timeout;
        out.settings.authorized_ttl = listed_.keeps_authorized ? listed_.authorized_ttl : duration::zero();
        out.settings.unauthorized_ttl =
            listed_.keeps_unauthorized ? listed_.unauthorized_ttl : duration::zero();
        out.settings.denies_on_error = listed_.failure_policy == "Deny";
        if (!listed_.conditions.empty())
            out.settings.conditions = std::make_shared<const review_conditions>(
                listed_.conditions, child(path_, "matchConditions"), errors_);
        return out;
    }

private:
    void check_times() {
        if (listed_.timeout == duration::zero())
            required(errors_, child(path_, "timeout"));
        else if (listed_.timeout > longest_timeout || listed_.timeout < duration::zero())
            invalid(errors_, child(path_, "timeout"), shown(listed_.timeout), "must be > 0s and <= 30s");
        check_ttl(listed_.authorized_ttl, child(path_, "authorizedTTL"), errors_);
        check_ttl(listed_.unauthorized_ttl, child(path_, "unauthorizedTTL"), errors_);
    }

    void check_versions() {
        check_choice(listed_.review_version, child(path_, "subjectAccessReviewVersion"), {"v1", "v1beta1"},
                     errors_);
        const std::string at = child(path_, "matchConditionSubjectAccessReviewVersion");
        if (!listed_.condition_version.empty())
            check_choice(listed_.condition_version, at, {"v1"}, errors_);
        else if (!listed_.conditions.empty())
            required(errors_, at, "required if match conditions are specified");
    }

    void connect(webhook_source& to) {
        const std::string info = child(path_, "connectionInfo"), file = child(info, "kubeConfigFile");
        check_choice(listed_.connection_type, child(info, "type"), {"InClusterConfig", "KubeConfigFile"},
                     errors_);
        if (listed_.connection_type == "InClusterConfig") {
            if (listed_.kubeconfig_file)
                invalid(errors_, file, bj::value(*listed_.kubeconfig_file),
                        "can only be set when type=KubeConfigFile");
            else
                invalid(errors_, child(info, "type"), bj::value(listed_.connection_type),
                        "is for servers inside a cluster; use KubeConfigFile");
        }
        if (listed_.connection_type != "KubeConfigFile") return;
        to.kubeconfig_name = listed_.kubeconfig_file.value_or("");
        if (to.kubeconfig_name.empty()) return required(errors_, file);
        if (!to.kubeconfig_name.starts_with('/'))
            return invalid(errors_, file, bj::value(to.kubeconfig_name), "must be an absolute path");
        auto text = read_file_(to.kubeconfig_name);
        if (!text)
            return invalid(errors_, file, bj::value(to.kubeconfig_name),
                           "error loading file: " + text.error().message);
        to.kubeconfig = secret(std::move(*text));
    }

    const listed_webhook& listed_;
    const std::string& path_;
    const file_reader& read_file_;
    field_errors& errors_;
};

void check_name(const std::string& name, const std::string& path, const std::set<std::string>& seen,
                field_errors& errors) {
    if (name.empty()) return required(errors, path);
    if (seen.contains(name)) return duplicate(errors, path, bj::value(name));
    if (const messages wrong = dns1123_subdomain(name); !wrong.empty())
        invalid(errors, path, bj::value(name), "authorizer name is invalid: " + joined(wrong));
}

}  // namespace

std::vector<configured_authorizer> validate_authorizers(const std::vector<listed_authorizer>& all,
                                                        const file_reader& read_file, field_errors& errors) {
    std::vector<configured_authorizer> out;
    if (all.empty()) required(errors, "authorizers", "at least one authorization mode must be defined");
    std::set<std::string> types, names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const listed_authorizer& each = all[i];
        const std::string path = indexed("authorizers", i), type = child(path, "type");
        const std::size_t before = errors.size();
        check_choice(each.type, type, authorizer_types(), errors);
        if (errors.size() == before && each.type != "Webhook" && types.contains(each.type))
            duplicate(errors, type, bj::value(each.type));
        if (errors.size() != before) continue;
        types.insert(each.type);
        check_name(each.name, child(path, "name"), names, errors);
        names.insert(each.name);
        configured_authorizer& added = out.emplace_back(configured_authorizer{.type = each.type});
        const std::string webhook = child(path, "webhook");
        if (each.type != "Webhook") {
            if (each.webhook)
                invalid(errors, webhook, bj::value("non-null"), "may only be specified when type=Webhook");
        } else if (!each.webhook) {
            required(errors, webhook, "required when type=Webhook");
        } else {
            // kube-apiserver's paths lack "webhook".
            added.webhook = webhook_validation(*each.webhook, path, read_file, errors).checked(each.name);
        }
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
