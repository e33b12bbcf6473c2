// NodeRestriction: the tokens that a kubelet requests for its pods.
#include "apiserver/admission/node_restriction.hpp"
#include "apiserver/authorization/rights.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::node_restriction {

namespace {

struct migrated_volume {
    std::string_view field, driver;
};
// Volumes that a CSI driver serves nowadays (k8s.io/csi-translation-lib).
constexpr migrated_volume migrated_volumes[] = {{"awsElasticBlockStore", "ebs.csi.aws.com"},
                                                {"azureDisk", "disk.csi.azure.com"},
                                                {"azureFile", "file.csi.azure.com"},
                                                {"cinder", "cinder.csi.openstack.org"},
                                                {"gcePersistentDisk", "pd.csi.storage.gke.io"},
                                                {"portworxVolume", "pxd.portworx.com"},
                                                {"vsphereVolume", "csi.vsphere.vmware.com"}};

std::string_view migrated_driver(const bj::object& volume) {
    const auto* found = std::ranges::find_if(
        migrated_volumes, [&](const migrated_volume& m) { return value_at(volume, m.field) != nullptr; });
    return found == std::end(migrated_volumes) ? std::string_view() : found->driver;
}

// Looks for an audience in what the volumes of a pod need.
class audience_search {
public:
    audience_search(const admission_request& q, const bj::object& pod, std::string_view audience)
        : q_(q), pod_(pod), audience_(audience) {}

    bool finds() {
        for (const bj::value& v : list_of(object_of(pod_, "spec"), "volumes"))
            if (const bj::object* volume = v.if_object(); volume != nullptr && is_needed_by(*volume))
                return true;
        return false;
    }
    // What could not be read; counts only if nothing was found.
    const std::vector<std::string>& errors() const { return errors_; }

private:
    bool is_needed_by(const bj::object& volume) {
        for (const bj::value& v : list_of(object_of(volume, "projected"), "sources")) {
            const bj::object* const source = v.if_object();
            const bj::object* const token = source ? object_at(*source, "serviceAccountToken") : nullptr;
            if (token != nullptr && text_at(*token, "audience") == audience_) return true;
        }
        const std::string driver = driver_of(volume);
        return !driver.empty() && is_requested_by(driver);
    }

    std::string driver_of(const bj::object& volume) {
        if (value_at(object_of(volume, "ephemeral"), "volumeClaimTemplate") != nullptr)
            return driver_of_claim(
                fmt::format("{}-{}", text_at(object_of(pod_, "metadata"), "name"), text_at(volume, "name")));
        if (const bj::object* claim = object_at(volume, "persistentVolumeClaim"))
            return driver_of_claim(std::string(text_at(*claim, "claimName")));
        if (const bj::object* csi = object_at(volume, "csi")) return std::string(text_at(*csi, "driver"));
        return std::string(migrated_driver(volume));
    }

    std::string driver_of_claim(std::string name) {
        const auto claim =
            read("persistentvolumeclaims", "persistentvolumeclaim", {q_.key.ns, std::move(name)});
        if (!claim) return {};
        const auto volume =
            read("persistentvolumes", "persistentvolume",
                 object_key::cluster(std::string(text_at(object_of(*claim, "spec"), "volumeName"))));
        if (!volume) return {};
        const bj::object& spec = object_of(*volume, "spec");
        if (const bj::object* csi = object_at(spec, "csi")) return std::string(text_at(*csi, "driver"));
        return std::string(migrated_driver(spec));
    }

    bool is_requested_by(const std::string& driver) {
        const auto found =
            read("csidrivers.storage.k8s.io", "csidriver.storage.k8s.io", object_key::cluster(driver));
        if (!found) return false;
        const bj::array& requests = list_of(object_of(*found, "spec"), "tokenRequests");
        return std::ranges::any_of(requests, [&](const bj::value& v) {
            return v.is_object() && text_at(v.get_object(), "audience") == audience_;
        });
    }

    std::optional<bj::object> read(std::string_view storage, std::string_view shown, const object_key& key) {
        const record_ptr found = q_.cluster.find(storage, key);
        if (found) return found->parse();
        errors_.push_back(fmt::format("{} {} not found", shown, go_text::quoted(key.name)));
        return std::nullopt;
    }

    const admission_request& q_;
    const bj::object& pod_;
    std::string_view audience_;
    std::vector<std::string> errors_{};
};

// Empty if the node may request a token for that audience.
std::string audience_error(const admission_request& q, const bj::object& pod) {
    const bj::array& audiences = list_of(object_of(q.object, "spec"), "audiences");
    if (audiences.size() > 1) return "node may only request 0 or 1 audiences";
    const std::string audience(audiences.empty() ? std::string_view() : text_of(audiences[0]));
    audience_search search(q, pod, audience);
    if (search.finds()) return {};
    if (!search.errors().empty())
        return fmt::format("error validating audience {}: {}", go_text::quoted(audience),
                           authorization::joined_errors(search.errors()));
    authorization::attributes asked{.user = nullptr, .verb = "request-serviceaccounts-token-audience"};
    asked.version = "v1";
    asked.resource = audience;
    asked.namespace_name = q.key.ns;
    asked.name = q.key.name;
    const authorization::decision d = decide(q.by, std::move(asked));
    if (d.allows()) return {};
    if (!d.error.empty())
        return fmt::format("error authorizing {} to request tokens for audience {}: {}", q.user.name,
                           go_text::quoted(audience), d.error);
    return fmt::format("{} is not authorized to request tokens for audience {}", q.user.name,
                       go_text::quoted(audience));
}

}  // namespace

api_result<> admit_token(std::string_view node, const admission_request& q) {
    if (q.verb != "create" || q.subresource != "token") return {};
    const bj::object& ref = object_of(object_of(q.object, "spec"), "boundObjectRef");
    const std::string_view name = text_at(ref, "name"), uid = text_at(ref, "uid");
    if (text_at(ref, "apiVersion") != "v1" || text_at(ref, "kind") != "Pod" || name.empty())
        return q.refuse("node requested token not bound to a pod");
    if (uid.empty()) return q.refuse("node requested token with a pod binding without a uid");
    const record_ptr found = q.cluster.find("pods", {q.key.ns, std::string(name)});
    if (!found) return object_not_found({"", "pod"}, name);
    if (uid != found->uid)
        return q.refuse(
            fmt::format("the UID in the bound object reference ({}) does not match the UID in record. "
                        "The object might have been deleted and then recreated",
                        uid));
    const bj::object pod = found->parse();
    if (text_at(object_of(pod, "spec"), "nodeName") != node)
        return q.refuse("node requested token bound to a pod scheduled on a different node");
    if (!q.has_feature("ServiceAccountNodeAudienceRestriction")) return {};
    if (std::string why = audience_error(q, pod); !why.empty()) return q.refuse(std::move(why));
    return {};
}

}}}  // namespace setpoint::v0::apiserver::node_restriction
