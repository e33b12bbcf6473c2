// Objects, definitions and mapped changes arrive in another order, or late.

#include "apiserver/server/server_access.hpp"
#include "testkit/sim/foreign_edit.hpp"
#include "testkit/sim/world.hpp"

#include <boost/json/serialize.hpp>

#include <array>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

// The operator starts, and finds no definition for some time.
constexpr duration before_start = std::chrono::seconds(1), without_definitions = std::chrono::seconds(5);
constexpr duration until_resync = std::chrono::seconds(30);
constexpr std::string_view definitions = "customresourcedefinitions";

bool is_unused(world& w, const std::string& storage) {
    const auto* c = apiserver::server_access::state(w.parts().api).store.find_collection(storage);
    return !c || c->part("", std::nullopt, 1).empty();
}

point definition_named(const std::string& name) {
    point p;
    p.gvr = {"apiextensions.k8s.io", "v1", std::string(definitions)};
    p.key = object_key::cluster(name);
    return p;
}

bool is_served(world& w, const std::string& name) {
    const apiserver::record_ptr o = w.state().find(definition_named(name).gvr, object_key::cluster(name));
    return o && o->json.find(R"("type":"Established")") != std::string::npos;
}

// The user waits until the definitions are there.
awaitable<void> install_late(world& w) {
    for (operator_process& one : w.processes()) one.crash(before_start);
    std::vector<apiserver::record_ptr> unused;
    const auto* c = apiserver::server_access::state(w.parts().api)
                        .store.find_collection(std::string(definitions) + ".apiextensions.k8s.io");
    if (!c) co_return;
    constexpr std::size_t all = 1000;
    for (const apiserver::record_ptr& o : c->part("", std::nullopt, all))
        if (is_unused(w, o->key.name)) unused.push_back(o);
    for (const apiserver::record_ptr& o : unused) co_await delete_object(w, definition_named(o->key.name));
    co_await w.event_loop().sleep(before_start + without_definitions);
    for (const apiserver::record_ptr& o : unused) {
        co_await create_again(w, definition_named(o->key.name), *o);
        const std::string name = o->key.name;
        co_await w.env().async_eventually(name + " is served", [&w, name] { return is_served(w, name); });
    }
}

}  // namespace

std::span<const perturbation> arrivals() {
    static constexpr std::array<perturbation, 3> all{{
        {"P17", "the object arrives after the one that the user creates next", false,
         [](const story_point& at) {
             return at.p.what == point::kind::user && at.p.op == verb::create && at.is_followed_by_create;
         },
         [](world&, const point&) {
             effect e;
             e.what = effect::kind::keep_back;
             return e;
         },
         false, false, true},
        {"P17.definition", "the operator starts before its CustomResourceDefinitions are installed", false,
         [](const story_point& at) { return at.p.what == point::kind::user && at.user_writes == 1; },
         [](world& w, const point&) {
             effect e;
             e.before = [&w] { return install_late(w); };
             return e;
         },
         false, false, true},
        {"P18", "the change queues this key only at the next resync, 30 s later", true,
         [](const story_point& at) { return at.p.what == point::kind::mapping; },
         [](world& w, const point&) {
             w.be_busy(until_resync);
             effect e;
             e.delay = until_resync;
             return e;
         },
         false, false, true},
    }};
    return all;
}

}}}  // namespace setpoint::v0::sim
