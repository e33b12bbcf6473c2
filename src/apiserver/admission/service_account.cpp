#include "apiserver/admission/account_secrets.hpp"
#include "apiserver/admission/chain.hpp"
#include "apiserver/kinds/core/pod/mirror_pod.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view accounts = "serviceaccounts", default_account = "default";
// The real server looks up the account `default` ten times, 100 to 200 ms apart.
constexpr duration patience = std::chrono::milliseconds(1350);
constexpr std::string_view volume_prefix = "kube-api-access-";
constexpr const char* mount_path = "/var/run/secrets/kubernetes.io/serviceaccount";
constexpr std::int64_t token_seconds = 3607, readable_by_all = 0644;

bool wants_token(const bj::object& spec, const bj::object& account) {
    for (const bj::object* from : {&spec, &account})
        if (const bj::value* v = value_at(*from, "automountServiceAccountToken"); v && v->is_bool())
            return v->get_bool();
    return true;
}

bj::object token_volume(const std::string& name) {
    const bj::object token{
        {"serviceAccountToken", {{"expirationSeconds", token_seconds}, {"path", "token"}}}};
    const bj::object ca{{"configMap",
                         {{"name", "kube-root-ca.crt"},
                          {"items", bj::array{bj::object{{"key", "ca.crt"}, {"path", "ca.crt"}}}}}}};
    const bj::object field{{"path", "namespace"},
                           {"fieldRef", {{"apiVersion", "v1"}, {"fieldPath", "metadata.namespace"}}}};
    const bj::object ns{{"downwardAPI", {{"items", bj::array{field}}}}};
    return {{"name", name},
            {"projected", {{"sources", bj::array{token, ca, ns}}, {"defaultMode", readable_by_all}}}};
}

// Returns true if it was mounted in a container.
bool mount(bj::object& spec, const std::string& volume) {
    bool mounted = false;
    for (const char* list : {"initContainers", "containers"}) {
        bj::value* const all = spec.if_contains(list);
        if (!all || !all->is_array()) continue;
        for (bj::value& one : all->get_array()) {
            if (!one.is_object()) continue;
            bj::array mounts = list_of(one.get_object(), "volumeMounts");
            const bool taken = std::ranges::any_of(mounts, [](const bj::value& m) {
                return m.is_object() && text_at(m.get_object(), "mountPath") == mount_path;
            });
            if (taken) continue;
            mounts.push_back(bj::object{{"name", volume}, {"readOnly", true}, {"mountPath", mount_path}});
            one.get_object()["volumeMounts"] = std::move(mounts);
            mounted = true;
        }
    }
    return mounted;
}

void add_token(server_state& w, bj::object& spec) {
    bj::array volumes = list_of(spec, "volumes");
    std::string name;
    for (const bj::value& v : volumes)
        if (v.is_object() && text_at(v.get_object(), "name").starts_with(volume_prefix)) {
            name = text_at(v.get_object(), "name");
            break;
        }
    const bool there = !name.empty();
    if (!there) name = std::string(volume_prefix) + w.random_suffix(suffix_length);
    if (!mount(spec, name) || there) return;
    volumes.push_back(token_volume(name));
    spec["volumes"] = std::move(volumes);
}

api_error no_account(const pending_write& p, const std::string& account) {
    const bj::object& meta = object_of(*p.object, "metadata");
    std::string_view name = text_at(meta, "name");
    if (name.empty()) name = text_at(meta, "generateName");
    return forbidden_error(
        p.kind.gr(), name,
        fmt::format("error looking up service account {0}/{1}: serviceaccount \"{1}\" not found", p.key.ns,
                    account));
}

}  // namespace

api_result<> give_account(server_state& w, const admission_settings& s, pending_write& p) {
    if (!s.plugins.is_on("ServiceAccount")) return {};
    if (p.kind.storage != "pods" || p.verb != "create" || !p.object || !p.subresource.empty()) return {};
    // Its spec is not changed: the kubelet would delete the pod.
    if (is_mirror_pod(*p.object)) return check_mirror_pod(p);
    bj::object& spec = make_object(*p.object, "spec");
    std::string name(text_at(spec, "serviceAccountName"));
    if (name.empty()) name = default_account;
    const record_ptr found = w.store.find(accounts, object_key(p.key.ns, name));
    if (!found && s.creates_service_accounts) return no_account(p, name);
    if (!found) return {};
    const bj::object account = found->parse();
    spec["serviceAccountName"] = name;
    spec["serviceAccount"] = name;
    if (wants_token(spec, account)) add_token(w, spec);
    const bj::array& secrets = list_of(account, "imagePullSecrets");
    if (list_of(spec, "imagePullSecrets").empty() && !secrets.empty()) spec["imagePullSecrets"] = secrets;
    apply_go_encoding(*p.object);
    return check_mountable_secrets(p, account, false);
}

api_result<> check_ephemeral_account(server_state& w, const admission_settings& s, pending_write& p) {
    if (p.kind.storage != "pods" || p.subresource != "ephemeralcontainers" || !p.object) return {};
    if (!s.plugins.is_on("ServiceAccount")) return {};
    const std::string name(text_at(object_of(*p.object, "spec"), "serviceAccountName"));
    if (name.empty() && s.creates_service_accounts)
        return forbidden_error(
            p.kind.gr(), p.key.name,
            fmt::format("no service account specified for pod {}/{}", p.key.ns, p.key.name));
    const record_ptr found = w.store.find(accounts, object_key(p.key.ns, name));
    if (!found && s.creates_service_accounts) return no_account(p, name);
    if (!found) return {};
    const bj::object account = found->parse();
    return check_mountable_secrets(p, account, true);
}

namespace {

bool lacks_default_account(const server_state& w, const std::string& ns) {
    if (w.store.find(accounts, object_key(ns, std::string(default_account)))) return false;
    const record_ptr space = w.store.find("namespaces", object_key::cluster(ns));
    return space && !value_at(object_of(space->parse(), "metadata"), "deletionTimestamp");
}

}  // namespace

awaitable<void> wait_for_default_account(server_state_ptr w, admission_settings_ptr s, std::string ns) {
    const auto waits = [&] {
        return s->creates_service_accounts && s->plugins.is_on("ServiceAccount") && !w->stopping() &&
               lacks_default_account(*w, ns);
    };
    if (!waits()) co_return;
    const time_point end = saturating_add(w->event_loop.now(), patience);
    const auto scope = w->scope_of(w->store.of(accounts), ns, default_account);
    while (waits())
        if (!co_await scope->changed.wait(end)) co_return;
}

}}}  // namespace setpoint::v0::apiserver
