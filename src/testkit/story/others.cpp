#include "testkit/story/others.hpp"

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/foreign_edit.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

const char* const somebody = "somebody else";

std::string words_for(std::string_view doing, const sim::point& p) {
    return fmt::format("{} {} {}", doing, p.gvr.resource, p.key);
}

user_request deletion_of(const sim::point& p, bool at_once) {
    user_request q;
    q.method = "DELETE";
    q.target = cluster::path_of(p.gvr, p.key);
    q.body = fmt::format(R"({{"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background"{}}})",
                         at_once ? R"(,"gracePeriodSeconds":0)" : "");
    q.content_type = "application/json";
    return q;
}

// Edits of `live` that change what `sent` has, one after another until one is accepted.
awaitable<bool> edit(story_run& r, sim::point p, bj::object live, bj::object sent) {
    for (const std::string& patch : sim::edits_of(live, sent)) {
        const int status = co_await patch_object(r, cluster::path_of(p.gvr, p.key), patch);
        if (status != 200) continue;
        r.note(sim::lane::user, somebody, words_for("patch", p), patch);
        co_return true;
    }
    co_return false;
}

}  // namespace

awaitable<int> patch_object(story_run& r, std::string path, std::string patch) {
    user_request q{"PATCH", path + "?fieldManager=other", std::move(patch), "application/merge-patch+json",
                   ""};
    const cluster::reply done = co_await r.its_cluster().send(std::move(q));
    co_return done.status;
}

awaitable<void> delete_object(story_run& r, sim::point of) {
    if (!r.its_cluster().objects().find(of.gvr, of.key)) co_return;
    r.note(sim::lane::user, somebody, words_for("delete", of));
    (void)co_await r.its_cluster().send(deletion_of(of, false));
}

awaitable<void> recreate_object(story_run& r, sim::point of, duration limit) {
    const apiserver::record_ptr o = r.its_cluster().objects().find(of.gvr, of.key);
    if (!o) co_return;
    const time_point due = saturating_add(r.event_loop().now(), limit);
    // What it was at last: until it is gone, others may change it.
    apiserver::record_ptr last = o;
    r.note(sim::lane::user, somebody, words_for("delete", of));
    (void)co_await r.its_cluster().send(deletion_of(of, true));
    for (;;) {
        const apiserver::record_ptr now = r.its_cluster().objects().find(of.gvr, of.key);
        if (!now) break;
        if (now->uid != o->uid || r.event_loop().now() >= due) co_return;
        last = now;
        co_await r.changes().wait(due);
    }
    r.note(sim::lane::user, somebody, words_for("create", of));
    user_request q{"POST", cluster::path_of(of.gvr, {of.key.ns, ""}),
                   bj::serialize(sim::without_identity(last->parse())), "application/json", ""};
    (void)co_await r.its_cluster().send(std::move(q));
}

awaitable<bool> change_field(story_run& r, sim::point of) {
    const apiserver::record_ptr o = r.its_cluster().objects().find(of.gvr, of.key);
    boost::system::error_code ec;
    bj::value sent = bj::parse(of.body, ec);
    if (!o || ec || !sent.is_object()) co_return false;
    bj::object live = o->parse();
    co_return co_await edit(r, std::move(of), std::move(live), std::move(sent.get_object()));
}

awaitable<void> change_spec_and_back(story_run& r, sim::point of) {
    const apiserver::record_ptr o = r.its_cluster().objects().find(of.gvr, of.key);
    if (!o) co_return;
    const bj::object before = o->parse();
    const bool has_changed = co_await edit(r, of, before, before);
    if (!has_changed) co_return;
    const bj::object back{{"spec", apiserver::object_of(before, "spec")}};
    r.note(sim::lane::user, somebody, words_for("change back", of));
    (void)co_await patch_object(r, cluster::path_of(of.gvr, of.key), bj::serialize(back));
}

}}}  // namespace setpoint::v0::story
