#include "faults/fault_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <set>

namespace fault_test {

namespace bj = boost::json;

namespace {

// Identities, times, addresses and what carries them; how many steps it took to get there (a watch that was
// late brings two changes as one).
void take_out_chance(bj::value& v) {
    static const std::set<std::string_view> chance = {"uid",
                                                      "resourceVersion",
                                                      "generation",
                                                      "observedGeneration",
                                                      "creationTimestamp",
                                                      "time",
                                                      "nodePort",
                                                      "clusterIP",
                                                      "clusterIPs",
                                                      "lastTransitionTime",
                                                      "lastUpdateTime",
                                                      "managedFields",
                                                      "my.domain/applied-hash"};
    if (bj::array* a = v.if_array())
        for (bj::value& item : *a) take_out_chance(item);
    bj::object* o = v.if_object();
    if (!o) return;
    for (auto at = o->begin(); at != o->end();) {
        if (chance.contains({at->key().data(), at->key().size()})) {
            at = o->erase(at);
        } else {
            take_out_chance(at->value());
            ++at;
        }
    }
}

awaitable<void> two_web_servers(operator_world& w) {
    for (const char* name : {"a", "b"}) (co_await w.client().create(make(name, 2))).value();
    for (const char* name : {"a", "b"}) co_await w.async_until<ws>(key(name), "rolled out", is_rolled_out);
    co_await w.async_until_idle();
}

// Everything that a user does to web servers, and somebody who takes a child away.
awaitable<void> disturb(operator_world& w) {
    co_await w.change("a", {{"replicas", 3}});
    co_await w.change("b", {{"image", "nginx:1.23.0"}});
    (co_await w.client().remove<service>(key("a-service"))).value();
    (co_await w.client().create(make("c", 1))).value();
}

awaitable<ending> converge(operator_world& w) {
    const auto as_wanted = [](std::int32_t replicas) {
        return [replicas](const ws& x) { return is_rolled_out(x) && x.status.ready_replicas == replicas; };
    };
    co_await w.async_until<ws>(key("a"), "rolled out", as_wanted(3), 15min);
    co_await w.async_until<ws>(key("b"), "rolled out", as_wanted(2), 15min);
    co_await w.async_until<ws>(key("c"), "rolled out", as_wanted(1), 15min);
    co_await w.async_until<service>(
        key("a-service"), "made again", [](const service&) { return true; }, 15min);
    co_await w.async_eventually("ready", [&] { return w.m.ready(); }, 5min);
    co_await w.async_until_idle(2min);
    ending e{co_await state_of(w), w.network_faults().created()};
    std::erase_if(e.created, [](const auto& c) { return c.first.find("/events") != std::string::npos; });
    co_return e;
}

// The requests of each minute.
awaitable<std::vector<std::size_t>> pass_minutes(operator_world& w, int minutes) {
    std::vector<std::size_t> calls;
    for (int i = 0; i < minutes; ++i) {
        const std::size_t before = w.network_faults().sent();
        co_await w.event_loop().sleep(1min);
        calls.push_back(w.network_faults().sent() - before);
    }
    co_return calls;
}

void check_what_is_seen(operator_world& w, const fault& f, std::size_t log_begin) {
    for (const auto& words : f.says)
        BOOST_TEST(logged_since(w, log_begin, words) > 0,
                   fmt::format("not logged: {}\n{}", fmt::join(words, " ... "), w.log().substr(log_begin)));
    const std::string measured = w.m.all_metrics().text();
    for (const std::string_view part : f.metrics)
        BOOST_TEST(measured.find(part) != std::string::npos, part << " is missing in: " << measured);
    if (f.ready) BOOST_TEST(w.m.ready() == *f.ready, w.log().substr(log_begin));
}

void compare(const ending& got, const ending& wanted, const std::string& log) {
    BOOST_TEST(got.state == wanted.state, log);
    for (const auto& [path, times] : got.created) {
        const auto at = wanted.created.find(path);
        BOOST_TEST(times == (at == wanted.created.end() ? 0 : at->second), path << "\n" << log);
    }
    BOOST_TEST(got.created.size() == wanted.created.size());
}

}  // namespace

awaitable<std::string> state_of(operator_world& w) {
    std::string all;
    for (const char* what :
         {"my.domain/v1/webservers", "apps/v1/deployments", "apps/v1/replicasets", "v1/services"}) {
        bj::value list = bj::parse(co_await w.must("GET", what));
        take_out_chance(list);
        for (bj::value& item : list.at("items").as_array()) all += bj::serialize(item) + "\n";
    }
    const auto pods = (co_await w.client().list<pod>()).value();
    std::multiset<std::string> lines;
    for (const auto& p : pods)
        lines.insert(p->metadata.labels.at("app.kubernetes.io/instance").str() + " " + p->status.phase.str());
    for (const std::string& l : lines) all += l + "\n";
    co_return all;
}

int logged_since(const operator_world& w, std::size_t from, const std::vector<std::string_view>& words) {
    std::istringstream lines(w.log().substr(from));
    int found = 0;
    for (std::string line; std::getline(lines, line);)
        found += std::all_of(words.begin(), words.end(),
                             [&](std::string_view part) { return line.find(part) != std::string::npos; });
    return found;
}

const ending& undisturbed() {
    static const ending e = [] {
        operator_world w;
        return w.run([&]() -> awaitable<ending> {
            co_await two_web_servers(w);
            co_await disturb(w);
            co_return co_await converge(w);
        });
    }();
    return e;
}

void survive(const fault& f, std::uint64_t seed) {
    operator_world w(seed);
    std::size_t log_begin = 0;
    const ending got = w.run([&]() -> awaitable<ending> {
        co_await two_web_servers(w);
        log_begin = w.log().size();
        f.begin(w);
        co_await disturb(w);
        const std::vector<std::size_t> calls = co_await pass_minutes(w, f.minutes);
        BOOST_TEST_MESSAGE(fmt::format("calls a minute: {}", fmt::join(calls, " ")));
        for (const std::size_t n : calls)
            BOOST_TEST(n <= f.calls_a_minute, fmt::format("calls a minute: {}", fmt::join(calls, " ")));
        check_what_is_seen(w, f, log_begin);
        w.network_faults().clear();
        f.end(w);
        co_return co_await converge(w);
    });
    BOOST_TEST(w.network_faults().pending().empty());
    compare(got, undisturbed(), w.log().substr(log_begin));
}

}  // namespace fault_test
