// What ensure() makes of an object that may not be changed.
#include "ensure_world.hpp"
#include "setpoint/client/refusal.hpp"
#include "setpoint/client/status.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using test::part;

BOOST_AUTO_TEST_SUITE(ensure_modes_test)

namespace {

constexpr ensure_options once{.mode = ensure_mode::create_once};
constexpr ensure_options replacing{.mode = ensure_mode::replace_when_immutable};

error refused_with(const std::vector<status_cause>& causes) {
    api_status s;
    s.reason = "Invalid";
    s.message = "Part.test.domain \"p\" is invalid: and so on";
    s.details.causes = causes;
    return to_error(s, 422, "apply parts.test.domain default/p");
}
const status_cause stuck{"FieldValueInvalid", "Invalid value: \"blue\": field is immutable", "spec.color"};
const status_cause wrong{"FieldValueInvalid", "Invalid value: -1: must not be negative", "spec.replicas"};

// The server takes what is made and refuses to change it, but for a version that is deleted.
struct world : test::ensure_world {
    std::vector<status_cause> causes{stuck};

    world() {
        create();
        api.on_write = [this](const kind_info& k, const call&) -> result<object_ptr> {
            if (live) return refused_with(causes);
            return answer(k);
        };
        api.on_remove = [this](const kind_info&, const object_key&, const delete_options& o) -> result<> {
            if (!live) return error(errc::not_found, "gone");
            if (live_metadata().at("uid").as_string() != o.uid ||
                live_metadata().at("resourceVersion").as_string() != o.resource_version)
                return error(errc::conflict, "another one");
            live.reset();
            return {};
        };
    }
    static part blue() {
        part p = test::desired_part();
        p.spec.color = "blue";
        return p;
    }
    // What was called after the read of the cache.
    std::string calls() const {
        std::string all;
        for (std::size_t i = 1; i < api.asked.size(); ++i)
            all += api.asked[i].substr(0, api.asked[i].find(' ')) + ' ';
        return all;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(create_once_makes_what_is_missing_and_writes_nothing_afterwards, world) {
    const auto kept = ensure_it(blue(), once);
    BOOST_REQUIRE(kept.has_value());
    BOOST_CHECK(kept->what == ensured::unchanged);
    BOOST_TEST(*kept->object->spec.color == "red");
    BOOST_TEST(calls() == "");

    live_metadata()["ownerReferences"] = boost::json::parse(test::foreign_owner);
    cached = live;
    BOOST_CHECK(ensure_it(blue(), once)->what == ensured::foreign);
    cached.reset();  // which has not seen it
    forget_calls();
    api.on_write = [](const kind_info&, const call&) -> result<object_ptr> {
        return error(errc::already_exists, "is there");
    };
    BOOST_CHECK(ensure_it(blue(), once)->what == ensured::foreign);
    BOOST_TEST(calls() == "create get ");
    live.reset();
    api.on_write = [this](const kind_info& k, const call&) { return answer(k); };
    BOOST_CHECK(ensure_it(blue(), once)->what == ensured::created);
    BOOST_TEST(api.removals.empty());
}

BOOST_FIXTURE_TEST_CASE(by_default_a_refusal_is_returned_and_short, world) {
    const auto r = ensure_it(blue());
    BOOST_REQUIRE(r.has_error());
    BOOST_CHECK(r.error().code == errc::invalid);
    BOOST_TEST(brief(r.error()) == "spec.color: Invalid value: \"blue\": field is immutable");
    BOOST_TEST(api.removals.empty());
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_changed_is_deleted_then_made, world) {
    const auto gone = ensure_it(blue(), replacing);
    BOOST_REQUIRE_MESSAGE(gone.has_value(), gone.error().to_string());
    BOOST_CHECK(gone->what == ensured::replacing);
    BOOST_TEST(gone->object->metadata.uid == "part-uid");
    BOOST_REQUIRE(gone->changes.size() == 1u);
    BOOST_TEST(gone->changes[0].path == "spec.color");
    BOOST_TEST(calls() == "apply get delete ");
    BOOST_REQUIRE(api.removals.size() == 1u);
    BOOST_TEST(api.removals[0].uid == "part-uid");
    BOOST_TEST(api.removals[0].resource_version == "100");
    BOOST_CHECK(api.removals[0].how == propagation::foreground);

    forget_calls();
    cached.reset();
    const auto made = ensure_it(blue(), replacing);
    BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
    BOOST_CHECK(made->what == ensured::created);
    BOOST_TEST(calls() == "create ");
    cached = live;
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::unchanged);
}

BOOST_FIXTURE_TEST_CASE(while_it_is_being_deleted_nothing_is_written, world) {
    live_metadata()["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    const auto behind = ensure_it(blue(), replacing);  // the cache does not show that
    BOOST_CHECK(behind->what == ensured::replacing);
    BOOST_TEST(calls() == "apply get ");
    forget_calls();
    cached = live;
    const auto r = ensure_it(blue(), replacing);
    BOOST_CHECK(r->what == ensured::replacing);
    BOOST_TEST(calls() == "");
    cached.reset();  // which takes it for gone
    api.on_write = [](const kind_info&, const call&) -> result<object_ptr> {
        return error(errc::already_exists, "is there");
    };
    forget_calls();
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::replacing);
    BOOST_TEST(calls() == "create get ");
    BOOST_TEST(api.removals.empty());
}

BOOST_FIXTURE_TEST_CASE(nothing_is_deleted_for_another_refusal, world) {
    for (const auto& other : {std::vector{wrong}, std::vector{stuck, wrong}, std::vector<status_cause>{}}) {
        causes = other;
        const auto r = ensure_it(blue(), replacing);
        BOOST_REQUIRE(r.has_error());
        BOOST_CHECK(r.error().code == errc::invalid);
    }
    causes = {stuck};
    for (const errc code : {errc::forbidden, errc::conflict, errc::server_error, errc::unknown_outcome}) {
        api.on_write = [code](const kind_info&, const call&) -> result<object_ptr> {
            error e = refused_with({stuck});
            e.code = code;
            return e;
        };
        BOOST_CHECK(ensure_it(blue(), replacing).error().code == code);
    }
    BOOST_TEST(api.removals.empty());
}

BOOST_FIXTURE_TEST_CASE(an_object_of_another_is_never_deleted, world) {
    live_metadata()["ownerReferences"] = boost::json::parse(test::foreign_owner);
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::foreign);  // the cache says that it is ours
    BOOST_TEST(api.removals.empty());
    cached = live;
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::foreign);
    BOOST_TEST(api.removals.empty());
}

BOOST_FIXTURE_TEST_CASE(who_changes_or_replaces_it_before_the_deletion_stops_it, world) {
    const auto remove = api.on_remove;
    for (const char* field : {"resourceVersion", "uid"}) {
        const auto before = live;
        api.on_remove = [&](const kind_info& k, const object_key& key, const delete_options& o) {
            live_metadata()[field] = "101";
            return remove(k, key, o);
        };
        const auto r = ensure_it(blue(), replacing);
        BOOST_REQUIRE(r.has_error());
        BOOST_CHECK(r.error().code == errc::conflict);
        BOOST_TEST(live.has_value());
        live = before;
    }
    api.on_remove = [](const kind_info&, const object_key&, const delete_options&) -> result<> {
        return error(errc::not_found, "somebody was faster");
    };
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::replacing);
    api.on_remove = [](const kind_info&, const object_key&, const delete_options&) -> result<> {
        return error(errc::forbidden, "no");
    };
    BOOST_CHECK(ensure_it(blue(), replacing).error().code == errc::forbidden);
}

BOOST_FIXTURE_TEST_CASE(what_was_made_from_the_same_is_not_deleted_again, world) {
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::replacing);
    cached.reset();
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::created);
    live_spec()["color"] = "red";  // something at the server changes it, each time
    cached = live;
    forget_calls();
    api.removals.clear();
    const auto r = ensure_it(blue(), replacing);
    BOOST_REQUIRE(r.has_error());
    BOOST_CHECK(r.error().code == errc::invalid);
    BOOST_TEST(r.error().message.find("created from the same desired state") != std::string::npos);
    BOOST_TEST(api.removals.empty());
}

BOOST_FIXTURE_TEST_CASE(a_successor_that_is_refused_is_an_error, world) {
    BOOST_CHECK(ensure_it(blue(), replacing)->what == ensured::replacing);
    cached.reset();
    api.removals.clear();
    api.on_write = [](const kind_info&, const call&) -> result<object_ptr> { return refused_with({wrong}); };
    BOOST_CHECK(ensure_it(blue(), replacing).error().code == errc::invalid);
    BOOST_TEST(api.removals.empty());
}

BOOST_AUTO_TEST_SUITE_END()
