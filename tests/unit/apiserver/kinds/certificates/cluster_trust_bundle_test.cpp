#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"
#include "support/pod_certificates.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace setpoint::apiserver;
using namespace setpoint::test;

BOOST_AUTO_TEST_SUITE(cluster_trust_bundle_test)

namespace {

bj::object bundle(std::string_view name, std::string_view signer, const std::string& anchors) {
    bj::object o;
    o["metadata"] = {{"name", name}};
    bj::object& spec = o["spec"].emplace_object();
    if (!signer.empty()) spec["signerName"] = signer;
    spec["trustBundle"] = anchors;
    return o;
}

std::string errors_of(const bj::object& o, const bj::object* old = nullptr) {
    field_errors errors;
    if (old == nullptr)
        cluster_trust_bundle_kind.validate(o, {}, errors);
    else
        cluster_trust_bundle_kind.validate_update(o, *old, {}, errors);
    std::string out;
    for (const field_error& e : errors) out += e.text() + "\n";
    return out;
}

std::string wrong_anchors(const std::string& anchors) {
    return errors_of(bundle("a", "", anchors));
}

const std::string good(trust_anchor), other(other_trust_anchor), leaf(no_trust_anchor);
const std::string omitted = "spec.trustBundle: Invalid value: \"<value omitted>\": ";

}  // namespace

BOOST_AUTO_TEST_CASE(names_begin_with_the_signer) {
    BOOST_TEST(errors_of(bundle("a", "", good)) == "");
    BOOST_TEST(errors_of(bundle("example.com:s:a", "example.com/s", good)) == "");
    BOOST_TEST(
        errors_of(bundle("example.com:s:a", "", good)) ==
        "metadata.name: Invalid value: \"example.com:s:a\": ClusterTrustBundle without signer name must "
        "not have \":\" in its name\n");
    BOOST_TEST(errors_of(bundle("a", "example.com/s", good)) ==
               "metadata.name: Invalid value: \"a\": ClusterTrustBundle for signerName example.com/s must be "
               "named with prefix example.com:s:\n");
    BOOST_TEST(errors_of(bundle("example.com:s:A", "example.com/s", good))
                   .starts_with("metadata.name: Invalid value: \"example.com:s:A\": a lowercase RFC 1123"));
    BOOST_TEST(
        errors_of(bundle("example.com:a", "example.com", good)) ==
        "spec.signerName: Invalid value: \"example.com\": must be a fully qualified domain and path of "
        "the form 'example.com/signer-name'\n");
}

BOOST_AUTO_TEST_CASE(bundles_are_of_certificate_authorities) {
    BOOST_TEST(wrong_anchors("text\n" + good + "text\n" + other) == "");
    BOOST_TEST(wrong_anchors("") == omitted + "at least one trust anchor must be provided\n");
    BOOST_TEST(wrong_anchors(good + leaf) == omitted + "entry 1 does not have the CA bit set\n");
    BOOST_TEST(wrong_anchors(good + other + good) == omitted + "duplicate trust anchor (indices [0 2])\n");
    BOOST_TEST(wrong_anchors("-----BEGIN X-----\neA==\n-----END X-----\n" + good + good) ==
               omitted + "entry 0 has bad block type: X\n");
    BOOST_TEST(wrong_anchors("-----BEGIN CERTIFICATE-----\nA: b\n\neA==\n-----END CERTIFICATE-----\n") ==
               omitted + "entry 0 has PEM block headers\n");
    BOOST_TEST(wrong_anchors("-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n") ==
               omitted + "entry 0 does not parse as X.509\n");
    BOOST_TEST(wrong_anchors(std::string(1024 * 1024 + 1, 'x')) ==
               "spec.trustBundle: Too long: may not be more than 1048576 bytes\n");
}

BOOST_AUTO_TEST_CASE(updates_read_changed_bundles_only) {
    const bj::object stored = bundle("a", "", leaf);
    BOOST_TEST(errors_of(stored, &stored) == "");
    BOOST_TEST(errors_of(bundle("a", "", leaf + leaf), &stored) ==
               omitted + "entry 0 does not have the CA bit set\n" + omitted +
                   "entry 1 does not have the CA bit set\n");
    const bj::object signed_by = bundle("example.com:s:a", "example.com/s", good);
    const bj::object unsigned_by = bundle("example.com:s:a", "example.com/t", good);
    BOOST_TEST(errors_of(unsigned_by, &signed_by)
                   .ends_with("spec.signerName: Invalid value: \"example.com/t\": field is immutable\n"));
}

BOOST_AUTO_TEST_SUITE_END()
