// What the life of its namespace and of its definition means for a write.
#include "apiserver/admission/chain.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_status.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_error being_terminated(const pending_write& p) {
    api_error e = forbidden_error(
        p.kind.gr(), p.key.name,
        fmt::format("unable to create new content in namespace {} because it is being terminated", p.key.ns));
    bj::object cause{{"reason", "NamespaceTerminating"}};
    cause["message"] = fmt::format("namespace {} is being terminated", p.key.ns);
    cause["field"] = "metadata.namespace";
    e.details["causes"] = bj::array{std::move(cause)};
    return e;
}

// Whether it is being deleted.
bool is_marked(const record& o) {
    // Definitions are large: only parse one whose text contains the field.
    return o.json.find(R"("deletionTimestamp":")") != std::string::npos &&
           value_at(object_of(o.parse(), "metadata"), "deletionTimestamp") != nullptr;
}

}  // namespace

api_result<> check_namespace(server_state& w, const admission_settings& s, pending_write& p) {
    const std::string& name = p.key.name;
    if (!s.plugins.is_on("NamespaceLifecycle")) return {};
    if (p.verb == "delete") {
        if (p.kind.storage == "namespaces" &&
            (name == "default" || name == "kube-system" || name == "kube-public"))
            return forbidden_error(p.kind.gr(), name, "this namespace may not be deleted");
        return {};
    }
    if (p.verb != "create" || !p.kind.namespaced) return {};
    const record_ptr ns = w.store.of("namespaces").get(object_key::cluster(p.key.ns));
    if (!ns) return object_not_found({"", "namespaces"}, p.key.ns);
    if (is_marked(*ns)) return being_terminated(p);
    return {};
}

// No object is created while its definition is being deleted.
api_result<> check_definition(server_state& w, const admission_settings&, pending_write& p) {
    if (p.verb != "create" || !p.kind.custom) return {};
    const record_ptr of = w.store.find(definitions_storage, object_key::cluster(p.kind.storage));
    if (!of || !is_marked(*of)) return {};
    return forbidden_error(p.kind.gr(), p.key.name,
                           "create not allowed while custom resource definition is terminating");
}

}}}  // namespace setpoint::v0::apiserver
