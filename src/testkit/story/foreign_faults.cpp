// What others do to the objects that the operator writes.

#include "apiserver/objects/fields.hpp"
#include "testkit/sim/foreign_edit.hpp"
#include "testkit/story/story_run.hpp"

#include <boost/json/parse.hpp>

#include <array>

namespace setpoint::inline v0::story {

namespace {

bool is_of_a_child(const sim::story_point& at) {
    return at.p.is_request() && at.p.writes() && !at.p.key.name.empty() && at.p.subresource.empty() &&
           at.p.op != verb::remove && !at.is_of_user;
}

awaitable<void> delete_child(story_run& r, sim::point p) {
    user_request q;
    q.method = "DELETE";
    q.target = cluster::path_of(p.gvr, p.key);
    q.body = R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Background"})";
    q.content_type = "application/json";
    const cluster::reply done = co_await r.its_cluster().send(std::move(q));
    r.note(fmt::format("other: delete {} {} {}", p.gvr.resource, p.key, done.status));
}

awaitable<void> change_child(story_run& r, sim::point p) {
    const apiserver::record_ptr o = r.its_cluster().objects().find(p.gvr, p.key);
    boost::system::error_code ec;
    const bj::value sent = bj::parse(p.body, ec);
    if (!o || ec || !sent.is_object()) co_return;
    for (const std::string& patch : sim::edits_of(o->parse(), sent.get_object())) {
        user_request q{"PATCH", cluster::path_of(p.gvr, p.key) + "?fieldManager=other", patch,
                       "application/merge-patch+json", ""};
        const cluster::reply done = co_await r.its_cluster().send(std::move(q));
        if (done.status != 200) continue;
        r.note(fmt::format("other: patch {} {} {}", p.gvr.resource, p.key, patch));
        co_return;
    }
}

}  // namespace

std::span<const fault> foreign_faults() {
    static constexpr std::array<fault, 3> all{{
        {"P11.after", "somebody deletes the object after this", false, is_of_a_child,
         [](story_run& r, const sim::point& p) {
             sim::effect e;
             e.after = [&r, p] { return delete_child(r, p); };
             return e;
         }},
        {"P11.before", "somebody deletes the object before this", false,
         [](const sim::story_point& at) { return is_of_a_child(at) && at.existed; },
         [](story_run& r, const sim::point& p) {
             sim::effect e;
             e.before = [&r, p] { return delete_child(r, p); };
             return e;
         }},
        {"P11.edit", "somebody changes a field of the operator after this", false, is_of_a_child,
         [](story_run& r, const sim::point& p) {
             sim::effect e;
             e.after = [&r, p] { return change_child(r, p); };
             return e;
         }},
    }};
    return all;
}

}  // namespace setpoint::inline v0::story
