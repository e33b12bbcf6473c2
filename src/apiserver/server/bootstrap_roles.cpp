#include "apiserver/server/bootstrap_roles.hpp"

#include "apiserver/authorization/bootstrap_policy.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/initial_objects.hpp"

#include <fmt/format.h>

#include <list>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using authorization::reconciled_object;
using operation = reconciled_object::operation;

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

object_key key_of(const bj::object& o) {
    const bj::object& meta = object_of(o, "metadata");
    return {std::string(text_at(meta, "namespace")), std::string(text_at(meta, "name"))};
}

class bootstrap_roles {
public:
    explicit bootstrap_roles(server_state& w) : state_(w) {}

    void reconcile(std::string_view plural, const bj::array& expected) {
        const resource_ptr kind = state_.kinds.find(rbac_group, "v1", plural);
        const bool is_role = plural == "roles" || plural == "clusterroles";
        for_each_object(expected, [&](const bj::object& wanted, std::size_t) {
            const object_key key = key_of(wanted);
            const record_ptr found = state_.of(*kind).get(key);
            const bj::object existing = found ? found->parse() : bj::object();
            const bj::object* const old = found ? &existing : nullptr;
            write(*kind, key,
                  is_role ? authorization::reconciled_role(wanted, old)
                          : authorization::reconciled_binding(wanted, old));
        });
    }

    // For a store that a server before 1.9 wrote, whose admin, edit and view have rules of their own.
    void create_split_roles() {
        const resource_ptr kind = state_.kinds.find(rbac_group, "v1", "clusterroles");
        for (bj::object& role : authorization::roles_of_old_servers(lookup(*kind)))
            keep_unvalidated(state_, *kind, std::move(role));
    }
    // And before 1.14, when system:discovery was for everybody.
    void create_split_binding(const bj::array& expected) {
        const resource_ptr kind = state_.kinds.find(rbac_group, "v1", "clusterrolebindings");
        for_each_object(expected, [&](const bj::object& wanted, std::size_t) {
            if (text_at(wanted, {"metadata", "name"}) != "system:public-info-viewer") return;
            if (auto split = authorization::binding_of_old_servers(wanted, lookup(*kind)))
                keep_unvalidated(state_, *kind, std::move(*split));
        });
    }

private:
    // The pointers that it returns stay valid as long as this.
    authorization::policy_lookup lookup(const resource& kind) {
        return [this, &kind](std::string_view name) -> const bj::object* {
            const record_ptr found = state_.of(kind).get(object_key::cluster(std::string(name)));
            return found ? &looked_up_.emplace_back(found->parse()) : nullptr;
        };
    }

    void write(const resource& kind, const object_key& key, reconciled_object to) {
        if (to.needed == operation::none) return;
        const std::string object = fmt::format("{}.{}/{}", kind.gvr.resource, rbac_group,
                                               key.ns.empty() ? key.name : key.ns + "/" + key.name);
        if (!to.must_be_written()) {
            state_.log.warn("A protected role or binding lacks what this version expects: it stays as it is",
                            {{"object", object}});
            return;
        }
        if (to.needed == operation::update) {
            state_.keep(kind, key, in_order(std::move(to.object)));
            state_.log.info("A role or binding got what this version expects", {{"object", object}});
            return;
        }
        if (to.needed == operation::recreate) {
            state_.drop(kind, key);
            state_.log.info("A binding to another role is made again", {{"object", object}});
        }
        keep_unvalidated(state_, kind, std::move(to.object));
    }

    server_state& state_;
    std::list<bj::object> looked_up_{};
};

}  // namespace

void reconcile_bootstrap_roles(server_state& w, const bj::object& expected) {
    bootstrap_roles roles(w);
    roles.create_split_roles();
    roles.create_split_binding(list_of(expected, "clusterrolebindings"));
    for (const std::string_view plural : {"clusterroles", "clusterrolebindings", "roles", "rolebindings"})
        roles.reconcile(plural, list_of(expected, plural));
}

}}}  // namespace setpoint::v0::apiserver
