#include "apiserver/controllers/controller_manager.hpp"

namespace setpoint::inline v0::apiserver {

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

}  // namespace setpoint::inline v0::apiserver
