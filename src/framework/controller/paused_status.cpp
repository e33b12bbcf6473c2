#include "framework/controller/paused_status.hpp"

#include "framework/controller/pauses.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace setpoint { inline namespace v0 {

namespace {

write_options with_manager(std::string field_manager) {
    write_options o;
    o.field_manager = std::move(field_manager) + "-pause";
    return o;
}

}  // namespace

status_conditions::status_conditions(const kind_info& kind) {
    const json::field_info* const status =
        kind.has_status && !kind.dynamic ? kind.type->find("status") : nullptr;
    if (!status || status->type->kind != json::type_kind::object) return;
    const json::field_info* const list = status->type->find("conditions");
    if (!list || list->type->kind != json::type_kind::list || list->list != json::list_kind::keyed) return;
    if (list->type->element != &json::type_of<condition>()) return;
    offset_ = std::size_t{status->offset} + list->offset;
}

const std::vector<condition>* status_conditions::of(const void* object) const {
    if (!offset_) return nullptr;
    return reinterpret_cast<const std::vector<condition>*>(static_cast<const char*>(object) + *offset_);
}

const condition* status_conditions::paused(const void* object) const {
    const std::vector<condition>* const all = of(object);
    const condition* const found = all && !all->empty() ? find_condition(*all, paused_condition) : nullptr;
    return found && found->reason == paused_reason ? found : nullptr;
}

awaitable<result<object_ptr>> write_paused_condition(client& api, const kind_info& kind,
                                                     const object_meta& meta, std::string field_manager,
                                                     std::string message, timestamp since) {
    boost::json::object said{{"type", paused_condition},
                             {"status", "True"},
                             {"lastTransitionTime", since.to_string()},
                             {"reason", paused_reason},
                             {"message", message}};
    if (meta.generation != 0) said["observedGeneration"] = static_cast<std::int64_t>(meta.generation);
    boost::json::object names{{"name", meta.name.view()}};
    if (!meta.ns.empty()) names["namespace"] = meta.ns.view();
    boost::json::object object{
        {"apiVersion", kind.gvk.api_version()},
        {"kind", kind.gvk.kind},
        {"metadata", std::move(names)},
        {"status", boost::json::object{{"conditions", boost::json::array{std::move(said)}}}}};
    // API servers ignore a UID in the status of custom resources: the version stands for it.
    write_options options = with_manager(std::move(field_manager));
    options.resource_version = meta.resource_version.str();
    call c = api.apply_text_call(kind, key_of(meta), boost::json::serialize(object), options);
    c.subresource = "status";
    co_return co_await api.write(kind, std::move(c));
}

awaitable<result<object_ptr>> remove_paused_condition(client& api, const kind_info& kind,
                                                      const object_meta& meta, std::string field_manager,
                                                      std::size_t index) {
    const std::string at = std::to_string(index);
    json_patch steps;
    steps.test({"metadata", "uid"}, boost::json::value(meta.uid.view()))
        .test({"status", "conditions", at, "type"}, boost::json::value(paused_condition))
        .test({"status", "conditions", at, "reason"}, boost::json::value(paused_reason))
        .remove({"status", "conditions", at});
    call c = api.patch_call(kind, key_of(meta), std::move(steps), "status",
                            with_manager(std::move(field_manager)));
    co_return co_await api.write(kind, std::move(c));
}

}}  // namespace setpoint::v0
