#include "apiserver/controllers/controller_manager.hpp"

#include "apiserver/go/json_text.hpp"
#include "setpoint/json/encode.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

awaitable<result<bool>> may_adopt(client& live, const kind_info& kind, const object_meta& owner) {
    const kind_info any = dynamic_kind(kind.gvk, kind.plural, kind.scope, kind.has_status);
    const object_key key{owner.ns.str(), owner.name.str()};
    const std::string uid = owner.uid.str();
    auto now = co_await live.get(any, key);
    if (!now) {
        if (now.error().code == errc::not_found) co_return false;
        co_return now.error().within("checking an owner");
    }
    co_return now->uid() == uid && now->get("metadata.deletionTimestamp") == nullptr;
}

awaitable<result<object_ptr>> create_from_json(client& api, const kind_info& kind, std::string_view ns,
                                               const boost::json::object& body) {
    call c = api.create_call(kind, kind.make().get(), as_controller_manager());
    c.key = {std::string(ns), ""};
    c.body = json_text::serialize(body);
    c.field_validation = "Ignore";
    co_return co_await api.write(kind, std::move(c));
}

boost::json::object with_list(std::string_view field, boost::json::array list) {
    boost::json::object meta;
    meta[field] = list.empty() ? boost::json::value(nullptr) : boost::json::value(std::move(list));
    boost::json::object patch;
    patch["metadata"] = std::move(meta);
    return patch;
}

boost::json::object with_owners(const std::vector<owner_reference>& owners) {
    boost::json::array refs;
    for (const owner_reference& r : owners) refs.push_back(json::to_value(r));
    return with_list("ownerReferences", std::move(refs));
}

}}}  // namespace setpoint::v0::apiserver
