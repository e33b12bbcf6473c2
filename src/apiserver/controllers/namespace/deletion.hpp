#pragma once
// Deletes the content of terminating namespaces, pods first, and then finalizes them.

#include "apiserver/controllers/namespace/plan.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class namespace_deletion {
public:
    namespace_deletion(client& api, const object_graph& graph) : api_(api), graph_(graph) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<namespace_remains> empty(context& ctx, const partial_namespace& ns);
    awaitable<result<>> remove_collection(const graph_resource& r, const std::string& ns);
    awaitable<void> remove_all(graph_resource r, std::string ns, namespace_remains& left);
    awaitable<result<>> report(context& ctx, const partial_namespace& ns, const namespace_remains& left);
    awaitable<result<>> finalize(const partial_namespace& ns);

    client& api_;
    const object_graph& graph_;
};

}}}  // namespace setpoint::v0::apiserver
