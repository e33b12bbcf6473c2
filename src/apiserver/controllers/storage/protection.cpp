#include "apiserver/controllers/storage/protection.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/garbage/plan.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

std::string claim_of(const partial_pod& p, const partial_pod_volume& v) {
    if (!v.claim.claim_name.empty()) return v.claim.claim_name.str();
    return v.ephemeral.is_null() ? std::string() : p.metadata.name.str() + "-" + v.name.str();
}

bj::object with_finalizer(const object_meta& meta, std::string_view name) {
    bj::array all;
    for (const interned_string& f : meta.finalizers) all.push_back(bj::string(f.view()));
    all.push_back(bj::string(name));
    bj::object change;
    change["metadata"].emplace_object()["finalizers"] = std::move(all);
    return change;
}

template <class T>
awaitable<outcome> take(client& api, const T& self, std::string_view finalizer, protection_step step) {
    if (step == protection_step::none) co_return outcome::done();
    bj::object change = step == protection_step::hold ? with_finalizer(self.metadata, finalizer)
                                                      : without_finalizer(self.metadata, finalizer);
    auto written = co_await api.template merge_patch<T>(key_of(self), std::move(change),
                                                        as_controller_manager_at(self.metadata));
    if (written || written.error().code == errc::not_found) co_return outcome::done();
    if (written.error().code == errc::conflict) co_return outcome::retry(written.error());
    co_return written.error();
}

}  // namespace

bool uses_claim(const partial_pod& p, std::string_view claim) {
    return !p.spec.node_name.empty() && std::ranges::any_of(p.spec.volumes, [&](const partial_pod_volume& v) {
        return claim_of(p, v) == claim;
    });
}

std::vector<object_key> claims_of_pod(const partial_pod& p) {
    std::vector<object_key> out;
    for (const partial_pod_volume& v : p.spec.volumes)
        if (std::string name = claim_of(p, v); !name.empty())
            out.push_back(object_key{p.metadata.ns.str(), std::move(name)});
    return out;
}

protection_step plan_protection(const object_meta& meta, std::string_view finalizer, bool used) {
    const bool held = has_finalizer(meta, finalizer);
    if (!is_deleting(meta)) return held ? protection_step::none : protection_step::hold;
    return held && !used ? protection_step::release : protection_step::none;
}

awaitable<outcome> claim_protection::reconcile(context& ctx, object_key key) {
    (void)ctx;
    auto claim = co_await api_.get<partial_claim>(key);
    if (!claim) co_return claim.error().code == errc::not_found ? outcome::done() : outcome(claim.error());
    bool used = false;
    if (is_deleting((*claim)->metadata)) {
        // A pod that is not in the cache yet still uses it.
        list_options there;
        there.ns = key.ns;
        auto pods = co_await live_.list<partial_pod>(there);
        if (!pods) co_return pods.error();
        used = std::ranges::any_of(*pods, [&](const pod_ptr& p) { return uses_claim(*p, key.name); });
    }
    const protection_step step = plan_protection((*claim)->metadata, claim_finalizer, used);
    co_return co_await take(api_, **claim, claim_finalizer, step);
}

awaitable<outcome> volume_protection::reconcile(context& ctx, object_key key) {
    (void)ctx;
    auto volume = co_await api_.get<partial_volume>(key);
    if (!volume) co_return volume.error().code == errc::not_found ? outcome::done() : outcome(volume.error());
    const bool used = (*volume)->status.phase == "Bound";
    const protection_step step = plan_protection((*volume)->metadata, volume_finalizer, used);
    co_return co_await take(api_, **volume, volume_finalizer, step);
}

}}}  // namespace setpoint::v0::apiserver
