#include "testkit/sim/preview/write_recorder.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"
#include "testkit/testing/request_target.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

namespace bj = boost::json;

constexpr std::size_t shown_last = 3, most_refused = 1000;

// "v1" of "/api/v1/pods" and of "/apis/apps/v1/deployments".
std::string_view version_in(std::string_view path) {
    const bool is_core = path.starts_with("/api/");
    std::size_t at = path.find('/', 1);
    if (!is_core && at != std::string_view::npos) at = path.find('/', at + 1);
    if (at == std::string_view::npos) return {};
    path.remove_prefix(at + 1);
    return path.substr(0, path.find('/'));
}

// Reviews, Events and Leases.
bool is_beside(const testing::request_target& t) {
    return t.resource.empty() || t.resource == "events" || t.resource == "leases" ||
           t.group == "authentication.k8s.io" || t.group == "authorization.k8s.io";
}

std::string verb_of(const http::server_request& r, const testing::request_target& t) {
    if (r.method == "POST") return "create";
    if (r.method == "PUT") return "update";
    if (r.method == "PATCH")
        return r.find("Content-Type").find("apply-patch") == std::string_view::npos ? "patch" : "apply";
    if (r.method == "DELETE") return t.name.empty() ? "delete all" : "delete";
    return {};
}

bj::object parsed(std::string_view text) {
    boost::system::error_code ec;
    bj::value v = bj::parse({text.data(), text.size()}, ec);
    return ec || !v.is_object() ? bj::object() : std::move(v.get_object());
}

std::string propagation_of(const http::server_request& r, const apiserver::resource* kind) {
    bj::object options;
    if (apiserver::is_protobuf(r.find("Content-Type"))) {
        if (apiserver::read_protobuf(r.body, {}, options)) options.clear();
    } else {
        options = parsed(r.body);
    }
    std::string out(apiserver::text_at(options, "propagationPolicy"));
    constexpr std::string_view in_query = "propagationPolicy=";
    if (const std::size_t at = r.query().find(in_query); at != std::string_view::npos)
        out = r.query().substr(at + in_query.size(), r.query().substr(at + in_query.size()).find('&'));
    if (out.empty()) out = kind && kind->orphans_dependents ? "Orphan" : "Background";
    return out;
}

bool has_generated_name(const testing::request_target& t, const http::server_request& r) {
    return r.method == "POST" && t.name.empty();
}

void erase_all(bj::object& from, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (const auto at = from.find(name); at != from.end()) from.stable_erase(at);
}

// A controller that has seen a rollout writes the time of it, and nothing else.
bj::object without_times(bj::object o) {
    bj::object* const status = apiserver::object_at(o, "status");
    bj::array* const conditions = status ? apiserver::list_at(*status, "conditions") : nullptr;
    if (!conditions) return o;
    for (bj::value& v : *conditions)
        if (v.is_object())
            erase_all(v.get_object(),
                      {"lastTransitionTime", "lastUpdateTime", "lastProbeTime", "lastHeartbeatTime"});
    return o;
}

}  // namespace

std::optional<write_recorder::started> write_recorder::begin(const http::server_request& r) const {
    if (r.method == "GET" || r.method == "HEAD") return std::nullopt;
    const testing::request_target t = testing::request_target::of(r.target);
    if (is_beside(t) || r.query().find("dryRun=All") != std::string_view::npos) return std::nullopt;
    started s;
    s.verb = verb_of(r, t);
    if (s.verb.empty()) return std::nullopt;
    s.kind = state_.kinds.find(t.group, version_in(t.path), t.resource);
    s.resource = t.group.empty() ? std::string(t.resource) : fmt::format("{}.{}", t.resource, t.group);
    s.subresource = t.subresource;
    s.key = {std::string(t.ns), std::string(t.name)};
    if (r.method == "DELETE") s.propagation = propagation_of(r, s.kind.get());
    if (!s.kind || has_generated_name(t, r)) return s;
    const apiserver::collection& all = state_.of(*s.kind);
    if (s.verb == "delete all")
        s.before = all.list(s.key.ns, 0, std::nullopt, 0, nullptr).items;
    else if (apiserver::record_ptr one = all.get(s.key))
        s.before.push_back(std::move(one));
    return s;
}

void write_recorder::end(const started& s, int status, std::string_view body) {
    constexpr int first_error = 300;
    if (status >= first_error) return refuse(s, status, body);
    if (!s.kind) return;
    if (s.verb == "delete all") {
        for (const apiserver::record_ptr& one : s.before) note(s, one->key, one);
        return;
    }
    object_key key = s.key;
    if (key.name.empty()) {
        const bj::object made = parsed(body);
        key.name = apiserver::text_at(made, {"metadata", "name"});
        if (key.name.empty()) return;
    }
    note(s, key, s.before.empty() ? nullptr : s.before.front());
}

void write_recorder::note(const started& s, const object_key& key, const apiserver::record_ptr& before) {
    const apiserver::record_ptr after = state_.of(*s.kind).get(key);
    if (before == after || (before && after && before->revision == after->revision)) return;
    const std::pair id(s.kind->storage, key);
    const auto [at, is_new] = entries_.try_emplace(id);
    entry& e = at->second;
    if (is_new) e.before = before;
    e.kind = s.kind;
    e.was_gone = e.was_gone || (!is_new && e.before && !before);
    e.after = after;
    const bool has_own_status = s.kind->has_status || !s.kind->custom;
    e.wrote_status = e.wrote_status || s.subresource == "status" || !has_own_status;
    ++e.writes[s.subresource.empty() ? s.verb : fmt::format("{} {}", s.verb, s.subresource)];
    if (!s.propagation.empty()) e.propagation = s.propagation;
    ++writes_;
    touched_.insert(id);
    has_created_or_deleted_ = has_created_or_deleted_ || !before || !after || !s.propagation.empty();
    last_.push_back(fmt::format("{} {} {}", s.verb, s.kind->kind, key.to_string()));
    if (last_.size() > shown_last) last_.erase(last_.begin());
}

// Conflicts and the like are tried again, and what does not exist is created: a part of how operators work.
void write_recorder::refuse(const started& s, int status, std::string_view body) {
    const bool is_usual = status == 409 || status == 429 || (status == 404 && s.kind);
    if (is_usual || refused_.size() >= most_refused) return;
    const bj::object answer = parsed(body);
    refused_write w;
    const object_key key = s.key.name.empty() ? object_key(s.key.ns, "(new)") : s.key;
    w.what = fmt::format("{}{}{} {} {}", s.verb, s.subresource.empty() ? "" : " ", s.subresource,
                         s.kind ? s.kind->kind : s.resource, key.to_string());
    w.status = status;
    w.message = apiserver::text_at(answer, "message");
    const auto [at, is_new] = refused_.emplace(fmt::format("{} {} {}", w.what, status, w.message), w);
    if (!is_new) ++at->second.times;
}

void write_recorder::note_missing(const http::server_request& r) {
    constexpr std::size_t most = 100;
    const testing::request_target t = testing::request_target::of(r.target);
    if (t.resource.empty() || missing_.size() >= most) return;
    if (state_.kinds.find(t.group, version_in(t.path), t.resource)) return;
    missing_.insert(t.group.empty() ? std::string(t.resource) : fmt::format("{}.{}", t.resource, t.group));
}

std::string write_recorder::last_writes() const {
    return fmt::format("{}", fmt::join(last_, ", "));
}

std::vector<refused_write> write_recorder::refused() const {
    std::vector<refused_write> out;
    out.reserve(refused_.size());
    for (const auto& [text, one] : refused_) out.push_back(one);
    return out;
}

object_change write_recorder::shown(const std::pair<std::string, object_key>& id, const entry& e,
                                    const apiserver::secret_redactor& redactor) const {
    const auto content = [&](const apiserver::record_ptr& one) -> std::optional<bj::object> {
        if (!one) return std::nullopt;
        bj::object o = state_.served(*e.kind, *one);
        if (bj::object* const meta = apiserver::object_at(o, "metadata")) {
            erase_all(*meta, {"managedFields", "resourceVersion", "generation", "selfLink"});
            if (!e.before) erase_all(*meta, {"uid", "creationTimestamp"});
        }
        if (!e.wrote_status) erase_all(o, {"status"});
        redactor.redact(o);
        return o;
    };
    const group_version_resource& of = e.kind->gvr;
    object_change c;
    c.before = content(e.before);
    c.after = content(e.after);
    c.is_replaced = e.was_gone && e.after && e.after->uid != e.before->uid;
    c.kind = e.kind->kind;
    c.api_version = of.group.empty() ? of.version : fmt::format("{}/{}", of.group, of.version);
    c.resource = e.kind->storage;
    c.key = id.second;
    c.propagation = e.propagation;
    for (const auto& [verb, n] : e.writes)
        c.writes.push_back(n == 1 ? verb : fmt::format("{} ({} times)", verb, n));
    return c;
}

write_recorder::changed_objects write_recorder::changes(const apiserver::secret_redactor& redactor) const {
    changed_objects out;
    for (const auto& [id, e] : entries_) {
        object_change c = shown(id, e, redactor);
        const bool is_equal = c.before == c.after && !c.is_replaced;
        if (is_equal) continue;
        if (c.before && c.after && !c.is_replaced && without_times(*c.before) == without_times(*c.after))
            ++out.only_times;
        else
            out.all.push_back(std::move(c));
    }
    std::ranges::sort(out.all, {}, [](const object_change& c) {
        return std::tie(c.key.ns, c.kind, c.key.name, c.resource);
    });
    return out;
}

}}}  // namespace setpoint::v0::sim
