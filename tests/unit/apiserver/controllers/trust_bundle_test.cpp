// The ClusterTrustBundle of the API server's CA, and the lives of PodCertificateRequests.
#include "apiserver/controllers/pod_certificate/cleaner.hpp"
#include "apiserver/controllers/trust_bundle/publisher.hpp"
#include "support/pod_certificates.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(trust_bundle_test)

namespace {

const std::string anchor(setpoint::test::trust_anchor), leaf(setpoint::test::no_trust_anchor);
const wall_time now = wall_time(std::chrono::seconds(1'800'000'000));

snapshot<trust_bundle> bundle_of(std::string_view name, std::string_view pem,
                                 std::string_view signer = serving_signer) {
    auto b = std::make_shared<trust_bundle>();
    b->metadata.name = name;
    b->spec.signer_name = signer;
    b->spec.trust_bundle = pem;
    return b;
}

std::string text_of(const bundle_plan& p) {
    std::string text = p.create ? "create" : "";
    if (p.correct) text += "correct";
    for (const auto& b : p.old) text += " remove " + b->metadata.name.str();
    return text;
}

}  // namespace

// printf pem | sha256sum
BOOST_AUTO_TEST_CASE(bundles_are_named_after_their_content) {
    BOOST_TEST(bundle_name("kubernetes.io/kube-apiserver-serving", "pem") ==
               "kubernetes.io:kube-apiserver-serving:f0aeace912cf19dc1c6fffd4");
    BOOST_TEST(bundle_name(serving_signer, "pem") != bundle_name(serving_signer, "pem\n"));
}

BOOST_AUTO_TEST_CASE(only_certificates_of_authorities_are_trust_anchors) {
    BOOST_TEST(are_trust_anchors(anchor));
    BOOST_TEST(!are_trust_anchors(anchor + leaf));
    BOOST_TEST(!are_trust_anchors(""));
    BOOST_TEST(!are_trust_anchors("a certificate"));
}

BOOST_AUTO_TEST_CASE(one_bundle_of_the_signer_is_kept) {
    const std::string name = bundle_name(serving_signer, anchor);
    BOOST_TEST(text_of(plan_bundles({}, anchor)) == "create");
    BOOST_TEST(text_of(plan_bundles({bundle_of(name, anchor)}, anchor)) == "");
    BOOST_TEST(text_of(plan_bundles({bundle_of(name, leaf)}, anchor)) == "correct");
    BOOST_TEST(text_of(plan_bundles({bundle_of("old", leaf), bundle_of("other", leaf, "example.com/s"),
                                     bundle_of("none", leaf, "")},
                                    anchor)) == "create remove old");
}

BOOST_AUTO_TEST_CASE(pod_certificate_requests_live_for_fifteen_minutes) {
    object_meta m;
    m.creation_timestamp = timestamp::from(now - 14min);
    BOOST_CHECK(remaining_life(m, now) == 1min);
    m.creation_timestamp = timestamp::from(now - 15min);
    BOOST_CHECK(remaining_life(m, now) == 0s);
    m.creation_timestamp = timestamp::from(now - 1h);
    BOOST_CHECK(remaining_life(m, now) == 0s);
}

BOOST_AUTO_TEST_SUITE_END()
