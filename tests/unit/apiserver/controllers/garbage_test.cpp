// The garbage collector's index and plan.
#include "apiserver/controllers/garbage/index.hpp"
#include "apiserver/controllers/garbage/plan.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(garbage_test)

using action = garbage_plan::action;

namespace {

owner_reference reference(std::string_view name, std::string_view uid, bool blocks = false) {
    owner_reference r;
    r.api_version = "v1";
    r.kind = "ConfigMap";
    r.name = name;
    r.uid = uid;
    if (blocks) r.block_owner_deletion = true;
    return r;
}

object_meta owned_by(std::initializer_list<owner_reference> refs) {
    object_meta m;
    m.name = "child";
    m.ns = "default";
    m.uid = "child-uid";
    m.owner_references.assign(refs);
    return m;
}

object_meta ending(std::string_view finalizer) {
    object_meta m = owned_by({});
    m.deletion_timestamp = timestamp::parse("2026-01-01T00:00:00Z").value();
    m.finalizers.push_back(finalizer);
    return m;
}

graph_event event_of(std::string_view collection, const object_key& key, std::string_view uid,
                     const std::vector<std::string>& owners, bool gone = false, bool waiting = false) {
    return {collection, key, uid, owners, gone, waiting};
}

std::vector<std::string> queue_of(garbage_index& index) {
    std::vector<std::string> names;
    while (auto item = index.next()) names.push_back(item->key.name);
    return names;
}

const std::vector<std::string> no_owners, parent = {"parent-uid"};
const object_key parent_key{"default", "parent"}, child_key{"default", "child"};

}  // namespace

BOOST_AUTO_TEST_CASE(a_new_dependent_is_queued_and_an_object_without_owners_is_not) {
    garbage_index index;
    index.observe(event_of("configmaps", parent_key, "parent-uid", no_owners));
    BOOST_TEST(index.idle());
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    BOOST_TEST(queue_of(index) == std::vector<std::string>{"child"}, boost::test_tools::per_element());
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    BOOST_TEST(index.idle());
}

BOOST_AUTO_TEST_CASE(dependents_are_queued_when_their_owner_is_deleted) {
    garbage_index index;
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    queue_of(index);
    index.observe(event_of("configmaps", parent_key, "parent-uid", no_owners, true));
    BOOST_TEST(queue_of(index) == std::vector<std::string>{"child"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_owner_that_was_removed_is_known_as_long_as_it_has_dependents) {
    garbage_index index;
    index.observe(event_of("widgets", parent_key, "parent-uid", no_owners, true));
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    BOOST_TEST(!index.seen_gone("parent-uid", "default"));
    index.observe(event_of("widgets", parent_key, "parent-uid", no_owners, true));
    BOOST_TEST(index.seen_gone("parent-uid", "default"));
    BOOST_TEST(!index.seen_gone("parent-uid", "other"));
    BOOST_TEST(!index.seen_gone("parent-uid", ""));
    index.observe(event_of("configmaps", child_key, "child-uid", no_owners));
    BOOST_TEST(!index.seen_gone("parent-uid", "default"));
    // A dependent in any namespace can name a cluster-scoped owner.
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    index.observe(event_of("widgets", {"", "parent"}, "parent-uid", no_owners, true));
    BOOST_TEST(index.seen_gone("parent-uid", "other"));
}

BOOST_AUTO_TEST_CASE(a_waiting_owner_is_queued_when_a_dependent_is_deleted_or_changes_its_owners) {
    garbage_index index;
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    queue_of(index);
    index.observe(event_of("configmaps", parent_key, "parent-uid", no_owners, false, true));
    BOOST_TEST(queue_of(index).size() == 2u);
    index.observe(event_of("configmaps", child_key, "child-uid", no_owners));
    BOOST_TEST(queue_of(index) == std::vector<std::string>{"parent"}, boost::test_tools::per_element());
    BOOST_TEST(!index.has_dependents("parent-uid"));
}

BOOST_AUTO_TEST_CASE(an_owner_is_new_once) {
    const graph_item child{"configmaps", child_key};
    const auto both = std::vector<std::string>{"parent-uid", "other-uid"};
    garbage_index index;
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    BOOST_TEST(index.take_new_owners(child) == parent, boost::test_tools::per_element());
    BOOST_TEST(index.take_new_owners(child).empty());
    index.observe(event_of("configmaps", child_key, "child-uid", both));
    BOOST_TEST(index.take_new_owners(child) == std::vector<std::string>{"other-uid"},
               boost::test_tools::per_element());
    index.observe(event_of("configmaps", child_key, "child-uid", no_owners));
    index.observe(event_of("configmaps", child_key, "child-uid", parent));
    index.observe(event_of("configmaps", child_key, "child-uid", no_owners, true));
    BOOST_TEST(index.take_new_owners(child).empty());
}

BOOST_AUTO_TEST_CASE(an_owner_in_another_namespace_is_reported_with_the_real_message) {
    BOOST_TEST(wrong_namespace_text(reference("owner", "1"), "default") ==
               "ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: 1] does not exist in namespace "
               "\"default\"");
    BOOST_TEST(wrong_namespace_text(reference("owner", "1"), "") ==
               "ownerRef [v1/ConfigMap, namespace: , name: owner, uid: 1] does not exist in namespace \"\"");
}

BOOST_AUTO_TEST_CASE(owners_are_classified) {
    graph_resource maps;
    maps.kind = "ConfigMap";
    graph_object found;
    found.meta.uid = "1";
    BOOST_CHECK(classify(reference("a", "1"), std::nullopt, {}, true) == owner_state::unknown);
    BOOST_CHECK(classify(reference("a", "1"), maps, {}, true) == owner_state::dangling);
    BOOST_CHECK(classify(reference("a", "2"), maps, found, true) == owner_state::dangling);
    BOOST_CHECK(classify(reference("a", "1"), maps, found, true) == owner_state::solid);
    BOOST_CHECK(classify(reference("a", "1"), maps, found, false) == owner_state::misplaced);
    found.meta.deletion_timestamp = timestamp::parse("2026-01-01T00:00:00Z").value();
    BOOST_CHECK(classify(reference("a", "1"), maps, found, true) == owner_state::solid);
    found.meta.finalizers.push_back("foregroundDeletion");
    BOOST_CHECK(classify(reference("a", "1"), maps, found, true) == owner_state::waiting);
}

BOOST_AUTO_TEST_CASE(decisions) {
    const auto two = owned_by({reference("a", "1", true), reference("b", "2", true)});
    const std::vector<dependent_state> none;
    const auto decide = [&](std::vector<owner_state> owners, std::vector<dependent_state> dependents = {}) {
        return plan_garbage(two, owners, dependents);
    };
    using enum owner_state;
    BOOST_CHECK(decide({solid, solid}).what == action::none);
    BOOST_CHECK(decide({unknown, dangling}).what == action::retry);
    BOOST_CHECK(decide({misplaced, dangling}).what == action::none);
    const garbage_plan mixed = decide({solid, dangling});
    BOOST_CHECK(mixed.what == action::drop_owners);
    BOOST_TEST(mixed.owners == std::vector<std::string>{"2"}, boost::test_tools::per_element());
    BOOST_TEST(decide({waiting, solid}).owners == std::vector<std::string>{"1"},
               boost::test_tools::per_element());
    BOOST_CHECK(decide({dangling, dangling}).what == action::remove);
    BOOST_CHECK(decide({dangling, dangling}).how == propagation::background);
    BOOST_CHECK(decide({waiting, dangling}).how == propagation::background);
    BOOST_CHECK(decide({waiting, dangling}, {{true, false}}).how == propagation::foreground);
    BOOST_CHECK(decide({waiting, dangling}, {{true, true}}).what == action::unblock_and_remove);
    BOOST_CHECK(plan_garbage(owned_by({}), {}, none).what == action::none);
}

BOOST_AUTO_TEST_CASE(a_deleted_object_waits_for_blocking_dependents_and_orphans_on_request) {
    BOOST_CHECK(plan_garbage(ending("foregroundDeletion"), {}, {}).what == action::release);
    BOOST_CHECK(plan_garbage(ending("foregroundDeletion"), {}, {{false, false}}).what == action::release);
    BOOST_CHECK(plan_garbage(ending("foregroundDeletion"), {}, {{true, false}}).what ==
                action::process_dependents);
    BOOST_CHECK(plan_garbage(ending("orphan"), {}, {{true, false}}).what == action::orphan_dependents);
    BOOST_CHECK(plan_garbage(ending("example.com/mine"), {}, {}).what == action::none);
}

BOOST_AUTO_TEST_CASE(patches_change_nothing_else) {
    const auto two = owned_by({reference("a", "1", true), reference("b", "2")});
    BOOST_TEST(
        boost::json::serialize(without_owners(two, {"1"})) ==
        R"({"metadata":{"ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"b","uid":"2"}]}})");
    BOOST_TEST(boost::json::serialize(without_owners(two, {"1", "2"})) ==
               R"({"metadata":{"ownerReferences":null}})");
    BOOST_TEST(boost::json::serialize(without_blocking(two)).find(R"("blockOwnerDeletion":false)") !=
               std::string::npos);
    BOOST_TEST(boost::json::serialize(without_finalizer(ending("orphan"), "orphan")) ==
               R"({"metadata":{"finalizers":null}})");
}

BOOST_AUTO_TEST_SUITE_END()
