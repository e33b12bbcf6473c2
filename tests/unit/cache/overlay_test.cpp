#include "framework/cache/overlay.hpp"

#include "framework/cache/store.hpp"
#include "unit/cache/gadget.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(overlay_test)

namespace {

// A store and an overlay that receive the same events, as in a view.
struct fixture {
    object_ptr held(const std::string& name) const { return s.find({"default", name}); }
    std::string read(const std::string& name) const {
        return label_of(o.resolve({"default", name}, held(name)));
    }
    void list(const std::vector<made_gadget>& items, std::string version) {
        s.begin();
        for (const auto& g : items) s.stage(g.object());
        s.commit();
        while (s.announce(store::slice)) {
        }
        while (s.release(store::slice)) {
        }
        o.advance(version);
        sweep(true);
    }
    // Sweeps at once; returns the names of the vanished objects.
    std::string sweep(bool after_list) {
        std::vector<object_ptr> vanished;
        o.begin_sweep(after_list);
        while (o.sweep(1, now, [this](key_view k) { return s.find(k); }, vanished)) {
        }
        return labels_of_all(vanished);
    }
    void bring(const made_gadget& g) {
        s.put(g.object());
        o.delivered(g.object());
        o.advance(g.version);
    }
    void bring_deletion(const made_gadget& g) {
        s.erase({g.ns, g.name}, g.version);
        o.delivered_deletion(as_gadget(g.object()).metadata);
        o.advance(g.version);
    }
    void bookmark(std::string version) {
        o.advance(version);
        sweep(false);
    }
    void wrote(const made_gadget& g, bool in_scope = true) { o.written(g.object(), in_scope, now); }
    void removed(const std::string& name, std::string_view uid) {
        o.removed({"default", name}, uid, held(name), removal::accepted, now);
    }

    time_point now{1000s};
    store s{kind_of<gadget>(), [](const object_change&) {}};
    overlay o{kind_of<gadget>()};
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_write_is_read_until_the_watch_delivers_it, fixture) {
    list({thing("a", "5")}, "10");
    wrote(thing("a", "12"));
    wrote(thing("new", "13"));
    BOOST_TEST(read("a") == "default/a@12");
    BOOST_TEST(read("new") == "default/new@13");
    bring(thing("a", "11"));
    BOOST_TEST(read("a") == "default/a@12");
    bring(thing("a", "12"));
    BOOST_TEST(read("a") == "default/a@12");
    BOOST_TEST(o.size() == 1u);
    bring(thing("new", "13"));
    BOOST_TEST(o.size() == 0u);
    BOOST_TEST(o.empty());
}

BOOST_FIXTURE_TEST_CASE(versions_are_compared_as_numbers, fixture) {
    list({thing("a", "8")}, "9");
    wrote(thing("a", "10"));
    BOOST_TEST(read("a") == "default/a@10");
    bring(thing("a", "9"));
    BOOST_TEST(read("a") == "default/a@10");
    bookmark("100");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_response_that_the_store_is_past_is_not_overlaid, fixture) {
    list({thing("a", "5")}, "20");
    wrote(thing("a", "5"));   // an apply that changed nothing
    wrote(thing("b", "19"));  // written and deleted again before the list
    BOOST_TEST(o.empty());
    BOOST_TEST(read("b") == "none");
}

BOOST_FIXTURE_TEST_CASE(responses_out_of_order_leave_the_newest, fixture) {
    list({}, "1");
    wrote(thing("a", "12"));
    wrote(thing("a", "11"));
    BOOST_TEST(read("a") == "default/a@12");
    wrote(thing("a", "13"));
    BOOST_TEST(read("a") == "default/a@13");
}

BOOST_FIXTURE_TEST_CASE(objects_that_leave_the_scope_read_as_absent_until_the_watch_reports_it, fixture) {
    list({thing("a", "5")}, "10");
    wrote(thing("a", "12"), false);
    BOOST_TEST(read("a") == "none");
    // A watch with a selector reports it as a deletion.
    bring_deletion(thing("a", "12"));
    BOOST_TEST(read("a") == "none");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_write_that_the_watch_never_delivers_is_dropped_with_a_bookmark, fixture) {
    list({}, "10");
    wrote(thing("filtered", "12"), false);
    BOOST_TEST(o.size() == 1u);
    bookmark("11");
    BOOST_TEST(o.size() == 1u);
    bookmark("15");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(entries_do_not_accumulate_without_bookmarks, fixture) {
    list({}, "1");
    for (int i = 2; i < 5000; ++i) {
        wrote(thing(std::to_string(i), std::to_string(i)), false);
        bring(thing("other", std::to_string(i)));
    }
    BOOST_TEST(o.size() <= 64u);
}

BOOST_FIXTURE_TEST_CASE(a_deletion_hides_the_object_with_that_uid_and_no_other, fixture) {
    list({thing("a", "5")}, "10");
    removed("a", "uid-a");
    BOOST_TEST(read("a") == "none");
    // Another change of the same object was in flight.
    made_gadget again = thing("a", "13");
    again.uid = "another";
    bring(again);
    BOOST_TEST(read("a") == "default/a@13");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_deletion_survives_earlier_watch_events, fixture) {
    list({}, "10");
    wrote(thing("a", "12"));
    removed("a", "uid-a");
    BOOST_TEST(read("a") == "none");
    bring(thing("a", "12"));  // our own creation
    BOOST_TEST(read("a") == "none");
    bring(thing("a", "13"));  // another client's status
    BOOST_TEST(read("a") == "none");
    bring_deletion(thing("a", "14"));
    BOOST_TEST(read("a") == "none");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(an_object_is_not_hidden_when_the_watch_delivered_its_deletion_before_the_response,
                        fixture) {
    list({thing("a", "5")}, "10");
    made_gadget ending = thing("a", "11");
    ending.deleting = true;
    bring(ending);
    removed("a", "uid-a");
    BOOST_TEST(read("a") == "default/a@11");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(an_object_that_waits_for_its_finalizers_is_visible_again, fixture) {
    list({thing("a", "5")}, "10");
    removed("a", "uid-a");
    BOOST_TEST(read("a") == "none");
    made_gadget ending = thing("a", "11");
    ending.deleting = true;
    bring(ending);
    BOOST_TEST(read("a") == "default/a@11");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(created_again_after_a_deletion, fixture) {
    list({thing("a", "5")}, "10");
    removed("a", "uid-a");
    made_gadget again = thing("a", "15");
    again.uid = "another";
    wrote(again);
    BOOST_TEST(read("a") == "default/a@15");
    bring_deletion(thing("a", "12"));
    BOOST_TEST(read("a") == "default/a@15");
    bring(again);
    BOOST_TEST(read("a") == "default/a@15");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(deleted_again_before_the_watch_has_delivered_the_first_deletion, fixture) {
    list({thing("a", "5")}, "10");
    removed("a", "uid-a");
    made_gadget second = thing("a", "15");
    second.uid = "second";
    wrote(second);
    removed("a", "second");
    BOOST_TEST(read("a") == "none");
    bring_deletion(thing("a", "12"));
    BOOST_TEST(read("a") == "none");
    bring(second);
    BOOST_TEST(read("a") == "none");
    second.version = "16";
    bring_deletion(second);
    BOOST_TEST(read("a") == "none");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_late_response_does_not_restore_a_deleted_object, fixture) {
    list({}, "10");
    wrote(thing("a", "12"));
    removed("a", "uid-a");
    wrote(thing("a", "12"));
    BOOST_TEST(read("a") == "none");
    wrote(thing("a", "11"));
    BOOST_TEST(read("a") == "none");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_of_an_older_object_does_not_hide_a_newer_one, fixture) {
    list({}, "10");
    made_gadget newer = thing("a", "15");
    newer.uid = "newer";
    wrote(newer);
    removed("a", "older");
    BOOST_TEST(read("a") == "default/a@15");
}

BOOST_FIXTURE_TEST_CASE(deletions_end_with_a_list_that_is_past_them, fixture) {
    list({thing("a", "5"), thing("b", "6"), thing("c", "7")}, "10");
    removed("a", "uid-a");
    removed("b", "uid-b");
    removed("c", "uid-c");
    made_gadget ending = thing("b", "12");
    ending.deleting = true;
    list({ending, thing("c", "7")}, "20");
    BOOST_TEST(read("a") == "none");
    BOOST_TEST(read("b") == "default/b@12");
    // Served from a state before the deletion: still hidden.
    BOOST_TEST(read("c") == "none");
    BOOST_TEST(o.size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_deletion_that_nothing_ends_is_dropped_with_a_bookmark_after_90_seconds, fixture) {
    list({}, "10");
    wrote(thing("filtered", "12"), false);
    removed("filtered", "uid-filtered");
    bookmark("50");
    BOOST_TEST(o.size() == 1u);
    now += 89s;
    bookmark("60");
    BOOST_TEST(o.size() == 1u);
    now += 1s;
    bookmark("70");
    BOOST_TEST(o.size() == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_deletion_of_an_unknown_object_leaves_nothing, fixture) {
    list({}, "10");
    removed("a", "");
    BOOST_TEST(o.empty());
    wrote(thing("a", "12"));
    removed("a", "");
    BOOST_TEST(read("a") == "none");
}

BOOST_FIXTURE_TEST_CASE(an_unknown_outcome_makes_a_key_stale_until_the_server_was_read, fixture) {
    list({thing("a", "5")}, "10");
    o.mark_stale(key_view("default", "a"), "", now);
    BOOST_TEST(o.needs_live_read({"default", "a"}));
    BOOST_TEST(!o.needs_live_read({"default", "b"}));
    BOOST_TEST(read("a") == "default/a@5");
    bring(thing("a", "11"));  // may belong to another client
    bookmark("20");
    BOOST_TEST(o.needs_live_read({"default", "a"}));
    BOOST_TEST(o.stale_keys("default").size() == 1u);
    BOOST_TEST(o.stale_keys("other").empty());
    BOOST_TEST(o.stale_keys("").size() == 1u);
    wrote(thing("a", "11"));  // as read from the server
    BOOST_TEST(!o.needs_live_read({"default", "a"}));
    o.mark_stale(key_view("default", "a"), "", now);
    removed("a", "");  // the server has none
    BOOST_TEST(!o.needs_live_read({"default", "a"}));
    BOOST_TEST(read("a") == "none");
}

BOOST_FIXTURE_TEST_CASE(an_unknown_outcome_is_settled_by_a_bookmark_after_90_seconds, fixture) {
    list({}, "10");
    o.mark_stale(key_view("default", "a"), "", now);
    now += 90s;
    BOOST_TEST(o.needs_live_read({"default", "a"}));
    bookmark("20");
    BOOST_TEST(!o.needs_live_read({"default", "a"}));
    BOOST_TEST(o.empty());
}

BOOST_FIXTURE_TEST_CASE(a_stale_key_with_a_version_ends_when_the_store_reaches_it, fixture) {
    list({thing("a", "5")}, "10");
    o.mark_stale(key_view("default", "a"), "9", now);
    BOOST_TEST(!o.needs_live_read({"default", "a"}));
    o.mark_stale(key_view("default", "a"), "12", now);
    BOOST_TEST(o.needs_live_read({"default", "a"}));
    bring(thing("other", "12"));
    BOOST_TEST(!o.needs_live_read({"default", "a"}));
    BOOST_TEST(o.stale_keys("").empty());
    // An unknown outcome remains unknown, whatever else is recorded.
    o.mark_stale(key_view("default", "a"), "", now);
    o.mark_stale(key_view("default", "a"), "13", now);
    bring(thing("other", "14"));
    BOOST_TEST(o.needs_live_read({"default", "a"}));
}

// A watch that repeats old bookmarks is behind. The own write must not vanish: children would be
// created twice.
BOOST_FIXTURE_TEST_CASE(a_write_is_read_however_long_the_watch_lags_behind, fixture) {
    list({thing("a", "5")}, "10");
    wrote(thing("a", "12"));
    o.mark_stale(key_view("default", "b"), "12", now);
    now += 24h;
    bookmark("11");
    BOOST_TEST(read("a") == "default/a@12");
    BOOST_TEST(o.needs_live_read({"default", "b"}));
    bookmark("12");
    BOOST_TEST(o.empty());
}

BOOST_FIXTURE_TEST_CASE(without_comparable_versions_entries_end_by_their_own_version_or_age, fixture) {
    list({}, "x-1");
    made_gadget g = thing("a", "x-2");
    wrote(g);
    BOOST_TEST(read("a") == "default/a@x-2");
    bring(g);
    BOOST_TEST(o.size() == 0u);
    g.version = "x-3";
    wrote(g);
    bookmark("x-9");
    BOOST_TEST(o.size() == 1u);
    now += 90s;
    bookmark("x-10");
    BOOST_TEST(o.size() == 0u);
}

// A sweep continues over several turns, with writes in between.
BOOST_FIXTURE_TEST_CASE(a_sweep_in_slices_reports_each_vanished_write_once, fixture) {
    list({}, "10");
    for (const char* name : {"a", "b", "c", "d"}) wrote(thing(name, "12"));
    o.advance("20");
    o.begin_sweep(true);
    const auto find = [this](key_view k) { return s.find(k); };
    std::vector<object_ptr> vanished;
    BOOST_TEST(o.sweep(1, now, find, vanished));
    BOOST_TEST(labels_of_all(vanished) == "default/a@12");
    // Before the sweep reached it, it was created again; another one is new.
    wrote(thing("c", "25"));
    wrote(thing("aa", "26"));
    while (o.sweep(1, now, find, vanished)) {
    }
    BOOST_TEST(labels_of_all(vanished) == "default/a@12 default/c@12 default/b@12 default/d@12");
    BOOST_TEST(read("c") == "default/c@25");
    BOOST_TEST(read("aa") == "default/aa@26");
    BOOST_TEST(o.size() == 2u);
    // The next sweep makes up for an interrupted one.
    o.advance("30");
    o.begin_sweep(true);
    vanished.clear();
    BOOST_TEST(o.sweep(0, now, find, vanished));
    o.begin_sweep(false);
    while (o.sweep(1, now, find, vanished)) {
    }
    BOOST_TEST(labels_of_all(vanished) == "default/aa@26 default/c@25");
    BOOST_TEST(o.size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
