#pragma once
// Publishes the CA of the API server as a ClusterTrustBundle (kubernetes'
// pkg/controller/certificates/clustertrustbundlepublisher).

#include "setpoint/api/certificates_v1/cluster_trust_bundle.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using trust_bundle = certificates_v1::cluster_trust_bundle;

inline constexpr std::string_view serving_signer = "kubernetes.io/kube-apiserver-serving";

// Whether the text has certificates, and all are of CAs: others are refused as trust anchors.
bool are_trust_anchors(std::string_view pem);
// The name of the bundle of a signer with this content.
std::string bundle_name(std::string_view signer, std::string_view pem);

struct bundle_plan {
    bool create = false;
    snapshot<trust_bundle> correct{};           // its content was changed; null: it is right, or missing
    std::vector<snapshot<trust_bundle>> old{};  // of the signer, with other content: to be deleted
};
bundle_plan plan_bundles(const std::vector<snapshot<trust_bundle>>& all, std::string_view pem);

class trust_bundle_publisher {
public:
    // `api` must outlive it.
    trust_bundle_publisher(client& api, std::string ca_pem) : api_(api), ca_(std::move(ca_pem)) {}
    // Whatever the key is, all bundles of the signer are looked at. Must reconcile one key at a time.
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<>> create();
    awaitable<result<>> correct(snapshot<trust_bundle> b);

    client& api_;
    std::string ca_;
};

}}}  // namespace setpoint::v0::apiserver
