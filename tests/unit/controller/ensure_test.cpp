#include "ensure_world.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <map>

using namespace setpoint;
using test::desired_part;
using test::foreign_owner;
using test::gadget;
using test::hash_name;
using test::outcome_of_ensure;
using test::part;

BOOST_AUTO_TEST_SUITE(ensure_test)

namespace {

using fixture = test::ensure_world;

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_missing_child_is_created_by_an_apply_that_only_creates, fixture) {
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::created);
    BOOST_TEST(r->object->metadata.uid == "part-uid");
    BOOST_TEST(r->changes.empty());
    BOOST_REQUIRE(api.writes.size() == 1u);
    const call& c = api.writes[0];
    BOOST_CHECK(c.op == verb::create);
    BOOST_CHECK(c.patch == patch_type::apply);
    BOOST_TEST(c.describe() == "create parts.test.domain default/p");
    BOOST_TEST(c.field_manager == "gadget-operator");
    const auto metadata = api.body(0).at("metadata").as_object();
    BOOST_TEST(metadata.at("resourceVersion").as_string() == "1");
    BOOST_TEST(!metadata.contains("uid"));
    BOOST_TEST(boost::json::serialize(metadata.at("ownerReferences")) ==
               R"([{"apiVersion":"test.domain/v1","kind":"Gadget","name":"g","uid":"owner-uid",)"
               R"("controller":true,"blockOwnerDeletion":true}])");
    BOOST_TEST(hash_written(0).size() == 16u);
    BOOST_TEST(boost::json::serialize(api.body(0).at("spec")) == R"({"replicas":3,"color":"red"})");
}

BOOST_FIXTURE_TEST_CASE(what_is_as_desired_costs_no_call_whatever_else_it_has, fixture) {
    create();
    live_spec()["names"] = boost::json::array{"set by another"};
    live_metadata()["labels"].as_object()["other"] = "label";
    live_metadata()["generation"] = 4;
    cached = live;
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::unchanged);
    BOOST_TEST(r->object->metadata.uid == "part-uid");
    BOOST_TEST(api.writes.empty());
    BOOST_TEST(api.asked.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(what_differs_is_applied_under_its_uid_and_told_from_and_to, fixture) {
    create();
    live_spec()["replicas"] = 5;
    cached = live;
    api.on_write = [this](const kind_info& k, const call&) {
        live_spec()["replicas"] = 3;
        return answer(k);
    };
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_REQUIRE(r->changes.size() == 1u);
    BOOST_TEST(r->changes[0].path == "spec.replicas");
    BOOST_TEST(r->changes[0].live == "5");
    BOOST_TEST(r->changes[0].desired == "3");
    BOOST_REQUIRE(api.writes.size() == 1u);
    const auto metadata = api.body(0).at("metadata").as_object();
    BOOST_TEST(metadata.at("uid").as_string() == "part-uid");
    BOOST_TEST(!metadata.contains("resourceVersion"));
}

BOOST_FIXTURE_TEST_CASE(an_apply_that_changes_nothing_is_no_update, fixture) {
    create();
    live_spec()["color"] = "blue";  // by admission, at each write
    cached = live;
    api.on_write = [this](const kind_info& k, const call&) -> result<object_ptr> {
        return object_of(k, *live);
    };
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::unchanged);
    BOOST_REQUIRE(r->changes.size() == 1u);
    BOOST_TEST(r->changes[0].path == "spec.color");
    BOOST_TEST(api.writes.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_field_that_is_dropped_is_applied_although_the_rest_is_there, fixture) {
    create();
    part without = desired_part();
    without.spec.color.reset();
    api.on_write = [this](const kind_info& k, const call&) {
        live_metadata()["annotations"] = api.body(0).at("metadata").at("annotations");
        live_spec().erase("color");
        return answer(k);
    };
    const auto r = ensure_it(without);
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_TEST(r->changes.empty());
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_TEST(!api.body(0).at("spec").as_object().contains("color"));
    cached = live;
    BOOST_CHECK(ensure_it(without)->what == ensured::unchanged);
}

// With the namespace of a namespaced owner, the owner is gone too.
BOOST_FIXTURE_TEST_CASE(a_creation_in_a_namespace_that_is_gone_is_a_conflict_for_a_namespaced_owner,
                        fixture) {
    error gone(errc::not_found, "create parts.test.domain default/p: not found (404 NotFound)");
    gone.server_text = "namespaces \"default\" not found";
    api.on_write = [&](const kind_info&, const call&) -> result<object_ptr> { return gone; };
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_error());
    BOOST_CHECK(r.error().code == errc::conflict);
    BOOST_TEST(r.error().message == "the namespace of Gadget default/g is gone, and the watch is behind");

    test::cluster_gadget wide;
    wide.metadata.name = "wide";
    wide.metadata.uid = "wide-uid";
    const auto of_wide = ensure_it(desired_part(), wide);
    BOOST_REQUIRE(of_wide.has_error());
    BOOST_CHECK(of_wide.error().code == errc::not_found);
    const auto why = explain("Part \"p\"", of_wide.error());
    BOOST_REQUIRE(why.has_value());
    BOOST_TEST(why->reason == "NamespaceNotFound");
    BOOST_TEST(why->message == "Part \"p\" was refused: namespaces \"default\" not found");

    gone.server_text = "parts.test.domain \"p\" not found";
    BOOST_CHECK(ensure_it().error().code == errc::not_found);
    BOOST_TEST(!explain("Part \"p\"", gone).has_value());
}

BOOST_FIXTURE_TEST_CASE(an_object_of_another_or_of_nobody_is_foreign_and_not_written, fixture) {
    for (const char* owners :
         {"[]", foreign_owner,
          R"([{"apiVersion":"test.domain/v1","kind":"Gadget","name":"g","uid":"owner-uid"}])"}) {
        create();
        live_metadata()["ownerReferences"] = boost::json::parse(owners);
        cached = live;
        const auto r = ensure_it();
        BOOST_REQUIRE(r.has_value());
        BOOST_CHECK(r->what == ensured::foreign);
        BOOST_TEST(r->object->metadata.uid == "part-uid");
        BOOST_TEST(api.writes.empty());
        live.reset();
        cached.reset();
    }
}

// A server answers `conflict`, and `already_exists` if the object came while it executed the request.
constexpr errc taken[] = {errc::conflict, errc::already_exists};

BOOST_FIXTURE_TEST_CASE(who_loses_the_race_to_create_finds_the_object_foreign, fixture) {
    for (const errc code : taken) {
        create();
        live_metadata()["ownerReferences"] = boost::json::parse(foreign_owner);
        cached.reset();  // the cache has not seen it
        api.on_write = [code](const kind_info&, const call&) -> result<object_ptr> {
            return error(code, "is there");
        };
        const auto r = ensure_it();
        BOOST_REQUIRE(r.has_value());
        BOOST_CHECK(r->what == ensured::foreign);
        BOOST_TEST(api.writes.size() == 1u);
        BOOST_TEST(api.asked.back() == "get parts.test.domain default/p (dynamic)");
        live.reset();
        api.on_write = [this](const kind_info& k, const call&) { return answer(k); };
    }
}

BOOST_FIXTURE_TEST_CASE(an_object_of_ours_that_the_cache_lacks_is_brought_up_to_date, fixture) {
    create();
    live_spec()["replicas"] = 5;
    cached.reset();
    api.on_write = [this](const kind_info& k, const call&) -> result<object_ptr> {
        if (api.writes.size() == 1) return error(errc::conflict, "is there");
        live_spec()["replicas"] = 3;
        return answer(k);
    };
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_REQUIRE(r->changes.size() == 1u);
    BOOST_TEST(api.body(1).at("metadata").at("uid").as_string() == "part-uid");
}

BOOST_FIXTURE_TEST_CASE(a_conflict_over_an_object_that_is_gone_again_is_a_conflict, fixture) {
    for (const errc code : taken) {
        api.on_write = [code](const kind_info&, const call&) -> result<object_ptr> {
            return error(code, "is there");
        };
        const auto r = ensure_it();
        BOOST_REQUIRE(r.has_error());
        BOOST_CHECK(r.error().code == errc::conflict);
        // A webhook may refuse with `conflict` too: its text is kept.
        BOOST_TEST(r.error().message ==
                   (code == errc::conflict ? "is there" : "Part default/p is gone, and the watch is behind"));
    }
}

BOOST_FIXTURE_TEST_CASE(entries_that_others_added_to_a_whole_list_are_removed_by_one_patch_of_that_list,
                        fixture) {
    part with_port = desired_part();
    with_port.spec.ports.push_back({80, {}, {}});
    create(with_port);
    live_spec()["ports"] = boost::json::parse(
        R"([{"port":80,"protocol":"TCP","nodePort":30000},{"port":81,"protocol":"TCP","nodePort":30001}])");
    live_metadata()["resourceVersion"] = "101";
    cached = live;
    api.on_write = [this](const kind_info& k, const call& c) {
        if (c.patch == patch_type::merge) live_spec()["ports"] = api.body(1).at("spec").at("ports");
        return answer(k);
    };
    const auto r = ensure_it(with_port);
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_TEST(!r->changes.empty());
    BOOST_REQUIRE(api.writes.size() == 2u);
    BOOST_CHECK(api.writes[0].patch == patch_type::apply);
    BOOST_CHECK(api.writes[1].patch == patch_type::merge);
    BOOST_TEST(api.writes[1].field_manager == "gadget-operator");
    BOOST_TEST(boost::json::serialize(api.body(1)) ==
               R"({"spec":{"ports":[{"port":80,"protocol":"TCP","nodePort":30000}]},)"
               R"("metadata":{"uid":"part-uid","resourceVersion":"101"}})");
    BOOST_TEST(r->object->spec.ports.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_conflict_over_that_patch_is_handed_back, fixture) {
    part with_port = desired_part();
    with_port.spec.ports.push_back({80, {}, {}});
    create(with_port);
    live_spec()["ports"] = boost::json::parse(R"([{"port":80},{"port":81}])");
    cached = live;
    api.on_write = [this](const kind_info& k, const call& c) -> result<object_ptr> {
        if (c.patch == patch_type::merge) return error(errc::conflict, "has changed");
        return answer(k);
    };
    const auto r = ensure_it(with_port);
    BOOST_REQUIRE(r.has_error());
    BOOST_CHECK(r.error().code == errc::conflict);
}

BOOST_FIXTURE_TEST_CASE(what_the_server_changes_back_is_no_reason_for_a_patch, fixture) {
    create();
    live_spec()["replicas"] = 5;  // and stays so
    cached = live;
    const auto r = ensure_it();
    BOOST_REQUIRE(r.has_value());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_TEST(api.writes.size() == 1u);
    BOOST_TEST(api.asked.size() == 2u);  // nor for a read beside the cached one
}

BOOST_FIXTURE_TEST_CASE(invalid_is_explained_by_what_is_there, fixture) {
    const auto refuse = [](const kind_info&, const call&) -> result<object_ptr> {
        return error(errc::invalid, "refused");
    };
    create();
    cached->at("spec").as_object()["replicas"] = 5;
    api.on_write = refuse;
    BOOST_CHECK(ensure_it().error().code == errc::invalid);

    live_metadata()["ownerReferences"] = boost::json::parse(foreign_owner);
    BOOST_CHECK(ensure_it()->what == ensured::foreign);

    live.reset();
    BOOST_CHECK(ensure_it().error().code == errc::invalid);
}

// A server on which a port of ours was given another number: an apply puts ours beside it, which is invalid.
struct renumbered : fixture {
    part desired = desired_part();
    std::string script;                                       // one letter for each write so far
    std::map<std::size_t, errc> refused{{0, errc::invalid}};  // by the number of the write

    renumbered() {
        desired.spec.ports.push_back({80, {}, "http"});
        create(desired);
        live_spec()["ports"] = boost::json::parse(R"([{"port":81,"name":"http"}])");
        cached = live;
        api.on_write = [this](const kind_info& k, const call& c) -> result<object_ptr> {
            script += c.patch == patch_type::apply ? 'a' : 'm';
            const std::size_t n = script.size() - 1;
            if (refused.contains(n)) return error(refused.at(n), fmt::format("write {}", n));
            const boost::json::object body = api.body(n);
            if (const auto* fields = body.at("metadata").as_object().if_contains("managedFields"))
                live_metadata()["managedFields"] = *fields;
            if (const auto* s = body.if_contains("spec")) live_spec()["ports"] = s->at("ports");
            if (n == 1)
                live_metadata()["managedFields"] = boost::json::parse(R"([
                    {"manager":"gadget-operator","operation":"Apply","fieldsV1":{"f:spec":{"f:size":{}}}},
                    {"manager":"gadget-operator","operation":"Update",
                     "fieldsV1":{"f:spec":{"f:ports":{},"f:size":{}}}},
                    {"manager":"gadget-operator","operation":"Update","subresource":"status"},
                    {"manager":"somebody","operation":"Update"}, {"operation":"Update"}])");
            return answer(k);
        };
    }
};

BOOST_FIXTURE_TEST_CASE(an_entry_that_has_another_key_by_now_and_makes_an_apply_invalid_is_replaced,
                        renumbered) {
    const auto r = ensure_it(desired);
    BOOST_REQUIRE_MESSAGE(r.has_value(), r.error().to_string());
    BOOST_CHECK(r->what == ensured::updated);
    BOOST_TEST(!r->changes.empty());
    BOOST_TEST(r->object->spec.ports.at(0).port == 80);
    BOOST_TEST(script == "amma");
    BOOST_TEST(boost::json::serialize(api.body(1).at("spec").at("ports")) ==
               R"([{"port":80,"name":"http"}])");
    BOOST_TEST(api.body(1).at("metadata").at("uid").as_string() == "part-uid");
    BOOST_TEST(api.body(1).at("metadata").at("resourceVersion").as_string() == "100");
    // What was merged is not an Update of ours, or no apply could drop it later.
    BOOST_TEST(boost::json::serialize(api.body(2).at("metadata").at("managedFields")) ==
               R"([{"manager":"gadget-operator","operation":"Apply",)"
               R"("fieldsV1":{"f:spec":{"f:size":{},"f:ports":{}}}},)"
               R"({"manager":"gadget-operator","operation":"Update","subresource":"status"},)"
               R"({"manager":"somebody","operation":"Update"},{"operation":"Update"}])");
    BOOST_TEST(!api.body(2).contains("spec"));
    // Until it is applied, it does not say that it was.
    BOOST_TEST(api.body(1).at("metadata").at("annotations").at(hash_name).is_null());
    BOOST_TEST(hash_written(3).size() == 16u);
    cached = live;
    BOOST_CHECK(ensure_it(desired)->what == ensured::unchanged);
}

BOOST_FIXTURE_TEST_CASE(what_is_refused_while_an_entry_is_replaced_is_handed_back, renumbered) {
    struct row {
        std::size_t write;
        errc code;
        const char *script, *message;
    };
    // A merge that is invalid too means that what is desired is: as the apply said.
    for (const row& w : {row{1, errc::invalid, "am", "write 0"}, row{1, errc::conflict, "am", "write 1"},
                         row{2, errc::forbidden, "amm", "write 2"}, row{3, errc::invalid, "amma", "write 3"},
                         row{3, errc::unknown_outcome, "amma", "write 3"}}) {
        const auto before = live;
        refused[w.write] = w.code;
        const auto r = ensure_it(desired);
        BOOST_TEST_CONTEXT(w.script << " " << w.message) {
            BOOST_REQUIRE(r.has_error());
            // An apply that is invalid after all: somebody has changed the object again.
            BOOST_CHECK(r.error().code ==
                        (w.write == 3 && w.code == errc::invalid ? errc::conflict : w.code));
            BOOST_TEST(r.error().message == w.message);
            BOOST_TEST(script == w.script);
        }
        refused.erase(w.write);
        script.clear();
        forget_calls();
        live = before;
    }
}

BOOST_FIXTURE_TEST_CASE(who_writes_while_an_entry_is_replaced_does_not_stop_it, renumbered) {
    refused[2] = refused[3] = errc::conflict;
    const auto r = ensure_it(desired);
    BOOST_REQUIRE_MESSAGE(r.has_value(), r.error().to_string());
    BOOST_TEST(script == "ammmma");
    script.clear();
    forget_calls();
    live_spec()["ports"] = boost::json::parse(R"([{"port":81,"name":"http"}])");
    cached = live;
    for (std::size_t n = 2; n < 100; ++n) refused[n] = errc::conflict;
    BOOST_CHECK(ensure_it(desired).error().code == errc::conflict);
    BOOST_TEST(script == "ammmmmmm");
}

BOOST_FIXTURE_TEST_CASE(a_child_that_goes_while_an_entry_is_replaced_is_a_conflict, renumbered) {
    const auto before = live;
    const auto gone = [&](const errc code, const auto& go) {
        const auto write = api.on_write;
        api.on_write = [&, write](const kind_info& k, const call& c) -> result<object_ptr> {
            if (script.size() != 2) return write(k, c);
            script += '-';
            go();
            return error(code, "made up");
        };
        const auto r = ensure_it(desired);
        BOOST_REQUIRE(r.has_error());
        BOOST_CHECK(r.error().code == errc::conflict);
        BOOST_TEST(r.error().message == "Part default/p is gone, and the watch is behind");
        BOOST_TEST(script == "am-");
        api.on_write = write;
        script.clear();
        forget_calls();
        live = before;
    };
    gone(errc::not_found, [&] { live.reset(); });
    gone(errc::conflict, [&] { live.reset(); });
    gone(errc::conflict, [&] { live_metadata()["uid"] = "another"; });
}

BOOST_FIXTURE_TEST_CASE(errors_are_handed_back_after_one_attempt, fixture) {
    for (const errc code : {errc::unknown_outcome, errc::forbidden, errc::unreachable, errc::conflict}) {
        create();
        cached->at("spec").as_object()["replicas"] = 5;
        const auto before = api.on_write;
        api.on_write = [code](const kind_info&, const call&) -> result<object_ptr> {
            return error(code, "as scripted");
        };
        BOOST_CHECK(ensure_it().error().code == code);
        BOOST_TEST(api.writes.size() == 1u);
        api.on_write = before;
        live.reset();
        cached.reset();
    }
    api.on_get = [](const kind_info&, const object_key&) -> result<object_ptr> {
        return error(errc::forbidden, "no");
    };
    forget_calls();
    BOOST_CHECK(ensure_it().error().code == errc::forbidden);
    BOOST_TEST(api.writes.empty());
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_owned_is_invalid_before_any_call, fixture) {
    part elsewhere = desired_part();
    elsewhere.metadata.ns = "other";
    part nameless = desired_part();
    nameless.metadata.name = "";
    part nowhere_at_all = desired_part();
    nowhere_at_all.metadata.ns = "";
    for (const part& p : {elsewhere, nameless, nowhere_at_all}) {
        const auto r = ensure_it(p);
        BOOST_REQUIRE(r.has_error());
        BOOST_CHECK(r.error().code == errc::invalid);
    }
    gadget unborn = owner;
    unborn.metadata.uid = "";
    BOOST_CHECK(ensure_it(desired_part(), unborn).error().code == errc::invalid);
    BOOST_TEST(api.asked.empty());
}

BOOST_FIXTURE_TEST_CASE(a_cluster_scoped_owner_may_own_in_any_namespace, fixture) {
    test::cluster_gadget wide;
    wide.metadata.name = "wide";
    wide.metadata.uid = "wide-uid";
    BOOST_CHECK(ensure_it(desired_part(), wide)->what == ensured::created);
    BOOST_TEST(api.body(0).at("metadata").at("ownerReferences").at(0).at("kind").as_string() ==
               "ClusterGadget");
}

BOOST_FIXTURE_TEST_CASE(a_copy_of_the_live_object_is_the_same_desired_state, fixture) {
    create();
    part copy = desired_part();
    copy.metadata.uid = "part-uid";
    copy.metadata.resource_version = "100";
    copy.metadata.generation = 3;
    copy.metadata.creation_timestamp = timestamp::from(time.wall_now());
    BOOST_CHECK(ensure_it(copy)->what == ensured::unchanged);
}

BOOST_AUTO_TEST_SUITE_END()
