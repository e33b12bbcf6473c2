#include "apiserver/audit/notes.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "apiserver/write/subresources.hpp"
#include "apiserver/write/writer.hpp"
#include "framework/core/ascii.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* token_group = "authentication.k8s.io";

awaitable<api_result<bj::object>> read_token_request(server_state& w, const resource& r,
                                                     const subresource_request& q, form_admission& webhooks,
                                                     std::vector<std::string>& warnings) {
    const resource& kind = *w.kinds.token_request;
    auto body = read_body(q.content_type, q.body, {kind.kind, "authentication.k8s.io/v1"});
    if (!body) co_return body.error();
    auto request = decode_body(w.kinds, kind, std::move(*body), q.options.validation, warnings);
    if (!request) co_return request;
    audit::note_request(q.options.by, *request);
    object_writer(w, kind, q.subresource, q.options, warnings).own(*request);
    auto ok = admit_form(w, r, q, *request, warnings);
    while (awaits_reviews(q.options.by)) {
        co_await answer_reviews(q.options.by);
        ok = admit_form(w, r, q, *request, warnings);
    }
    if (!ok) co_return ok.error();
    ok = co_await webhooks.mutate(*request);
    if (!ok) co_return ok.error();
    co_return request;
}

// The body may name the account, but no other one.
api_result<> check_named_account(const subresource_request& q, const bj::object& meta) {
    const std::string_view name = text_at(meta, "name"), ns = text_at(meta, "namespace");
    if (!ns.empty() && ns != q.key.ns)
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    if (name.empty() || name == q.key.name) return {};
    field_errors errors;
    invalid(errors, "metadata.name", bj::value(name), "must match the service account name if specified");
    return invalid_object({token_group, "TokenRequest"}, q.key.name, errors);
}

// ValidateTokenRequest of pkg/apis/authentication.
api_result<> check_life(std::int64_t seconds) {
    constexpr std::int64_t least = 600, most = std::int64_t(1) << 32;
    field_errors errors;
    if (seconds < least)
        invalid(errors, "spec.expirationSeconds", bj::value(seconds),
                "may not specify a duration less than 10 minutes");
    if (seconds > most)
        invalid(errors, "spec.expirationSeconds", bj::value(seconds),
                "may not specify a duration larger than 2^32 seconds");
    if (errors.empty()) return {};
    return invalid_object({token_group, "TokenRequest"}, "", errors);
}

// A token may be bound to an existing object: a pod of the account, a secret or a node.
api_result<> check_bound_object(server_state& w, const subresource_request& q, const bj::object& ref) {
    const std::string_view kind = text_at(ref, "kind"), name = text_at(ref, "name");
    // An invalid apiVersion counts as empty.
    const auto gvk = group_version_kind::parse(text_at(ref, "apiVersion"), "Any");
    const std::string group = gvk ? gvk->group : "", version = gvk ? gvk->version : "";
    const bool is_supported = group.empty() && (kind == "Pod" || kind == "Secret" || kind == "Node");
    if (!is_supported) {
        const std::string of = group.empty() ? "/" + version : group + "/" + version;
        return bad_request(fmt::format("cannot bind token to object of type {}, Kind={}", of, kind));
    }
    const char* const plural = kind == "Pod" ? "pods" : kind == "Secret" ? "secrets" : "nodes";
    const resource_ptr type = w.kinds.find("", "v1", plural);
    const object_key key{kind == "Node" ? "" : q.key.ns, std::string(name)};
    const record_ptr found = type ? w.of(*type).get(key) : nullptr;
    if (!found) return object_not_found({"", plural}, name);
    if (kind == "Pod") {
        const bj::object pod = w.served(*type, *found);
        if (text_at(object_of(pod, "spec"), "serviceAccountName") != q.key.name)
            return bad_request(
                fmt::format("cannot bind token for serviceaccount {} to pod running with different "
                            "serviceaccount name.",
                            go_text::quoted(q.key.name)));
    }
    const std::string_view uid = text_at(ref, "uid");
    if (uid.empty() || uid == found->uid) return {};
    return conflict({group, std::string(kind)}, name,
                    fmt::format("the UID in the bound object reference ({}) does not match the UID in "
                                "record. The object might have been deleted and then recreated",
                                uid));
}

// A token of a pod names its node, even one that does not exist.
void name_node(server_state& w, const record& pod, service_account_claims& to) {
    const resource_ptr pods = w.kinds.find("", "v1", "pods");
    if (!pods) return;
    to.node_name = text_at(w.served(*pods, pod), {"spec", "nodeName"});
    if (to.node_name.empty()) return;
    const record_ptr node = w.store.find("nodes", object_key::cluster(to.node_name));
    if (node) to.node_uid = node->uid;
}

std::string token_of(server_state& w, const subresource_request& q, const record& account,
                     const bj::object& spec, wall_time expires) {
    service_account_claims claims;
    claims.account = q.key;
    claims.uid = account.uid;
    claims.id = w.new_uid();
    audit::annotate(q.options.by, "authentication.kubernetes.io/issued-credential-id", "JTI=" + claims.id);
    for (const bj::value& a : list_of(spec, "audiences")) claims.audiences.emplace_back(text_of(a));
    claims.issued = w.now();
    claims.expires = expires;
    if (const bj::object* ref = object_at(spec, {"boundObjectRef"})) {
        const std::string_view kind = text_at(*ref, "kind");
        claims.bound_to = lower_case(kind);
        claims.bound_name = text_at(*ref, "name");
        const char* const storage = kind == "Pod" ? "pods" : kind == "Secret" ? "secrets" : "nodes";
        const record_ptr bound = w.store.find(storage, {kind == "Node" ? "" : q.key.ns, claims.bound_name});
        if (bound) claims.bound_uid = bound->uid;
        if (bound && kind == "Pod") name_node(w, *bound, claims);
    }
    return w.accounts ? w.accounts->issue(claims) : issue_token(claims, w.context(""));
}

bj::array default_audiences(const server_state& w) {
    if (!w.accounts) return {api_audience};
    bj::array out;
    for (const std::string& each : w.accounts->api_audiences()) out.emplace_back(each);
    return out;
}

}  // namespace

awaitable<api_result<subresource_answer>> make_token(server_state& w, const resource& r,
                                                     const subresource_request& q,
                                                     std::vector<std::string>& warnings) {
    form_admission webhooks(w, r, q.subresource, *w.kinds.token_request, q.key, q.options, warnings, q.due);
    auto request = co_await read_token_request(w, r, q, webhooks, warnings);
    if (!request) co_return request.error();
    bj::object& meta = make_object(*request, "metadata");
    if (auto ok = check_named_account(q, meta); !ok) co_return ok.error();
    const record_ptr account = w.of(r).get(q.key);
    if (!account) co_return object_not_found(r.gr(), q.key.name);
    if (const std::string_view uid = text_at(meta, "uid"); !uid.empty() && uid != account->uid)
        co_return conflict({token_group, "TokenRequest"}, q.key.name,
                           fmt::format("the UID in the token request ({}) does not match the UID of the "
                                       "service account ({})",
                                       uid, account->uid));
    meta["name"] = q.key.name;
    meta["namespace"] = q.key.ns;
    meta["uid"] = account->uid;
    meta["creationTimestamp"] = w.time_text();
    bj::object& spec = make_object(*request, "spec");
    if (list_of(spec, "audiences").empty()) spec["audiences"] = default_audiences(w);
    const std::int64_t seconds = number_at(spec, "expirationSeconds").value_or(0);
    if (auto ok = check_life(seconds); !ok) co_return ok.error();
    if (auto ok = co_await webhooks.validate(*request); !ok) co_return ok.error();
    if (const bj::object* ref = object_at(spec, {"boundObjectRef"}))
        if (auto ok = check_bound_object(w, q, *ref); !ok) co_return ok.error();
    const wall_time expires = w.now() + std::chrono::seconds(seconds);
    bj::object status{{"token", token_of(w, q, *account, spec, expires)}};
    status["expirationTimestamp"] = timestamp::from(expires).to_string();
    (*request)["status"] = std::move(status);
    co_return subresource_answer{201, std::move(*request)};
}

}}}  // namespace setpoint::v0::apiserver
