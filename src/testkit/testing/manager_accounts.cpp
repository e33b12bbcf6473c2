#include "testkit/testing/manager_accounts.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/server/initial_objects.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace bj = boost::json;

namespace {

// It exists in every cluster, and no test deletes it.
constexpr const char* accounts_namespace = "kube-system";
constexpr const char* rbac_group = "rbac.authorization.k8s.io";

bj::object binding_of(const bj::object& role, const std::string& account) {
    const std::string kind(apiserver::text_at(role, "kind"));
    const bj::object& meta = apiserver::object_of(role, "metadata");
    bj::object named{{"name", apiserver::text_at(meta, "name")}};
    if (kind == "Role") named["namespace"] = apiserver::text_at(meta, "namespace");
    bj::object ref{{"apiGroup", rbac_group}, {"kind", kind}, {"name", apiserver::text_at(meta, "name")}};
    bj::array subjects{
        bj::object{{"kind", "ServiceAccount"}, {"name", account}, {"namespace", accounts_namespace}}};
    return {{"apiVersion", "rbac.authorization.k8s.io/v1"},
            {"kind", kind + "Binding"},
            {"metadata", std::move(named)},
            {"roleRef", std::move(ref)},
            {"subjects", std::move(subjects)}};
}

// Those that a cluster binds to the operator's account. The role of the readers of metrics is for others.
std::vector<bj::object> bound_roles(const manager& m) {
    std::vector<bj::object> all = m.roles(m.options().namespaces);
    std::erase_if(all, [](const bj::object& role) {
        return apiserver::text_at(role, {"metadata", "name"}).ends_with("-metrics-reader");
    });
    for (bj::object& role : all)
        if (apiserver::text_at(role, "kind") == "Role")
            apiserver::set_text_default(role["metadata"].as_object(), "namespace", accounts_namespace);
    return all;
}

}  // namespace

account_transport::account_transport(loop& l, apiserver::server& api, apiserver::user_ptr user, refused then)
    : api_(api),
      user_(std::move(user)),
      refused_(std::move(then)),
      inner_(l, [this](const http::server_request& r) { return answer(r); }) {}

awaitable<result<std::unique_ptr<http::response_stream>>> account_transport::send(http::request r,
                                                                                  http::timeouts t) {
    return inner_.send(std::move(r), t);
}

awaitable<http::response> account_transport::answer(const http::server_request& r) {
    const apiserver::user_ptr sender = user_;
    http::response out = co_await apiserver::server_access::handle(api_, r, sender);
    if (out.status == 403 && refused_ && sender) refused_(sender->name, r, out.body);
    co_return out;
}

manager_accounts::manager_accounts(loop& l, apiserver::server& api)
    : loop_(l), api_(api), administrator_(l, api, apiserver::administrator()) {}

std::unique_ptr<account_transport> manager_accounts::open() {
    return std::make_unique<account_transport>(loop_, api_, nullptr,
                                               [this](const std::string& user, const http::server_request& r,
                                                      const std::string& body) { note(user, r, body); });
}

void manager_accounts::bind(const manager& m, account_transport& to) {
    std::vector<bj::object> roles = bound_roles(m);
    const std::string& base = m.options().name;
    std::size_t number = 1;
    for (const account& a : accounts_) {
        if (a.base != base) continue;
        if (a.roles == roles) return to.act_as(a.user);
        ++number;
    }
    account& made = accounts_.emplace_back();
    made.base = base;
    made.roles = roles;
    made.user = make(number == 1 ? base : fmt::format("{}-{}", base, number), std::move(roles));
    to.act_as(made.user);
}

apiserver::user_ptr manager_accounts::make(std::string name, std::vector<bj::object> roles) {
    keep({{"apiVersion", "v1"},
          {"kind", "ServiceAccount"},
          {"metadata", bj::object{{"name", name}, {"namespace", accounts_namespace}}}},
         "", "serviceaccounts");
    const auto& store = apiserver::server_access::state(api_).store;
    for (bj::object& role : roles) {
        const bool is_cluster_role = apiserver::text_at(role, "kind") == "ClusterRole";
        const std::string_view plural = is_cluster_role ? "clusterroles" : "roles";
        bj::object& meta = role["metadata"].as_object();
        // Another manager of that name has a role of that name.
        const object_key key(std::string(apiserver::text_at(meta, "namespace")),
                             std::string(apiserver::text_at(meta, "name")));
        if (store.find(fmt::format("{}.{}", plural, rbac_group), key))
            meta["name"] = fmt::format("{}-of-{}", key.name, name);
        bj::object binding = binding_of(role, name);
        keep(std::move(role), rbac_group, plural);
        keep(std::move(binding), rbac_group, is_cluster_role ? "clusterrolebindings" : "rolebindings");
    }
    apiserver::user_info user = apiserver::service_account(accounts_namespace, name);
    if (const auto stored = store.find("serviceaccounts", {accounts_namespace, name})) user.uid = stored->uid;
    user.groups.emplace_back(apiserver::authenticated_group);
    return std::make_shared<const apiserver::user_info>(std::move(user));
}

void manager_accounts::keep(bj::object o, std::string_view group, std::string_view plural) {
    apiserver::server_state& state = apiserver::server_access::state(api_);
    apiserver::keep_unvalidated(state, *state.kinds.find(group, "v1", plural), std::move(o));
}

void manager_accounts::note(const std::string& user, const http::server_request& r, const std::string& body) {
    const apiserver::registry& kinds = apiserver::server_access::state(api_).kinds;
    const auto passed = std::chrono::duration<double>(loop_.now().time_since_epoch()).count();
    const std::string when = fmt::format("{:.6g} s", passed);
    if (!on_missing) {
        missing_.note(user, r, body, kinds, when);
        return;
    }
    if (!reported_.note(user, r, body, kinds, when)) return;
    missing_rights one;
    one.note(user, r, body, kinds, when);
    on_missing(one.text(kinds));
}

std::string manager_accounts::take_missing() {
    std::string text = missing_.text(apiserver::server_access::state(api_).kinds);
    missing_.clear();
    return text;
}

}}}  // namespace setpoint::v0::testing
