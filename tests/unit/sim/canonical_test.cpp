#include "testkit/sim/canonical.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(canonical_test)

using namespace setpoint;

namespace {

boost::json::object parsed(std::string_view text) {
    return boost::json::parse({text.data(), text.size()}).as_object();
}
std::string canonical(std::string_view text, const sim::identities& known = {}) {
    return sim::canonical_text(parsed(text), known);
}

}  // namespace

BOOST_AUTO_TEST_CASE(identities_times_and_counts_do_not_matter) {
    BOOST_TEST(canonical(R"({"metadata":{"uid":"a","generation":3,"resourceVersion":"7","name":"x",
                             "creationTimestamp":"2026-01-01T00:00:00Z"},"status":{"observedGeneration":3}})") ==
               canonical(R"({"metadata":{"uid":"b","generation":1,"resourceVersion":"9","name":"x",
                             "creationTimestamp":"2026-01-01T00:00:07Z"},"status":{"observedGeneration":1}})"));
}

BOOST_AUTO_TEST_CASE(the_text_is_json_whatever_the_values) {
    const std::string_view all =
        R"({"a":[1,-2,2.5,true,false,null,18446744073709551615],"b":"x\"\\\n\u0001é~",)"
        R"("c":{"d":[],"e":{}}})";
    BOOST_TEST((parsed(canonical(all)) == parsed(all)), canonical(all));
}

BOOST_AUTO_TEST_CASE(an_old_observed_generation_matters) {
    BOOST_TEST(canonical(R"({"metadata":{"generation":3},"status":{"observedGeneration":3}})") !=
               canonical(R"({"metadata":{"generation":3},"status":{"observedGeneration":2}})"));
}

BOOST_AUTO_TEST_CASE(the_order_of_members_and_conditions_does_not_matter) {
    BOOST_TEST(canonical(R"({"status":{"a":1,"conditions":[{"type":"A"},{"type":"B"}]}})") ==
               canonical(R"({"status":{"conditions":[{"type":"B"},{"type":"A"}],"a":1}})"));
    BOOST_TEST(canonical(R"({"spec":{"args":["a","b"]}})") != canonical(R"({"spec":{"args":["b","a"]}})"));
}

BOOST_AUTO_TEST_CASE(owners_are_compared_by_name_and_a_missing_owner_is_gone) {
    const std::string_view child = R"({"metadata":{"ownerReferences":[{"uid":"a"}]}})";
    BOOST_TEST(canonical(child, {{{"a", "sites default/web"}}, {}}) ==
               R"({"metadata":{"ownerReferences":[{"uid":"sites default/web"}]}})");
    BOOST_TEST(canonical(child) == R"({"metadata":{"ownerReferences":[{"uid":"<gone>"}]}})");
}

BOOST_AUTO_TEST_CASE(generated_names_lose_their_suffix) {
    BOOST_TEST(sim::canonical_name(parsed(R"({"metadata":{"name":"web-abcde","generateName":"web-"}})")) ==
               "web-*");
    BOOST_TEST(canonical(R"({"targetRef":{"name":"web-abcde"}})", {{}, {{"web-abcde", "web-*"}}}) ==
               R"({"targetRef":{"name":"web-*"}})");
}

BOOST_AUTO_TEST_CASE(hashes_of_templates_and_times_in_names_do_not_matter) {
    const sim::identities known{{}, {}, {"59b4c6d56c"}};
    BOOST_TEST(sim::canonical_word("web-59b4c6d56c-*", known) == "web-<hash>-*");
    BOOST_TEST(sim::canonical_word("nightly-29453761", {}) == "nightly-<time>");
    BOOST_TEST(sim::canonical_word("web-1234567", {}) == "web-1234567");
    BOOST_TEST(sim::canonical_word("kube-api-access-9tm86", {}) == "kube-api-access-*");
}

BOOST_AUTO_TEST_CASE(uids_in_labels_are_those_of_objects) {
    const std::string_view labelled = R"({"l":{"controller-uid":"289e41ca-10b1-4689-9818-17aa8ef41901"}})";
    BOOST_TEST(canonical(labelled, {{{"289e41ca-10b1-4689-9818-17aa8ef41901", "jobs default/a"}}, {}, {}}) ==
               R"({"l":{"controller-uid":"jobs default/a"}})");
    BOOST_TEST(canonical(labelled) == R"({"l":{"controller-uid":"<gone>"}})");
}

BOOST_AUTO_TEST_CASE(a_difference_names_the_field) {
    BOOST_TEST(sim::describe_difference(R"({"spec":{"replicas":2,"image":"a"}})",
                                        R"({"spec":{"replicas":3,"image":"a"}})") ==
               "    spec.replicas: 3, without faults 2\n");
}

BOOST_AUTO_TEST_CASE(a_volume_is_named_after_its_claim) {
    const std::string uid = "ad83b9e3-48a8-4a66-957c-12345678ab0d";
    const sim::identities known{{{uid, "persistentvolumeclaims default/shop"}}, {}};
    BOOST_TEST(sim::canonical_word("pvc-" + uid, known) == "pvc-<persistentvolumeclaims default/shop>");
    BOOST_TEST(canonical(R"({"spec":{"volumeName":"pvc-)" + uid + R"("}})", known) ==
               R"({"spec":{"volumeName":"pvc-<persistentvolumeclaims default/shop>"}})");
    // The times that are left out are no part of it.
    BOOST_TEST(sim::canonical_word("pvc-" + uid + "-12345678", {}) == "pvc-<gone>-<time>");
}

BOOST_AUTO_TEST_SUITE_END()
