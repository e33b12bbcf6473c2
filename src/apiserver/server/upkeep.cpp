#include "apiserver/server/upkeep.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/server/initial_objects.hpp"
#include "setpoint/api/time.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Of both: EndpointInterval and IdentityLeaseRenewIntervalPeriod in pkg/controlplane.
constexpr duration upkeep_interval = std::chrono::seconds(10);
constexpr int identity_lease_seconds = 3600;
constexpr std::size_t identity_length = 26;

setpoint::write_options as_server() {
    setpoint::write_options o;
    o.field_manager = "kube-apiserver";
    return o;
}

bj::object identity_lease(const std::string& name, const std::string& holder, const std::string& now) {
    bj::object labels{{"apiserver.kubernetes.io/identity", "kube-apiserver"},
                      {"kubernetes.io/hostname", "localhost"}};
    bj::object meta{{"name", name}, {"namespace", "kube-system"}, {"labels", std::move(labels)}};
    bj::object spec{
        {"holderIdentity", holder}, {"leaseDurationSeconds", identity_lease_seconds}, {"renewTime", now}};
    return {{"apiVersion", "coordination.k8s.io/v1"},
            {"kind", "Lease"},
            {"metadata", std::move(meta)},
            {"spec", std::move(spec)}};
}

}  // namespace

server_upkeep::server_upkeep(server_state& w, client& api, bool has_lease)
    : state_(w), api_(api), has_lease_(has_lease), wake_(w.event_loop) {
    if (!has_lease_) return;
    const secret identity =
        w.kept_key("apiserver-identity", [&w] { return secret(w.random_suffix(identity_length)); });
    lease_name_ = "apiserver-" + std::string(identity.reveal());
    holder_ = lease_name_ + "_" + w.new_uid();
}

void server_upkeep::note(const resource& r, const record_ptr& before, const record_ptr& now) {
    if (now || r.storage != "services" || before->key != object_key{"default", "kubernetes"}) return;
    service_missing_ = true;
    wake_.notify();
}

awaitable<void> server_upkeep::run() {
    for (;;) {
        if (has_lease_)
            co_await renew_lease();
        else if (!service_missing_) {
            co_await wake_.wait();
            continue;
        }
        co_await state_.event_loop.sleep(upkeep_interval);
        if (service_missing_) co_await make_service();
    }
}

awaitable<void> server_upkeep::make_service() {
    const kind_info kind =
        dynamic_kind(group_version_kind("", "v1", "Service"), "services", scope::namespaced, true);
    bj::object service = json_text::parse_own(kubernetes_service).as_object();
    service["apiVersion"] = "v1";
    service["kind"] = "Service";
    const auto made = co_await api_.create(dynamic_object(std::move(service)), kind, as_server());
    if (made || made.error().code == errc::already_exists) service_missing_ = false;
}

awaitable<void> server_upkeep::renew_lease() {
    const kind_info kind = dynamic_kind(group_version_kind("coordination.k8s.io", "v1", "Lease"), "leases",
                                        scope::namespaced, false);
    const std::string now = micro_timestamp::from(state_.event_loop.wall_now()).to_string();
    bj::object spec{{"renewTime", now}};
    bj::object patch;
    patch["spec"] = std::move(spec);
    const auto renewed =
        co_await api_.merge_patch(kind, {"kube-system", lease_name_}, std::move(patch), as_server());
    if (renewed || renewed.error().code != errc::not_found) co_return;
    (void)co_await api_.create(dynamic_object(identity_lease(lease_name_, holder_, now)), kind, as_server());
}

}}}  // namespace setpoint::v0::apiserver
