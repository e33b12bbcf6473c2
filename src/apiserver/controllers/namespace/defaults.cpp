#include "apiserver/controllers/namespace/defaults.hpp"

#include "apiserver/controllers/controller_manager.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr std::string_view ca_key = "ca.crt";
constexpr std::string_view description_key = "kubernetes.io/description";
constexpr std::string_view description =
    "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such "
    "as the "
    "internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of "
    "Kubernetes "
    "clusters.";

}  // namespace

awaitable<outcome> namespace_defaults::reconcile(context&, object_key key) {
    auto ns = co_await api_.get<partial_namespace>(key);
    if (!ns) co_return ns.error().code == errc::not_found ? outcome::done() : outcome(ns.error());
    if (is_deleting((*ns)->metadata) || (*ns)->status.phase == "Terminating") co_return outcome::done();
    auto account = co_await ensure_account(key.name);
    if (!account) co_return account.error();
    auto ca = co_await ensure_root_ca(key.name);
    if (!ca) co_return ca.error();
    co_return outcome::done();
}

awaitable<result<>> namespace_defaults::ensure_account(std::string ns) {
    auto live = co_await api_.get<partial_service_account>({ns, "default"});
    if (live) co_return result<>();
    if (live.error().code != errc::not_found) co_return live.error();
    partial_service_account account;
    account.metadata.name = "default";
    account.metadata.ns = ns;
    auto made = co_await api_.create(account, as_controller_manager());
    if (!made && !is_ignorable(made.error())) co_return made.error();
    co_return result<>();
}

awaitable<result<>> namespace_defaults::ensure_root_ca(std::string ns) {
    auto live = co_await api_.get<partial_root_ca>({ns, root_ca_name});
    if (!live) {
        if (live.error().code != errc::not_found) co_return live.error();
        partial_root_ca map;
        map.metadata.name = root_ca_name;
        map.metadata.ns = ns;
        map.metadata.annotations[description_key] = description;
        map.data[ca_key] = ca_;
        auto made = co_await api_.create(map, as_controller_manager());
        if (!made && !is_ignorable(made.error())) co_return made.error();
        co_return result<>();
    }
    const auto& meta = (*live)->metadata;
    const auto note = meta.annotations.find(description_key);
    const bool described = note != meta.annotations.end() && !note->second.empty();
    if (described && (*live)->data == string_map{{ca_key, ca_}}) co_return result<>();
    bj::object data;
    for (const auto& [key, value] : (*live)->data) data[key.view()] = nullptr;
    data[ca_key] = ca_;
    bj::object patch{{"metadata", {{"annotations", {{description_key, description}}}}},
                     {"data", std::move(data)}};
    auto written = co_await api_.merge_patch<partial_root_ca>({ns, root_ca_name}, std::move(patch),
                                                              as_controller_manager());
    if (!written && !is_ignorable(written.error())) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
