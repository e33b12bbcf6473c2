#include <setpoint/api/time.hpp>

#include <fmt/format.h>

#include <apiserver/kinds/fields.hpp>
#include <apiserver/rest/body.hpp>
#include <apiserver/rest/deleter.hpp>
#include <apiserver/rest/subresources.hpp>

namespace setpoint::apiserver {

namespace {

bj::object success() {
    bj::object out;
    out["kind"] = "Status";
    out["apiVersion"] = "v1";
    out["metadata"] = bj::object();
    out["status"] = "Success";
    out["code"] = 201;
    return out;
}

void set_scheduled(bj::object& pod, const std::string& now) {
    bj::object& status = kinds::make_object(pod, "status");
    bj::array conditions;
    for (const bj::value& c : kinds::list_of(status, "conditions"))
        if (!c.is_object() || kinds::text_at(c.get_object(), "type") != "PodScheduled")
            conditions.push_back(c);
    bj::object scheduled{{"type", "PodScheduled"}, {"status", "True"}};
    scheduled["lastProbeTime"] = nullptr;
    scheduled["lastTransitionTime"] = now;
    conditions.push_back(std::move(scheduled));
    status["conditions"] = std::move(conditions);
}

api_result<> check_same_name(const subresource_request& q, const bj::object& body, std::string_view kind) {
    const bj::object& meta = kinds::object_of(body, "metadata");
    const std::string_view ns = kinds::text_at(meta, "namespace");
    if (!ns.empty() && ns != q.key.ns)
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    if (kinds::text_at(meta, "name") != q.key.name)
        return bad_request(fmt::format("name in URL does not match name in {} object", kind));
    return {};
}

// Writes past the strategy: clients may not change the node, nor status here.
api_result<subresource_answer> bind_pod(world& w, const resource& r, const subresource_request& q) {
    auto body = read_body(q.content_type, q.body, "Binding");
    if (!body) return body.error();
    if (auto ok = check_same_name(q, body->object, "Binding"); !ok) return ok.error();
    const bj::object& target = kinds::object_of(body->object, "target");
    const std::string node(kinds::text_at(target, "name")), kind(kinds::text_at(target, "kind"));
    if (!kind.empty() && kind != "Node")
        return api_error{
            500,
            {},
            fmt::format("target.kind: Unsupported value: \"{}\": supported values: \"Node\", \"<empty>\"",
                        kind),
            {}};
    if (node.empty()) return api_error{500, {}, "target.name: Required value", {}};
    const record_ptr now = w.of(r).get(q.key);
    if (!now) return object_not_found(r.gr(), q.key.name);
    bj::object pod = w.served(r, *now);
    const group_resource named{"", "pods/binding"};
    if (kinds::at(kinds::object_of(pod, "metadata"), "deletionTimestamp"))
        return conflict(named, q.key.name,
                        fmt::format("pod {} is being deleted, cannot be assigned to a host", q.key.name));
    const std::string bound(kinds::text_at(kinds::object_of(pod, "spec"), "nodeName"));
    if (!bound.empty())
        return conflict(named, q.key.name,
                        fmt::format("pod {} is already assigned to node \"{}\"", q.key.name, bound));
    kinds::make_object(pod, "spec")["nodeName"] = node;
    set_scheduled(pod, w.time_text());
    if (!q.options.dry_run) w.keep(r, q.key, std::move(pod));
    return subresource_answer{201, success()};
}

api_result<subresource_answer> evict(world& w, const resource& r, const subresource_request& q) {
    auto body = read_body(q.content_type, q.body, "Eviction");
    if (!body) return body.error();
    if (auto ok = check_same_name(q, body->object, "Eviction"); !ok) return ok.error();
    delete_options o;
    const bj::object& wanted = kinds::object_of(body->object, "deleteOptions");
    o.grace = kinds::number_at(wanted, "gracePeriodSeconds");
    o.dry_run = q.options.dry_run;
    auto done = delete_object(w, r, q.key, o);
    if (!done) return done.error();
    return subresource_answer{201, success()};
}

api_result<subresource_answer> make_token(world& w, const resource& r, const subresource_request& q) {
    constexpr std::int64_t hour = 3600;
    if (!w.of(r).get(q.key)) return object_not_found(r.gr(), q.key.name);
    auto body = read_body(q.content_type, q.body, "TokenRequest");
    if (!body) return body.error();
    bj::object out = std::move(body->object);
    out["kind"] = "TokenRequest";
    out["apiVersion"] = "authentication.k8s.io/v1";
    bj::object& meta = kinds::make_object(out, "metadata");
    meta["name"] = q.key.name;
    meta["namespace"] = q.key.ns;
    meta["creationTimestamp"] = w.time_text();
    bj::object& spec = kinds::make_object(out, "spec");
    kinds::set_default(spec, "expirationSeconds", hour);
    const auto life = std::chrono::seconds(kinds::number_at(spec, "expirationSeconds").value_or(hour));
    bj::object& status = out["status"].emplace_object();
    status["token"] = "setpoint." + w.owner.random().uuid();  // nobody asks for it
    status["expirationTimestamp"] = timestamp::from(w.now() + life).to_string();
    return subresource_answer{201, std::move(out)};
}

}  // namespace

api_result<subresource_answer> serve_other(world& w, const resource& r, const subresource_request& q,
                                           std::vector<std::string>& warnings) {
    (void)warnings;
    if (r.storage == "pods" && q.subresource == "binding" && q.verb == "create") return bind_pod(w, r, q);
    if (r.storage == "pods" && q.subresource == "eviction" && q.verb == "create") return evict(w, r, q);
    if (r.storage == "serviceaccounts" && q.subresource == "token" && q.verb == "create")
        return make_token(w, r, q);
    if (r.storage == "pods" && q.subresource == "log")
        return bad_request("no container runs here: there are no logs");
    return api_error{
        501, "NotImplemented", "this server does not have " + r.gvr.resource + "/" + q.subresource, {}};
}

}  // namespace setpoint::apiserver
