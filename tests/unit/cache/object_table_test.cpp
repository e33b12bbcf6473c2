#include "framework/cache/object_table.hpp"

#include "setpoint/core/random.hpp"
#include "unit/cache/gadget.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(object_table_test)

namespace {

const kind_info& kind() {
    return kind_of<gadget>();
}

std::string contents(const object_table& t) {
    std::string s;
    object_table::position p;
    while (const object_ptr* const o = t.next(p)) s += label_of(*o) + " ";
    return s;
}

object_ptr named(std::string ns, std::string name, std::string version = "1") {
    made_gadget g = thing(std::move(name), std::move(version));
    g.ns = std::move(ns);
    return g.object();
}

}  // namespace

BOOST_AUTO_TEST_CASE(objects_are_ordered_by_namespace_then_name) {
    object_table t(kind());
    BOOST_TEST(contents(t) == "");
    for (const char* name : {"b", "a", "c"}) t.put(named("x", name));
    t.put(named("w", "z"));
    // The server's order ("x-y/a" before "x/a") is not that of the keys.
    t.put(named("x-y", "a"));
    BOOST_TEST(contents(t) == "w/z@1 x/a@1 x/b@1 x/c@1 x-y/a@1 ");
    BOOST_TEST(t.size() == 5u);
}

BOOST_AUTO_TEST_CASE(put_returns_the_replaced_object_and_erase_the_removed_one) {
    object_table t(kind());
    BOOST_TEST(!t.put(named("x", "a", "1")));
    BOOST_TEST(label_of(t.put(named("x", "a", "2"))) == "x/a@1");
    BOOST_TEST(t.size() == 1u);
    BOOST_TEST(!t.erase({"x", "b"}));
    BOOST_TEST(label_of(t.erase({"x", "a"})) == "x/a@2");
    BOOST_TEST(t.size() == 0u);
    BOOST_TEST(!t.find({"x", "a"}));
    BOOST_TEST(!t.erase({"x", "a"}));
}

BOOST_AUTO_TEST_CASE(lower_bound_finds_namespaces_and_what_follows_a_key) {
    object_table t(kind());
    for (const char* ns : {"a", "b", "c"})
        for (int i = 0; i < 300; ++i) t.put(named(ns, fmt::format("{:03}", i)));
    auto p = t.lower_bound({"b", ""});
    BOOST_TEST(label_of(*t.next(p)) == "b/000@1");
    p = t.lower_bound({"b", "299"}, true);
    BOOST_TEST(label_of(*t.next(p)) == "c/000@1");
    p = t.lower_bound({"b", "299"});
    BOOST_TEST(label_of(*t.next(p)) == "b/299@1");
    p = t.lower_bound({"d", ""});
    BOOST_TEST(!t.next(p));
    p = t.lower_bound({"c", "299"}, true);
    BOOST_TEST(!t.next(p));
}

BOOST_AUTO_TEST_CASE(it_behaves_like_a_map_under_any_sequence_of_changes) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        random_source random(seed);
        object_table t(kind());
        std::map<std::pair<std::string, std::string>, std::string> model;
        for (int step = 0; step < 20000; ++step) {
            // Phases of growth and shrinkage.
            const bool grow = (step / 4000) % 2 == 0 ? random.below(4) != 0 : random.below(4) == 0;
            const std::string ns = fmt::format("ns{}", random.below(3)),
                              name = fmt::format("{}", random.below(2000));
            const std::string version = std::to_string(step + 1);
            if (grow) {
                const object_ptr before = t.put(named(ns, name, version));
                auto& m = model[{ns, name}];
                BOOST_REQUIRE((before ? as_gadget(before).metadata.resource_version.str() : "") == m);
                m = version;
            } else {
                const object_ptr gone = t.erase({ns, name});
                BOOST_REQUIRE((gone != nullptr) == (model.erase({ns, name}) == 1));
            }
            const object_ptr* const found = t.find({ns, name});
            BOOST_REQUIRE((found != nullptr) == model.contains({ns, name}));
            BOOST_REQUIRE(t.size() == model.size());
        }
        std::string expected;
        for (const auto& [k, v] : model) expected += fmt::format("{}/{}@{} ", k.first, k.second, v);
        BOOST_REQUIRE(contents(t) == expected);
    }
}

BOOST_AUTO_TEST_CASE(a_copy_is_unaffected_by_changes_to_the_table) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        random_source random(seed);
        object_table t(kind());
        std::vector<std::pair<object_table, std::string>> copies;
        for (int step = 0; step < 6000; ++step) {
            const std::string name = fmt::format("{}", random.below(900));
            object_table::position at;
            const object_ptr o = named("x", name, std::to_string(step + 1));
            const bool grow = (step / 2000) % 2 == 0 ? random.below(4) != 0 : random.below(4) == 0;
            if (!grow)
                t.erase({"x", name});
            else if (t.find({"x", name}, &at) && random.below(2) == 0)
                t.replace(at, o);
            else
                t.put(o);
            if (step % 500 == 0) copies.emplace_back(t, contents(t));
            if (step % 1700 == 0 && !copies.empty()) copies.erase(copies.begin());
        }
        // Copies can also change independently.
        object_table other = copies.front().first;
        other.put(named("a", "first"));
        other.release(300);
        std::string table = contents(t);
        while (t.size() > 0) t.release(100);
        for (const auto& [copy, was] : copies) BOOST_REQUIRE(contents(copy) == was);
        BOOST_REQUIRE(!table.empty());
    }
}

BOOST_AUTO_TEST_CASE(the_chunks_of_a_namespace_contain_all_of_it) {
    object_table t(kind());
    BOOST_TEST(t.chunks_of("a").empty());
    BOOST_TEST(t.chunks_of("").empty());
    for (const char* ns : {"a", "b", "c", "d"})
        for (int i = 0; i < (*ns == 'b' ? 3 : 500); ++i) t.put(named(ns, fmt::format("{:03}", i)));
    for (const char* ns : {"a", "b", "c", "d", "0", "bb", "z", ""}) {
        std::size_t held = 0, there = 0;
        const auto chunks = t.chunks_of(ns);
        for (const object_chunk& c : chunks)
            for (const object_ptr& o : c) held += *ns == 0 || as_gadget(o).metadata.ns == ns ? 1 : 0;
        object_table::position p;
        while (const object_ptr* const o = t.next(p))
            there += *ns == 0 || as_gadget(*o).metadata.ns == ns ? 1 : 0;
        BOOST_TEST(held == there, ns);
        // The requested objects begin in the first chunk, which holds little else.
        if (*ns == 'b') BOOST_TEST(chunks.size() <= 2u);
    }
}

BOOST_AUTO_TEST_CASE(release_frees_in_steps) {
    object_table t(kind());
    for (int i = 0; i < 1000; ++i) t.put(named("x", fmt::format("{:04}", i)));
    int steps = 0;
    for (; t.size() > 0; ++steps) {
        const std::size_t before = t.size();
        t.release(256);
        BOOST_TEST(before - t.size() <= 256u + object_table::chunk_size);
    }
    BOOST_TEST(steps >= 3);
    BOOST_TEST(contents(t) == "");
    t.put(named("x", "again"));
    BOOST_TEST(contents(t) == "x/again@1 ");
}

BOOST_AUTO_TEST_SUITE_END()
