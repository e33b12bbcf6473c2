#include "testkit/sim/foreign_edit.hpp"

#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;
using apiserver::object_at, apiserver::object_of;

constexpr std::size_t most_edits = 4;
constexpr duration until_gone = std::chrono::minutes(1), recheck = std::chrono::milliseconds(20);

// Patches that change the plain values which `sent` and `live` have.
void add_edits(const bj::object& sent, const bj::object& live, bj::object& patch, bj::object& at,
               std::vector<std::string>& to) {
    for (const auto& m : sent) {
        const std::string_view name = m.key();
        const bj::value* v = live.if_contains(name);
        if (!v || to.size() >= most_edits) continue;
        if (const bj::object* inner = v->if_object(); inner && m.value().is_object()) {
            bj::object& deeper = at[name].emplace_object();
            add_edits(m.value().get_object(), *inner, patch, deeper, to);
        } else if (v->is_string()) {
            at[name] = std::string(v->get_string()) + "-changed";
            to.push_back(bj::serialize(patch));
        } else if (v->is_bool()) {
            at[name] = !v->get_bool();
            to.push_back(bj::serialize(patch));
        } else if (const auto n = apiserver::number_of(*v)) {
            at[name] = *n + 1;
            to.push_back(bj::serialize(patch));
        }
        at.erase(name);
    }
}

// The API server adds it to a Job, and refuses a new one that has it.
void remove_generated_selector(bj::object& job) {
    bj::object* const spec = object_at(job, "spec");
    if (!spec || !spec->erase("selector")) return;
    const auto strip = [](bj::object& of) {
        bj::object* const meta = object_at(of, "metadata");
        bj::object* const labels = meta ? object_at(*meta, "labels") : nullptr;
        if (!labels) return;
        for (const char* prefix : {"", "batch.kubernetes.io/"})
            for (const char* name : {"controller-uid", "job-name"}) labels->erase(std::string(prefix) + name);
    };
    strip(job);
    if (bj::object* const pods = object_at(*spec, "template")) strip(*pods);
}

}  // namespace

std::string path_of(const point& p, bool collection) {
    std::string path = p.gvr.url_prefix();
    if (!p.key.ns.empty()) path += "/namespaces/" + p.key.ns;
    path += "/" + p.gvr.resource;
    return collection ? path : path + "/" + p.key.name;
}

// The volume that the controller chose has been deleted with the claim, and a claim of its name would be
// lost.
void unbind(bj::object& claim) {
    bj::object* const annotations = object_at(claim["metadata"].as_object(), "annotations");
    if (!annotations || annotations->erase("pv.kubernetes.io/bound-by-controller") == 0) return;
    for (const char* bound : {"pv.kubernetes.io/bind-completed", "volume.kubernetes.io/selected-node"})
        annotations->erase(bound);
    if (bj::object* spec = object_at(claim, "spec")) spec->erase("volumeName");
}

bj::object without_identity(bj::object o) {
    bj::object& meta = o["metadata"].as_object();
    for (const char* field : {"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields",
                              "deletionTimestamp", "deletionGracePeriodSeconds", "finalizers"})
        meta.erase(field);
    o.erase("status");
    if (bj::object* spec = object_at(o, "spec"))
        for (const char* given : {"clusterIP", "clusterIPs", "nodeName"}) spec->erase(given);
    if (apiserver::text_at(o, "kind") == "Job") remove_generated_selector(o);
    if (apiserver::text_at(o, "kind") == "PersistentVolumeClaim") unbind(o);
    return o;
}

std::vector<std::string> edits_of(const bj::object& live, const bj::object& sent) {
    std::vector<std::string> all;
    for (const char* part : {"spec", "data"}) {
        const bj::object* const now = object_at(live, part);
        if (!now) continue;
        bj::object patch;
        bj::object& at = patch[part].emplace_object();
        add_edits(object_of(sent, part), *now, patch, at, all);
    }
    return all;
}

awaitable<void> delete_object(world& w, point of) {
    (void)co_await w.ask("DELETE", path_of(of),
                         R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background"})",
                         "application/json");
}

awaitable<void> recreate(world& w, point of) {
    const apiserver::record_ptr o = w.state().find(of.gvr, of.key);
    if (!o) co_return;
    // What it was at last: until it is gone, others may change it.
    apiserver::record_ptr last = o;
    (void)co_await w.ask(
        "DELETE", path_of(of),
        R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background","gracePeriodSeconds":0})",
        "application/json");
    const time_point due = saturating_add(w.event_loop().now(), until_gone);
    for (;;) {
        const apiserver::record_ptr now = w.state().find(of.gvr, of.key);
        if (!now) break;
        if (now->uid != o->uid || w.event_loop().now() >= due) co_return;
        last = now;
        co_await w.event_loop().sleep(recheck);
    }
    co_await create_again(w, of, *last);
}

awaitable<void> create_again(world& w, point of, const apiserver::record& as) {
    (void)co_await w.ask("POST", path_of(of, true), bj::serialize(without_identity(as.parse())),
                         "application/json");
}

awaitable<void> edit_child(world& w, point of) {
    const apiserver::record_ptr o = w.state().find(of.gvr, of.key);
    if (!o) co_return;
    boost::system::error_code ec;
    const bj::value sent = bj::parse(of.body, ec);
    if (ec || !sent.is_object()) co_return;
    for (const std::string& patch : edits_of(o->parse(), sent.get_object())) {
        const int status = co_await w.ask("PATCH", path_of(of) + "?fieldManager=other", patch);
        if (status == 200) co_return;
    }
}

awaitable<void> change_spec_and_back(world& w, point of) {
    const apiserver::record_ptr o = w.state().find(of.gvr, of.key);
    if (!o) co_return;
    const bj::object before = o->parse();
    for (const std::string& patch : edits_of(before, before)) {
        const int status = co_await w.ask("PATCH", path_of(of), patch);
        if (status != 200) continue;
        bj::object back;
        back["spec"] = object_of(before, "spec");
        (void)co_await w.ask("PATCH", path_of(of), bj::serialize(back));
        co_return;
    }
}

awaitable<void> delete_pods(world& w, std::string ns) {
    (void)co_await w.ask("DELETE", "/api/v1/namespaces/" + ns + "/pods");
}

}}}  // namespace setpoint::v0::sim
