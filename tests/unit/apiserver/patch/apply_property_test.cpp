// Random applies and updates, checked for invariants. SETPOINT_SEED=N repeats a run.
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/same_value.hpp"
#include "sample_schema.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <random>

using namespace setpoint::apiserver;
using namespace sample;

namespace {

class scenario {
public:
    explicit scenario(std::uint64_t seed) : random_(seed) {}

    bool chance(int percent) { return pick(100) < percent; }
    int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
    std::string word() { return std::string(1, static_cast<char>('x' + pick(3))); }

    bj::object spec() {
        bj::object out;
        // Never empty: an empty map is owned itself, which does not hold once others have filled
        // it.
        if (chance(60)) out["replicas"] = pick(3);
        if (chance(40)) out["selector"] = bj::object{{"matchLabels", bj::object{{"a", word()}}}};
        if (chance(30)) out["strategy"] = bj::object{{"type", word()}};
        bj::array containers;
        for (const char* name : {"one", "two", "three"}) {
            if (chance(40)) containers.emplace_back(container(name));
        }
        if (chance(20) && containers.size() > 1) std::swap(containers[0], containers[1]);
        if (!containers.empty()) {
            out["template"] = bj::object{{"spec", bj::object{{"containers", std::move(containers)}}}};
        }
        if (out.empty()) out["replicas"] = pick(3);
        return out;
    }
    bj::object config() {
        bj::object meta{{"name", "d"}};
        if (chance(40)) meta["labels"] = bj::object{{word(), word()}};
        if (chance(30)) meta["finalizers"] = bj::array{bj::value(word())};
        return bj::object{
            {"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"metadata", meta}, {"spec", spec()}};
    }

private:
    bj::object container(const char* name) {
        bj::object out{{"name", name}};
        if (chance(60)) out["image"] = word();
        if (chance(30)) out["args"] = bj::array{bj::value(word())};
        if (chance(40)) out["ports"] = bj::array{bj::value(bj::object{{"containerPort", pick(2) + 80}})};
        if (chance(30)) out["env"] = bj::array{bj::value(bj::object{{"name", word()}, {"value", word()}})};
        return out;
    }

    std::mt19937_64 random_;
};

std::uint64_t seed() {
    const char* given = std::getenv("SETPOINT_SEED");
    return given ? std::strtoull(given, nullptr, 10) : 20260101;
}

bj::object without_nulls(bj::object o) {
    bj::value v(std::move(o));
    drop_nulls(v);
    return std::move(v.get_object());
}

bj::array entries(const bj::object& o) {
    const bj::value* list = o.at("metadata").get_object().if_contains("managedFields");
    return list ? list->get_array() : bj::array();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(apply_properties)

BOOST_AUTO_TEST_CASE(ownership_is_consistent_when_writes_are_random) {
    BOOST_TEST_MESSAGE("seed " << seed());
    schema_set nodes;
    const versioned_type t{deployment(nodes), {{"f:status"}}, nullptr, {}};
    scenario s(seed());
    bj::object live;
    for (int i = 0; i < 400; ++i) {
        BOOST_TEST_CONTEXT("SETPOINT_SEED=" << seed() << " step " << i << ", live: " << bj::serialize(live)) {
            const std::string now =
                "2026-01-01T00:" + std::to_string(10 + i / 60 % 50) + ":" + std::to_string(10 + i % 50) + "Z";
            field_manager w{"m" + std::to_string(s.pick(3)), "apps/v1", {}, now, s.chance(70)};
            if (!live.empty() && s.chance(30)) {
                bj::object next = live;
                for (const auto& [key, value] : s.spec()) next["spec"].get_object()[key] = value;
                track_update(next, &live, t, w);
                live = std::move(next);
            } else {
                const bj::object config = s.config();
                auto got = apply(live.empty() ? nullptr : &live, config, t, w);
                if (got.has_error()) {
                    BOOST_TEST(!w.force);
                    BOOST_TEST(got.error().code == 409);
                    continue;
                }
                live = without_nulls(std::move(*got));
                live["metadata"].get_object()["uid"] = "1";
                // Everything applied is present and owned by its applier.
                const field_set all = fields_of(bj::value(live), t.type),
                                mine = fields_of(bj::value(config), t.type);
                BOOST_TEST(mine.minus(all).paths().size() == 0u);
                // Repeating the apply changes nothing.
                w.force = false;
                w.now = "2030-01-01T00:00:00Z";
                auto again = apply(&live, config, t, w);
                BOOST_TEST_REQUIRE(again.has_value(), again.error().message);
                BOOST_TEST(patching::same_value(bj::value(*again), bj::value(live)), bj::serialize(*again));
            }
            for (const auto& each : entries(live)) {
                auto set = field_set::parse(each.at("fieldsV1"));
                BOOST_REQUIRE(set.has_value());
                BOOST_TEST(!set->empty());
                BOOST_TEST(set->to_fields_v1() == each.at("fieldsV1").get_object());
            }
        }
    }
    BOOST_TEST(entries(live).size() > 1u);
}

BOOST_AUTO_TEST_CASE(values_agree_when_owners_share_a_field) {
    schema_set nodes;
    const versioned_type t{deployment(nodes), {{"f:status"}}, nullptr, {}};
    scenario s(seed() + 1);
    bj::object live;
    std::map<std::string, bj::object> last;  // last configuration of each applier
    for (int i = 0; i < 300; ++i) {
        BOOST_TEST_CONTEXT("SETPOINT_SEED=" << seed() << " step " << i) {
            field_manager w{
                "m" + std::to_string(s.pick(3)), "apps/v1", {}, "2026-01-01T00:00:00Z", s.chance(50)};
            const bj::object config = s.config();
            auto got = apply(live.empty() ? nullptr : &live, config, t, w);
            if (got.has_error()) continue;
            live = without_nulls(std::move(*got));
            live["metadata"].get_object()["uid"] = "1";
            last[w.name] = config;
            // An applier that still owns replicas applied the current value; otherwise another
            // manager took it.
            for (const auto& each : entries(live)) {
                const auto set = field_set::parse(each.at("fieldsV1"));
                const bj::object& spec =
                    last.at(text_of(each.get_object(), "manager")).at("spec").get_object();
                if (!set->has({"f:spec", "f:replicas"})) continue;
                BOOST_TEST(spec.at("replicas") == live.at("spec").at("replicas"));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(sets_round_trip) {
    schema_set nodes;
    const schema_node* type = deployment(nodes);
    scenario s(seed() + 2);
    for (int i = 0; i < 300; ++i) {
        const field_set a = fields_of(bj::value(s.config()), type),
                        b = fields_of(bj::value(s.config()), type);
        BOOST_TEST((*field_set::parse(a.to_fields_v1()) == a));
        BOOST_TEST((a.united(b) == b.united(a)));
        BOOST_TEST((a.minus(b).united(a.intersected(b)) == a));
        BOOST_TEST((a.minus(b).intersected(b).empty()));
    }
}

BOOST_AUTO_TEST_SUITE_END()
