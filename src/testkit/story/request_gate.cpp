#include "testkit/story/request_gate.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"
#include "framework/http/upgrade.hpp"
#include "testkit/sim/preview/write_recorder.hpp"
#include "testkit/story/accepted_json.hpp"
#include "testkit/story/story_run.hpp"
#include "testkit/story/watched_stream.hpp"
#include "testkit/testing/network_fault_state.hpp"
#include "testkit/testing/request_target.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using effect_kind = sim::effect::kind;

// As if the connection's task were cancelled: the server closes the connection without a response.
[[noreturn]] http::response no_answer() {
    throw cancelled{};
}

http::response status_response(int status, const std::string& reason, std::optional<int> retry_after = {}) {
    http::response r;
    r.status = status;
    r.headers = {{"Content-Type", "application/json"}};
    if (retry_after) r.headers.push_back({"Retry-After", std::to_string(*retry_after)});
    r.body = testing::status_text(status, reason);
    return r;
}

void accept_json_only(http::server_request& r) {
    for (http::header& h : r.headers)
        if (http::same_token(h.name, "Accept")) h.value = accept_as_json(h.value);
}

// The metadata of an event's object; a Table has it in its only row.
const bj::object& metadata_of(const bj::object& object) {
    const bj::array& rows = apiserver::list_of(object, "rows");
    if (apiserver::text_at(object, "kind") != "Table" || rows.empty() || !rows.front().is_object())
        return apiserver::object_of(object, "metadata");
    return apiserver::object_of(apiserver::object_of(rows.front().get_object(), "object"), "metadata");
}

// Not part of a story: discovery, events, reviews; and Leases, which are renewed all the time.
bool is_beside_story(const testing::request_target& t) {
    return t.resource.empty() || t.resource == "events" || t.resource == "leases" ||
           t.group == "authentication.k8s.io" || t.group == "authorization.k8s.io";
}

// The objects come as events, of a state that is as new as a write that was answered before.
bool is_streaming_list(const http::server_request& r) {
    return r.query().find("sendInitialEvents=true") != std::string_view::npos;
}

// Exec and similar subresources of a pod, whose requests become connections.
bool is_connection(std::string_view subresource) {
    return subresource == "exec" || subresource == "attach" || subresource == "portforward";
}

bool is_renewal(const testing::request_target& t) {
    return t.resource == "events" || t.resource == "leases";
}

std::string body_as_json(const http::server_request& r) {
    if (!apiserver::is_protobuf(r.find("Content-Type"))) return r.body;
    bj::object o;
    if (apiserver::read_protobuf(r.body, {}, o)) return {};
    return bj::serialize(o);
}

class request_in_flight {
public:
    request_in_flight(story_run& r, std::size_t& count) : run_(r), count_(count) {
        ++count_;
        run_.touch();
    }
    request_in_flight(const request_in_flight&) = delete;
    request_in_flight& operator=(const request_in_flight&) = delete;
    ~request_in_flight() {
        --count_;
        run_.touch();
    }

private:
    story_run& run_;
    std::size_t& count_;
};

}  // namespace

std::string request_gate::without_chance(const std::string& name) const {
    std::string out = sim::without_made_up(name, run_.made_up_names());
    // A volume has the UID of its claim in its name. A point is a path, so that the claim has only its name.
    for (std::string_view uid; !(uid = sim::uid_in(out)).empty();) {
        const auto at = static_cast<std::size_t>(uid.data() - out.data());
        const std::string of(run_.its_cluster().objects().name_of(std::string(uid)));
        out.replace(at, uid.size(), of.empty() ? "<gone>" : "<" + of.substr(of.find_last_of(" /") + 1) + ">");
    }
    return sim::canonical_word(out, {});
}

std::string request_gate::canonical(const std::string& name) {
    const auto at = generated_.find(name);
    if (at != generated_.end()) return at->second;
    std::string out = without_chance(name);
    // The object with this identity may be gone later.
    if (out != name) generated_[name] = out;
    return out;
}

awaitable<http::response> request_gate::pass_on(incarnation&, http::server_request r) {
    // Some clients send no token without TLS. The port is for this process alone.
    if (const operator_rights* const rights = run_.rights(); rights && r.find("Authorization").empty())
        r.headers.push_back({"Authorization", fmt::format("Bearer {}", rights->token.reveal())});
    http::response answer = co_await run_.its_cluster().api().handle(r);
    // The API server has decided whether the operator may, and has no kubelet.
    constexpr int refused_without_kubelet = 400;
    const testing::request_target t = testing::request_target::of(r.target);
    if (is_connection(t.subresource) && answer.status == refused_without_kubelet &&
        !run_.text().answers.empty())
        answer = run_.its_applications().connect({std::string(t.ns), std::string(t.name)}, t.subresource, r);
    if (r.method == "GET" && t.resource == "pods" && t.subresource == "log")
        run_.its_applications().show_log({std::string(t.ns), std::string(t.name)}, r, answer);
    run_.answered(r, answer);
    co_return answer;
}

void request_gate::note_lease(incarnation& by, const http::server_request& r, int status) {
    if (r.method == "GET" || status >= 300) return;
    const testing::request_target t = testing::request_target::of(r.target);
    http::request q{r.method, r.target, {}, body_as_json(r)};
    const object_key key{std::string(t.ns), testing::object_name(t, q)};
    const auto lease = run_.its_cluster().objects().find({"coordination.k8s.io", "v1", "leases"}, key);
    if (!lease) return;
    const bj::object o = lease->parse();
    run_.leads(by, key.to_string(),
               std::string(apiserver::text_at(apiserver::object_of(o, "spec"), "holderIdentity")));
}

awaitable<http::response> request_gate::handle(incarnation& by, const http::server_request& request) {
    if (by.is_dead) co_return no_answer();
    ++by.requests;
    http::server_request r = request;
    accept_json_only(r);
    const testing::request_target t = testing::request_target::of(r.target);
    if (is_beside_story(t)) {
        const bool is_lease = t.resource == "leases";
        if (is_lease && by.is_kept_from_leases) co_return no_answer();
        if (!is_renewal(t)) run_.touch();
        const http::server_request sent = r;
        http::response answer = co_await pass_on(by, std::move(r));
        if (by.is_dead) co_return no_answer();
        if (is_lease) note_lease(by, sent, answer.status);
        co_return answer;
    }
    const bool is_streaming = is_streaming_list(r);
    // As from an API server without that feature; then clients list, and lists can be old.
    if (is_streaming && run_.forces_old_lists()) co_return status_response(422, "Invalid");
    if (is_streaming) run_.note_streaming_list(by, std::string(t.resource));
    run_.paused(run_.idle());
    if (run_.recorder()) {
        run_.recorder()->note_missing(r);
        run_.asked(request);
    }
    sim::point p = name(by, r);
    const bool watches = p.op == verb::watch;
    std::size_t uncounted = 0;
    const request_in_flight counted(run_, watches ? uncounted : by.in_flight);
    sim::effect e = run_.at(p);
    if (p.op == verb::list) r.target = by.of.list_target(by, p.gvr.resource, r.target);
    co_return co_await exchange(by, std::move(r), std::move(p), std::move(e));
}

sim::point request_gate::name(const incarnation& by, const http::server_request& r) {
    http::request q{r.method, r.target, {}, r.method == "GET" ? std::string() : body_as_json(r)};
    const testing::request_target t = testing::request_target::of(r.target);
    // By a WebSocket it is a GET, and the same otherwise.
    if (is_connection(t.subresource)) q.method = "POST";
    const std::string actual = testing::object_name(t, q);
    std::string shown = canonical(actual);
    if (r.method == "POST" && t.name.empty() && q.body.find("\"generateName\"") != std::string::npos)
        shown = without_chance(actual);
    std::string sent;
    if (shown != actual && !t.name.empty()) {
        const std::size_t at = q.target.find("/" + std::string(t.name));
        if (at != std::string::npos) q.target.replace(at + 1, t.name.size(), shown);
    } else if (shown != actual) {
        sent = std::exchange(q.body, bj::serialize(bj::object{{"metadata", bj::object{{"name", shown}}}}));
    }
    sim::point p = names_.request(by.of.label(), q);
    if (!sent.empty()) p.body = std::move(sent);
    p.process = by.of.index();
    p.key.name = actual;
    return p;
}

std::optional<sim::point> request_gate::event(incarnation& by, const group_version_resource& of,
                                              std::string_view line) {
    boost::system::error_code ec;
    const bj::value v = bj::parse({line.data(), line.size()}, ec);
    if (ec || !v.is_object()) return std::nullopt;
    const bj::object& object = apiserver::object_of(v.get_object(), "object");
    const bj::object& meta = metadata_of(object);
    const std::string type(apiserver::text_at(v.get_object(), "type"));
    const bj::object named{{"namespace", apiserver::text_at(meta, "namespace")},
                           {"name", canonical(std::string(apiserver::text_at(meta, "name")))}};
    const bj::object shown{{"type", type}, {"object", bj::object{{"metadata", named}}}};
    sim::point p = names_.event(by.of.label(), of, bj::serialize(shown));
    p.process = by.of.index();
    return p;
}

awaitable<http::response> request_gate::exchange(incarnation& by, http::server_request r, sim::point p,
                                                 sim::effect e) {
    const bool is_current = by.of.current() == &by;
    if (e.what == effect_kind::crash_before) {
        if (is_current) by.of.crash();
        co_return no_answer();
    }
    if (e.before) co_await e.before();
    if (e.what == effect_kind::refuse) {
        run_.note_answer(p, e.status);
        co_return status_response(e.status, e.reason, e.retry_after);
    }
    if (e.what == effect_kind::lose_request || by.is_dead) co_return no_answer();
    const apiserver::record_ptr before =
        p.writes() && !p.key.name.empty() ? run_.its_cluster().objects().find(p.gvr, p.key) : nullptr;
    sim::write_recorder* const to = run_.recorder();
    const auto noted = to ? to->begin(r) : std::nullopt;
    const bool begins_with_list =
        is_streaming_list(r) && r.query().find("allowWatchBookmarks=true") != std::string_view::npos;
    const bool is_dry = r.target.find("dryRun=All") != std::string::npos;
    http::response answer = co_await pass_on(by, std::move(r));
    if (noted) to->end(*noted, answer.status, answer.body);
    run_.note_answer(p, answer.status);
    const bool changes = p.writes() && !is_dry && !is_connection(p.subresource);
    if (changes) run_.note_write(p, answer.status);
    if (changes && answer.status < 300) run_.wrote(by, p, answer.status, before);
    if (e.after) co_await e.after();
    if (e.what == effect_kind::crash_after && by.of.current() == &by) by.of.crash();
    if (by.is_dead || e.what == effect_kind::lose_answer) co_return no_answer();
    // Until the command has ended.
    if (const auto speaks = std::dynamic_pointer_cast<http::upgrade>(answer.stream))
        answer.stream = std::make_shared<http::upgrade>(
            [speaks, counted = std::make_shared<request_in_flight>(run_, by.in_flight)](
                http::upgraded_stream& to) { return speaks->speak(to); });
    if (p.op == verb::watch && answer.status == 200 && answer.stream)
        answer.stream = std::make_shared<watched_stream>(by, p.gvr, std::exchange(answer.body, {}),
                                                         std::move(answer.stream), begins_with_list);
    co_return answer;
}

}}}  // namespace setpoint::v0::story
