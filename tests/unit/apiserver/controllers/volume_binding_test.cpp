// Claims and volumes: which fit, how they are bound and reclaimed, and what they mean for pods.
#include "apiserver/controllers/node/schedule_plan.hpp"
#include "apiserver/controllers/storage/binding_plan.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(volume_binding_test)

namespace {

using step = claim_step::kind;

partial_claim make_claim(std::string_view size = "5Gi",
                         std::optional<interned_string> of_class = interned_string()) {
    partial_claim c;
    c.metadata.name = "data";
    c.metadata.ns = "default";
    c.metadata.uid = "claim-uid";
    c.spec.access_modes = {"ReadWriteOnce"};
    c.spec.resources.requests["storage"] = quantity::parse(size).value();
    c.spec.storage_class_name = std::move(of_class);
    c.status.phase = "Pending";
    return c;
}

partial_volume make_volume(std::string_view name, std::string_view size) {
    partial_volume v;
    v.metadata.name = name;
    v.spec.capacity["storage"] = quantity::parse(size).value();
    v.spec.access_modes = {"ReadWriteOnce"};
    v.spec.reclaim_policy = "Retain";
    v.status.phase = "Available";
    return v;
}
partial_volume reserved(partial_volume v, std::string_view claim, std::string_view uid) {
    v.spec.claim_ref.emplace();
    v.spec.claim_ref->ns = "default";
    v.spec.claim_ref->name = claim;
    v.spec.claim_ref->uid = uid;
    return v;
}

std::vector<volume_ptr> shared(const std::vector<partial_volume>& all) {
    std::vector<volume_ptr> out;
    for (const partial_volume& v : all) out.push_back(std::make_shared<partial_volume>(v));
    return out;
}
std::string found(const partial_claim& c, const std::vector<partial_volume>& all, bool delayed = false) {
    const volume_ptr v = find_volume(c, shared(all), delayed);
    return v ? v->metadata.name.str() : "none";
}

class_ptr make_class(std::string_view name, std::string_view provisioner, std::string_view mode = "Immediate",
                     bool is_default = false) {
    partial_storage_class c;
    c.metadata.name = name;
    c.provisioner = provisioner;
    c.volume_binding_mode = mode;
    if (is_default) c.metadata.annotations["storageclass.kubernetes.io/is-default-class"] = "true";
    return std::make_shared<partial_storage_class>(std::move(c));
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_smallest_volume_that_fits_is_found) {
    const partial_volume small = make_volume("small", "1Gi"), big = make_volume("big", "100Gi"),
                         fits = make_volume("fits", "6Gi");
    BOOST_TEST(found(make_claim(), {big, small, fits}) == "fits");
    BOOST_TEST(found(make_claim("7Gi"), {big, small, fits}) == "big");
    BOOST_TEST(found(make_claim("200Gi"), {big, small, fits}) == "none");
    partial_volume more = make_volume("more", "5Gi");
    more.spec.access_modes.emplace_back("ReadWriteMany");
    BOOST_TEST(found(make_claim(), {more, fits}) == "fits");
    BOOST_TEST(found(make_claim("5Gi", interned_string("fast")), {fits}) == "none");
    BOOST_TEST(found(make_claim(), {fits}, true) == "none");
}

BOOST_AUTO_TEST_CASE(volumes_that_do_not_fit_are_left_out) {
    const auto with = [](auto change) {
        partial_volume v = make_volume("v", "6Gi");
        change(v);
        return found(make_claim(), {v});
    };
    BOOST_TEST(with([](partial_volume&) {}) == "v");
    BOOST_TEST(with([](partial_volume& v) { v.spec.volume_mode = "Block"; }) == "none");
    BOOST_TEST(with([](partial_volume& v) { v.spec.volume_mode = "Filesystem"; }) == "v");
    BOOST_TEST(with([](partial_volume& v) { v.spec.access_modes = {"ReadOnlyMany"}; }) == "none");
    BOOST_TEST(with([](partial_volume& v) { v.status.phase = "Released"; }) == "none");
    BOOST_TEST(with([](partial_volume& v) {
                   v.metadata.deletion_timestamp = timestamp::from(wall_time());
               }) == "none");
    BOOST_TEST(with([](partial_volume& v) { v = reserved(v, "other", ""); }) == "none");
    partial_claim chosen = make_claim();
    chosen.spec.selector.emplace().match_labels["disk"] = "ssd";
    partial_volume ssd = make_volume("ssd", "6Gi");
    ssd.metadata.labels["disk"] = "ssd";
    BOOST_TEST(found(chosen, {make_volume("v", "5Gi"), ssd}) == "ssd");
}

BOOST_AUTO_TEST_CASE(volumes_concern_claims_of_their_class_or_their_own) {
    const partial_volume free = make_volume("v", "1Gi");
    partial_claim asks = make_claim();
    asks.spec.volume_name = "v";
    partial_claim asks_for_another = make_claim();
    asks_for_another.spec.volume_name = "w";
    BOOST_TEST(may_concern(free, make_claim()));
    BOOST_TEST(!may_concern(free, make_claim("1Gi", interned_string("fast"))));
    BOOST_TEST(may_concern(free, asks));
    BOOST_TEST(!may_concern(free, asks_for_another));
    BOOST_TEST(may_concern(reserved(free, "data", ""), make_claim()));
    BOOST_TEST(!may_concern(reserved(free, "other", "x"), make_claim()));
    BOOST_TEST(may_concern(reserved(free, "other", "x"), asks));
}

BOOST_AUTO_TEST_CASE(a_reserved_volume_goes_first) {
    const partial_volume mine = reserved(make_volume("mine", "50Gi"), "data", "");
    BOOST_TEST(found(make_claim(), {make_volume("fits", "6Gi"), mine}) == "mine");
    BOOST_TEST(found(make_claim(), {mine}, true) == "mine");
    BOOST_TEST(found(make_claim(), {reserved(make_volume("v", "6Gi"), "data", "other-uid")}) == "none");
}

BOOST_AUTO_TEST_CASE(unbound_claims_are_bound_provisioned_or_wait) {
    claim_seen seen;
    seen.classes = {make_class("standard", own_provisioner, "Immediate", true),
                    make_class("late", own_provisioner, "WaitForFirstConsumer"),
                    make_class("other", "example.com/disks")};
    const auto plan = [&](const partial_claim& c) { return plan_claim(c, seen); };
    claim_step s = plan(make_claim());
    BOOST_CHECK(s.what == step::wait);
    BOOST_TEST(s.event.value().message ==
               "no persistent volumes available for this claim and no storage class is set");
    BOOST_CHECK(plan(make_claim("5Gi", interned_string("standard"))).what == step::provision);
    s = plan(make_claim("5Gi", std::nullopt));
    BOOST_CHECK(s.what == step::classify);
    BOOST_TEST(s.of_class->metadata.name == "standard");
    s = plan(make_claim("5Gi", interned_string("missing")));
    BOOST_TEST(s.event.value().message == "storageclass.storage.k8s.io \"missing\" not found");
    s = plan(make_claim("5Gi", interned_string("other")));
    BOOST_CHECK(s.what == step::request);
    BOOST_TEST(s.event.value().reason == "ExternalProvisioning");
    partial_claim late = make_claim("5Gi", interned_string("late"));
    BOOST_TEST(plan(late).event.value().reason == "WaitForFirstConsumer");
    seen.waiting_pods = {"a", "b"};
    BOOST_TEST(plan(late).event.value().message == "waiting for pods a,b to be scheduled");
    late.metadata.annotations[selected_node] = "node-0";
    BOOST_CHECK(plan(late).what == step::provision);
    seen.volumes = shared({make_volume("v", "6Gi")});
    BOOST_CHECK(plan(make_claim()).what == step::bind);
}

BOOST_AUTO_TEST_CASE(claims_with_a_volume_are_bound_to_that_or_lost) {
    claim_seen seen;
    partial_claim c = make_claim();
    c.spec.volume_name = "v";
    BOOST_CHECK(plan_claim(c, seen).what == step::wait);
    seen.volumes = shared({make_volume("v", "1Gi")});
    BOOST_TEST(plan_claim(c, seen).event.value().message ==
               "Cannot bind to requested volume \"v\": requested PV is too small");
    seen.volumes = shared({make_volume("v", "5Gi")});
    BOOST_CHECK(plan_claim(c, seen).what == step::bind);
    seen.volumes = shared({reserved(make_volume("v", "5Gi"), "other", "x")});
    BOOST_TEST(plan_claim(c, seen).event.value().message ==
               "volume \"v\" already bound to a different claim.");
    c.metadata.annotations[bind_completed] = "yes";
    BOOST_TEST(plan_claim(c, seen).event.value().reason == "ClaimMisbound");
    seen.volumes = shared({reserved(make_volume("v", "5Gi"), "data", "claim-uid")});
    BOOST_CHECK(plan_claim(c, seen).what == step::bind);
    seen.volumes.clear();
    BOOST_CHECK(plan_claim(c, seen).what == step::lose);
    c.status.phase = "Lost";
    BOOST_CHECK(plan_claim(c, seen).what == step::none);
}

BOOST_AUTO_TEST_CASE(a_bound_claim_grows_if_its_class_allows) {
    partial_claim c = make_claim("8Gi", interned_string("fast"));
    c.spec.volume_name = "v";
    c.metadata.annotations[bind_completed] = "yes";
    c.status = bound_status(make_volume("v", "5Gi"));
    c.status.phase = "Bound";
    claim_seen seen;
    seen.volumes = shared({reserved(make_volume("v", "5Gi"), "data", "claim-uid")});
    BOOST_TEST(wants_more(c));
    BOOST_CHECK(plan_claim(c, seen).what == step::bind);
    auto fast = std::make_shared<partial_storage_class>(*make_class("fast", own_provisioner));
    seen.bound_class = fast;
    BOOST_CHECK(plan_claim(c, seen).what == step::bind);
    fast->allow_volume_expansion = true;
    BOOST_CHECK(plan_claim(c, seen).what == step::expand);
    BOOST_TEST(boost::json::serialize(expand_volume(c)) == R"({"spec":{"capacity":{"storage":"8Gi"}}})");
    fast->provisioner = "example.com/disks";
    BOOST_CHECK(plan_claim(c, seen).what == step::bind);
    c.status = bound_status(make_volume("v", "8Gi"));
    BOOST_TEST(!wants_more(c));
}

BOOST_AUTO_TEST_CASE(volumes_follow_their_claims) {
    partial_claim c = make_claim();
    c.spec.volume_name = "v";
    partial_volume v = make_volume("v", "5Gi");
    v.status.phase = "";
    BOOST_TEST(plan_volume(v, nullptr).phase == "Available");
    v = reserved(v, "data", "claim-uid");
    BOOST_TEST(plan_volume(v, &c).phase == "Bound");
    BOOST_TEST(plan_volume(v, nullptr).phase == "Released");
    BOOST_TEST(!plan_volume(v, nullptr).remove);
    v.spec.reclaim_policy = "Delete";
    v.metadata.annotations["pv.kubernetes.io/provisioned-by"] = own_provisioner;
    BOOST_TEST(plan_volume(v, nullptr).remove);
    v.status.phase = "Bound";
    BOOST_TEST(plan_volume(v, &c).phase == "");
    v.metadata.annotations.clear();
    v.metadata.annotations[bound_by_controller] = "yes";
    c.spec.volume_name = "another";
    BOOST_TEST(plan_volume(v, &c).unbind);
}

BOOST_AUTO_TEST_CASE(a_binding_writes_what_is_missing) {
    partial_claim c = make_claim();
    partial_volume v = make_volume("v", "5Gi");
    const auto of_volume = bind_volume(v, c);
    BOOST_TEST(of_volume.at("spec").at("claimRef").at("uid").as_string() == "claim-uid");
    BOOST_TEST(of_volume.at("metadata").at("annotations").at(bound_by_controller).as_string() == "yes");
    const auto of_claim = bind_claim(c, v);
    BOOST_TEST(of_claim.at("spec").at("volumeName").as_string() == "v");
    BOOST_TEST(of_claim.at("metadata").at("annotations").as_object().size() == 2u);
    c.spec.volume_name = "v";
    c.metadata.annotations[bind_completed] = "yes";
    BOOST_TEST(bind_claim(c, v).empty());
    BOOST_TEST(bind_volume(reserved(v, "data", "claim-uid"), c).empty());
    BOOST_TEST(!bind_volume(reserved(v, "data", ""), c).contains("metadata"));
}

BOOST_AUTO_TEST_CASE(pods_wait_for_claims_and_go_where_their_volumes_are) {
    partial_pod p;
    partial_pod_volume use;
    use.name = "x";
    use.claim.claim_name = "data";
    p.spec.volumes.push_back(use);
    claims_seen seen;
    seen.classes = {make_class("late", own_provisioner, "WaitForFirstConsumer")};
    BOOST_TEST(claims_of(p, seen).why == "persistentvolumeclaim \"data\" not found");
    BOOST_TEST(choose_node(p, {}, {}, claims_of(p, seen)).why ==
               "0/0 nodes are available: persistentvolumeclaim \"data\" not found. not found");
    seen.claims["data"] = std::make_shared<partial_claim>(make_claim());
    BOOST_TEST(claims_of(p, seen).why == "pod has unbound immediate PersistentVolumeClaims");
    partial_claim late = make_claim("5Gi", interned_string("late"));
    late.metadata.annotations[selected_node] = "b";
    seen.claims["data"] = std::make_shared<partial_claim>(late);
    const auto node_of = [](std::string_view name) {
        partial_node n;
        n.metadata.name = name;
        n.metadata.labels["zone"] = name;
        return std::make_shared<const partial_node>(std::move(n));
    };
    const std::vector<node_ptr> nodes = {node_of("a"), node_of("b")};
    BOOST_TEST(claims_of(p, seen).delayed.size() == 1u);
    BOOST_TEST(choose_node(p, nodes, {}, claims_of(p, seen)).node == "b");
    partial_claim bound = make_claim();
    bound.spec.volume_name = "v";
    bound.metadata.annotations[bind_completed] = "yes";
    seen.claims["data"] = std::make_shared<partial_claim>(bound);
    partial_volume v = make_volume("v", "5Gi");
    node_selector_requirement zone;
    zone.key = "zone";
    zone.op = "In";
    zone.values = {"b"};
    node_selector_term term;
    term.match_expressions.push_back(zone);
    v.spec.node_affinity.emplace().required.emplace().node_selector_terms.push_back(term);
    seen.volumes = shared({v});
    BOOST_TEST(choose_node(p, nodes, {}, claims_of(p, seen)).node == "b");
    BOOST_TEST(choose_node(p, {node_of("a")}, {}, claims_of(p, seen))
                   .why.find("1 node(s) didn't match PersistentVolume's node affinity") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
