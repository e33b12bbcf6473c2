#include "framework/cache/store.hpp"

#include "unit/cache/gadget.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(store_test)

namespace {

std::string describe(const object_change& c) {
    std::string s = c.what == object_change::kind::added ? "added " + label_of(c.after)
                    : c.what == object_change::kind::updated
                        ? "updated " + label_of(c.before) + " " + label_of(c.after)
                        : "deleted " + label_of(c.before);
    if (c.initial) s += " initial";
    if (c.final_state_unknown) s += " unknown";
    return s;
}

struct fixture {
    fixture()
        : s(kind_of<gadget>(), [this](const object_change& c) {
              changes.push_back(describe(c));
              // A reported change is already in the store.
              const object_ptr held = s.find(kind_of<gadget>().meta((c.after ? c.after : c.before).get()));
              BOOST_TEST((c.after ? held == c.after : held != c.before));
          }) {}
    void list(const std::vector<made_gadget>& items) {
        s.begin();
        for (const made_gadget& g : items) s.stage(g.object());
        s.commit();
        while (s.announce(store::slice)) {
        }
        while (s.release(store::slice)) {
        }
    }
    std::string changed() {
        std::string all;
        for (const std::string& c : std::exchange(changes, {})) all += c + "\n";
        return all;
    }
    std::string indexed(std::string_view index, std::string_view value) const {
        const object_index* const i = s.find_index(index);
        BOOST_TEST_REQUIRE(i);
        const object_table* const t = i->find(value);
        std::string all;
        object_table::position p;
        while (const object_ptr* const o = t ? t->next(p) : nullptr) all += label_of(*o) + " ";
        return all;
    }
    std::size_t counted_bytes() const {
        std::size_t n = 0;
        object_table::position p;
        while (const object_ptr* const o = s.objects().next(p))
            n += json::footprint(*kind_of<gadget>().type, o->get());
        return n;
    }

    store s;
    std::vector<std::string> changes;
};

const index_extractor by_node = [](const void* o, std::vector<std::string>& values) {
    const gadget& g = *static_cast<const gadget*>(o);
    if (!g.spec.node.empty()) values.push_back(g.spec.node.str());
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(the_first_list_is_announced_in_key_order_as_initial, fixture) {
    BOOST_TEST(!s.filled());
    list({thing("b", "2"), thing("a", "1")});
    BOOST_TEST(s.filled());
    BOOST_TEST(changed() == "added default/a@1 initial\nadded default/b@2 initial\n");
}

BOOST_FIXTURE_TEST_CASE(a_list_without_changes_reports_nothing_and_keeps_the_objects, fixture) {
    list({thing("a", "1"), thing("b", "2")});
    const object_ptr before = s.find({"default", "a"});
    changed();
    list({thing("a", "1"), thing("b", "2")});
    BOOST_TEST(changed() == "");
    BOOST_CHECK(s.find({"default", "a"}) == before);
}

BOOST_FIXTURE_TEST_CASE(a_later_list_reports_differences, fixture) {
    list({thing("a", "1"), thing("b", "2"), thing("c", "3"), thing("e", "5")});
    changed();
    made_gadget other_b = thing("b", "9");
    other_b.uid = "another";
    list({thing("a", "7"), other_b, thing("d", "8"), thing("e", "5")});
    BOOST_TEST(changed() ==
               "updated default/a@1 default/a@7\n"
               "deleted default/b@2 unknown\nadded default/b@9\n"
               "deleted default/c@3 unknown\n"
               "added default/d@8\n");
}

BOOST_FIXTURE_TEST_CASE(events_are_reported_once_and_never_go_back, fixture) {
    list({thing("a", "5")});
    changed();
    s.put(thing("a", "5").object());
    s.put(thing("a", "4").object());
    BOOST_TEST(changed() == "");
    s.put(thing("a", "10").object());
    s.put(thing("b", "11").object());
    BOOST_TEST(changed() == "updated default/a@5 default/a@10\nadded default/b@11\n");
    s.erase({"default", "a"}, "9");
    BOOST_TEST(changed() == "");
    s.erase({"default", "a"}, "12");
    s.erase({"default", "a"}, "12");
    s.erase({"default", "none"}, "13");
    BOOST_TEST(changed() == "deleted default/a@10\n");
}

BOOST_FIXTURE_TEST_CASE(another_uid_under_the_same_name_is_a_deletion_and_an_addition, fixture) {
    list({thing("a", "5")});
    changed();
    made_gadget again = thing("a", "9");
    again.uid = "another";
    s.put(again.object());
    BOOST_TEST(changed() == "deleted default/a@5 unknown\nadded default/a@9\n");
}

BOOST_FIXTURE_TEST_CASE(an_unreadable_item_keeps_the_stored_object, fixture) {
    list({thing("a", "1"), thing("b", "2")});
    changed();
    s.begin();
    s.stage_as_held({"default", "a"});
    s.stage_as_held({"default", "new"});
    s.stage(thing("b", "2").object());
    s.commit();
    while (s.announce(1)) {
    }
    BOOST_TEST(changed() == "");
    BOOST_TEST(label_of(s.find({"default", "a"})) == "default/a@1");
    BOOST_TEST(s.objects().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(readers_see_the_old_list_until_the_new_one_is_complete, fixture) {
    list({thing("a", "1"), thing("b", "2")});
    s.begin();
    s.stage(thing("a", "7").object());
    BOOST_TEST(label_of(s.find({"default", "a"})) == "default/a@1");
    BOOST_TEST(label_of(s.find({"default", "b"})) == "default/b@2");
    // Started again: staged objects are dropped.
    s.begin();
    s.stage(thing("c", "8").object());
    s.commit();
    BOOST_TEST(label_of(s.find({"default", "a"})) == "none");
    BOOST_TEST(label_of(s.find({"default", "c"})) == "default/c@8");
}

BOOST_FIXTURE_TEST_CASE(changes_are_reported_in_slices, fixture) {
    std::vector<made_gadget> many;
    for (int i = 0; i < 1000; ++i) many.push_back(thing(fmt::format("{:04}", i), "1"));
    s.begin();
    for (const auto& g : many) s.stage(g.object());
    s.commit();
    std::size_t slices = 0, before = 0;
    bool more = true;
    for (; more; ++slices) {
        more = s.announce(100);
        BOOST_TEST(changes.size() - before <= 100u);
        before = changes.size();
    }
    BOOST_TEST(slices == 11u);
    BOOST_TEST(changes.size() == 1000u);
}

BOOST_FIXTURE_TEST_CASE(indexes_follow_every_change, fixture) {
    BOOST_TEST(s.add_index("node", by_node));
    BOOST_TEST(!s.add_index("node", by_node));
    made_gadget a = thing("a", "1"), b = thing("b", "2"), c = thing("c", "3");
    c.node = "n2";
    list({c, a, b});
    BOOST_TEST(indexed("node", "n1") == "default/a@1 default/b@2 ");
    BOOST_TEST(indexed("node", "n2") == "default/c@3 ");
    a.version = "5";
    s.put(a.object());
    BOOST_TEST(indexed("node", "n1") == "default/a@5 default/b@2 ");
    b.version = "6";
    b.node = "n2";
    s.put(b.object());
    BOOST_TEST(indexed("node", "n1") == "default/a@5 ");
    BOOST_TEST(indexed("node", "n2") == "default/b@6 default/c@3 ");
    s.erase({"default", "a"}, "7");
    BOOST_TEST(indexed("node", "n1") == "");
    c.node = "";
    c.version = "8";
    list({c, b});
    BOOST_TEST(indexed("node", "n2") == "default/b@6 ");
    BOOST_TEST(s.find_index("size") == nullptr);
}

BOOST_FIXTURE_TEST_CASE(a_late_index_is_built_in_slices_while_events_continue, fixture) {
    std::vector<made_gadget> many;
    for (int i = 0; i < 1000; ++i) many.push_back(thing(fmt::format("{:04}", i), "1"));
    list(many);
    BOOST_TEST(s.add_index("node", by_node));
    BOOST_TEST(!s.find_index("node")->complete());
    BOOST_TEST(s.build_indexes(300));
    // Before and after the built part.
    s.erase({"default", "0007"}, "2001");
    s.erase({"default", "0907"}, "2002");
    made_gadget moved = thing("0008", "2003");
    moved.node = "n2";
    s.put(moved.object());
    moved = thing("0908", "2004");
    moved.node = "n2";
    s.put(moved.object());
    s.put(thing("0000a", "2005").object());
    while (s.build_indexes(300)) {
    }
    BOOST_TEST(s.find_index("node")->complete());
    BOOST_TEST(s.find_index("node")->find("n1")->size() == 997u);
    BOOST_TEST(indexed("node", "n2") == "default/0008@2003 default/0908@2004 ");
}

BOOST_FIXTURE_TEST_CASE(an_index_added_during_a_list_is_complete_in_the_end, fixture) {
    list({thing("a", "1")});
    s.begin();
    s.stage(thing("a", "1").object());
    s.add_index("node", by_node);
    s.stage(thing("b", "2").object());
    s.commit();
    while (s.announce(10)) {
    }
    while (s.build_indexes(10)) {
    }
    BOOST_TEST(indexed("node", "n1") == "default/a@1 default/b@2 ");
}

BOOST_FIXTURE_TEST_CASE(bytes_are_those_of_the_objects, fixture) {
    list({thing("a", "1"), thing("b", "2")});
    BOOST_TEST(s.bytes() == counted_bytes());
    made_gadget larger = thing("a", "3");
    larger.node = std::string(1000, 'x');
    s.put(larger.object());
    BOOST_TEST(s.bytes() == counted_bytes());
    BOOST_TEST(s.bytes() > 1000u);
    s.erase({"default", "a"}, "4");
    BOOST_TEST(s.bytes() == counted_bytes());
    list({});
    BOOST_TEST(s.bytes() == 0u);
}

BOOST_FIXTURE_TEST_CASE(replaced_objects_are_freed_in_slices, fixture) {
    std::vector<made_gadget> many;
    for (int i = 0; i < 1000; ++i) many.push_back(thing(fmt::format("{:04}", i), "1"));
    s.add_index("node", by_node);
    list(many);
    std::weak_ptr<const void> first = s.find({"default", "0000"}), last = s.find({"default", "0999"});
    s.begin();
    s.commit();
    while (s.announce(256)) {
    }
    BOOST_TEST(!first.expired());
    std::size_t slices = 0;
    while (s.release(256)) ++slices;
    BOOST_TEST(slices >= 4u);
    BOOST_TEST(first.expired());
    BOOST_TEST(last.expired());
}

BOOST_AUTO_TEST_SUITE_END()
