// Random operations under random faults: what must hold at every moment, and how it must end.
#include "auditor.hpp"

#include <array>
#include <cstdlib>

using namespace redis_test;

BOOST_AUTO_TEST_SUITE(redis_invariants)

namespace {

constexpr std::array<const char*, 2> names = {"alpha", "beta"};

error made_up(errc code) {
    error e(code, "made up");
    return e;
}

// How many seeds a story is told with: as many as SETPOINT_SEEDS says, or `usual`.
std::uint64_t seeds_or(std::uint64_t usual) {
    const char* const said = std::getenv("SETPOINT_SEEDS");
    return said ? std::strtoull(said, nullptr, 10) : usual;
}

// One fault of a kind and at a call that the dice choose.
void break_something(operator_world& w, random_source& dice) {
    constexpr std::array<verb, 5> verbs = {verb::create, verb::remove, verb::patch, verb::get, verb::list};
    constexpr std::array<errc, 4> codes = {errc::conflict, errc::server_error, errc::too_many_requests,
                                           errc::unreachable};
    const verb v = verbs[dice.below(verbs.size())];
    const int n = 1 + static_cast<int>(dice.below(4));
    const std::string resource = dice.below(2) == 0 ? "pods" : "redis";
    switch (dice.below(5)) {
        case 0:
            w.request_faults().fail_nth(v, n, made_up(codes[dice.below(codes.size())]), resource);
            return;
        case 1:
            w.request_faults().lose_answer_of_nth(v, n, resource);
            return;
        case 2:
            w.request_faults().delay_nth(v, n, std::chrono::milliseconds(dice.below(2000)), resource);
            return;
        case 3:
            w.network_faults().cut_watches(resource);
            return;
        default:
            w.network_faults().hold_watches(resource);
            return;
    }
}

struct play {
    operator_world& w;
    auditor& watched;
    random_source& dice;

    std::string one_of_them() { return names[dice.below(names.size())]; }

    awaitable<void> delete_a_pod() {
        const auto pods = (co_await w.client().list<pod>()).value();
        if (pods.empty()) co_return;
        const auto& p = pods[dice.below(pods.size())];
        watched.by_hand(p->metadata.uid.str());
        delete_options exactly;
        exactly.uid = p->metadata.uid.str();
        const auto gone = co_await w.client().remove<pod>(key_of(*p), exactly);
        BOOST_TEST((gone || gone.error().code == errc::not_found || gone.error().code == errc::conflict));
    }
    awaitable<void> edit_a_pod() {
        const auto pods = (co_await w.client().list<pod>()).value();
        if (pods.empty()) co_return;
        const auto& p = pods[dice.below(pods.size())];
        const char* const field = dice.below(2) == 0 ? "labels" : "ownerReferences";
        // Only what is not going: a release of that would make an orphan of a deletion.
        const auto ok = co_await w.client().merge_patch<pod>(key_of(*p), {{"metadata", {{field, nullptr}}}});
        BOOST_TEST((ok || ok.error().code == errc::not_found));
    }
    awaitable<void> delete_or_make() {
        const std::string name = one_of_them();
        const auto live = co_await w.client().get<rd>(key(name));
        if (live) {
            const auto gone = co_await w.client().remove<rd>(key(name));
            BOOST_TEST((gone || gone.error().code == errc::not_found));
        } else {
            (co_await w.client().create(make(name, static_cast<std::int32_t>(dice.below(5))))).value();
        }
    }
    awaitable<void> change(boost::json::object spec) {
        const auto ok = co_await w.client().merge_patch<rd>(key(one_of_them()), {{"spec", std::move(spec)}});
        BOOST_TEST((ok || ok.error().code == errc::not_found));
    }
    awaitable<void> one_turn() {
        switch (dice.below(10)) {
            case 0:
            case 1:
            case 2:
                co_return co_await change({{"num", static_cast<std::int32_t>(dice.below(6))}});
            case 3:
            case 4:
                co_return co_await change({{"port", 6370 + static_cast<std::int32_t>(dice.below(11))}});
            case 5:
                co_return co_await delete_a_pod();
            case 6:
                co_return co_await edit_a_pod();
            case 7:
                co_return co_await delete_or_make();
            default:
                break_something(w, dice);
        }
    }
    // No more faults; everything comes right.
    awaitable<void> come_right() {
        w.request_faults().clear();
        w.network_faults().release_watches();
        w.network_faults().clear();
        for (const char* name : names) {
            const auto live = co_await w.client().get<rd>(key(name));
            if (live && is_deleting((*live)->metadata)) co_await w.async_until_gone<rd>(key(name));
            if (!live || is_deleting((*live)->metadata)) (co_await w.client().create(make(name, 2))).value();
            // Orphans without labels are nobody's; only a person can say what is to become of them.
            for (const auto& p : (co_await w.client().list<pod>()).value()) {
                if (controller_of(p->metadata) || is_deleting(p->metadata)) continue;
                watched.by_hand(p->metadata.uid.str());
                const auto gone = co_await w.client().remove<pod>(key_of(*p));
                BOOST_TEST((gone || gone.error().code == errc::not_found));
            }
        }
        std::string wanted;
        for (const char* name : names) {
            const auto live =
                co_await w.async_until<rd>(key(name), "rolled out", whole_cache_rolled_out, 30min);
            for (int i = 0; i < live->spec.num; ++i)
                wanted += fmt::format("{}{}-{}:{}", wanted.empty() ? "" : " ", name, i, live->spec.port);
        }
        co_await w.async_until_idle(1min);
        BOOST_TEST(co_await w.pods_in_short() == wanted);
        const std::size_t calls = co_await w.async_until_idle(1min);
        BOOST_TEST(co_await w.async_until_idle(10min, 1h) == calls);  // at rest
    }
};

void check(const auditor& watched, std::uint64_t seed) {
    for (const std::string& wrong : watched.wrongs()) BOOST_ERROR("seed " << seed << ": " << wrong);
    BOOST_TEST(watched.events() > 50);
}

// Runs `body` beside an auditor.
template <class F>
awaitable<void> audited(operator_world& w, auditor& watched, F& body) {
    task_scope watches(w.event_loop(), "auditor");
    watches.spawn("redis", watched.follow(kind_of<rd>()));
    watches.spawn("pods", watched.follow(kind_of<pod>()));
    co_await w.event_loop().sleep(1s);
    std::exception_ptr failure;
    try {
        co_await body();
    } catch (const cancelled&) {
        throw;
    } catch (...) {
        failure = std::current_exception();
    }
    watches.request_stop();
    co_await watches.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_operations_under_random_faults_never_cost_a_pod_that_should_stay) {
    int deletions = 0;
    const std::uint64_t seeds = seeds_or(20);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        operator_world w(seed);
        random_source dice(seed);
        auditor watched(w);
        const auto story = [&]() -> awaitable<void> {
            play p{w, watched, dice};
            for (int turn = 0; turn < 60; ++turn) {
                co_await p.one_turn();
                co_await w.event_loop().sleep(std::chrono::milliseconds(dice.below(3000)));
                if (dice.below(8) == 0) w.network_faults().release_watches();
                if (dice.below(8) == 0) co_await w.event_loop().sleep(20s);
            }
            co_await p.come_right();
        };
        w.run([&] { return audited(w, watched, story); });
        check(watched, seed);
        deletions += watched.deletions();
    }
    BOOST_TEST(static_cast<std::uint64_t>(deletions) > 10 * seeds);
}

BOOST_AUTO_TEST_CASE(roll_outs_under_faults_never_take_a_pod_while_another_one_is_not_ready) {
    int deletions = 0;
    const std::uint64_t seeds = seeds_or(8);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        operator_world w(seed);
        random_source dice(seed);
        auditor watched(w);
        const auto story = [&]() -> awaitable<void> {
            for (const char* name : names) (co_await w.client().create(make(name, 4))).value();
            for (const char* name : names) co_await w.rolled_out(name);
            watched.nobody_else(true);
            play p{w, watched, dice};
            for (int turn = 0; turn < 20; ++turn) {
                co_await p.change({{"port", 6370 + static_cast<std::int32_t>(dice.below(11))}});
                if (dice.below(2) == 0) break_something(w, dice);
                co_await w.event_loop().sleep(std::chrono::milliseconds(dice.below(4000)));
                if (dice.below(3) == 0) w.network_faults().release_watches();
            }
            co_await p.come_right();
        };
        w.run([&] { return audited(w, watched, story); });
        check(watched, seed);
        deletions += watched.deletions();
    }
    BOOST_TEST(static_cast<std::uint64_t>(deletions) > 5 * seeds);
}

BOOST_AUTO_TEST_SUITE_END()
