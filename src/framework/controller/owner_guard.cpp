#include "framework/controller/owner_guard.hpp"

#include "framework/cache/own_writes.hpp"
#include "framework/controller/lru_map.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <string>

namespace setpoint { inline namespace v0 {

struct owner_guard::suspects {
    struct nothing {};
    lru_map<std::string, nothing> uids{max_suspects};
};

owner_guard::owner_guard(cache& c) : cache_(c), suspects_(std::make_unique<suspects>()) {}
owner_guard::~owner_guard() = default;

void owner_guard::lost_child(std::string_view owner_uid) {
    std::string uid(owner_uid);
    if (!uid.empty() && !suspects_->uids.find(uid)) suspects_->uids.insert(uid, {});
}

bool owner_guard::is_suspect(const basic_meta& owner) const {
    return suspects_->uids.size() > 0 && suspects_->uids.find(owner.uid.str());
}

awaitable<result<>> owner_guard::check(client& api, const kind_info& owner_kind, const basic_meta& owner,
                                       bool known_deleting) {
    const std::string uid(owner.uid.view());
    // Dynamic objects are not cached, so this read goes to the server.
    const kind_info whole = dynamic_kind(owner_kind.gvk, owner_kind.plural, owner_kind.scope);
    const object_key key = key_of(owner);
    const auto live = co_await api.get_object(whole, key);
    const std::string what = fmt::format("{} {}", owner_kind.gvk.kind, key);
    if (!live && live.error().code == errc::not_found) {
        // The owner stays suspect, in case the cache loses the overlay, for instance when its watch restarts.
        for (cached_collection* const v : cache_.collections_of(owner_kind))
            own_writes(*v).removed(key, uid, removal::complete);
        co_return error(errc::conflict, what + " is deleted, and the watch is behind");
    }
    if (!live && live.error().code != errc::forbidden)
        co_return live.error().within("checking that the owner still exists");
    if (!live) {
        suspects_->uids.erase(uid);
        co_return result<>();
    }
    std::shared_ptr<void> object = owner_kind.make();
    const auto& tree = static_cast<const dynamic_object*>(live->get())->json();
    const auto read = json::decode_into(*owner_kind.type, object.get(), boost::json::serialize(tree));
    if (!read) co_return read.error().within("reading " + what);
    const basic_meta& now = owner_kind.meta(object.get());
    const object_meta* const full = owner_kind.full_meta(object.get());
    if (now.uid == owner.uid && (known_deleting || !(full && is_deleting(*full)))) {
        suspects_->uids.erase(uid);
        co_return result<>();
    }
    overlay_answer(cache_, owner_kind, object);
    co_return error(errc::conflict, what +
                                        (now.uid == owner.uid ? " is being deleted" : " was created again") +
                                        ", and the watch is behind");
}

}}  // namespace setpoint::v0
