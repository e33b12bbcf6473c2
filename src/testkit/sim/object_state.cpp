#include "testkit/sim/object_state.hpp"

#include "apiserver/objects/fields.hpp"
#include "setpoint/json/decode.hpp"
#include "testkit/sim/text_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::size_t all_objects = 100'000, max_decoded = 20'000;

}  // namespace

object_ptr objects::source::decode(const kind_info& kind, const apiserver::resource& r,
                                   const apiserver::record_ptr& o) {
    const auto at = decoded.find({&kind, o.get()});
    if (at != decoded.end()) return at->second.second;
    if (decoded.size() > max_decoded) decoded.clear();
    std::shared_ptr<void> object = kind.make();
    if (!json::decode_into(*kind.type, object.get(), server.served_text(r, *o))) return nullptr;
    decoded[{&kind, o.get()}] = {o, object};
    return object;
}

std::vector<object_ptr> objects::list(const kind_info& kind) const {
    std::vector<object_ptr> all;
    const auto r = from_.server.kinds.find(kind.gvk.group, kind.gvk.version, kind.plural);
    const auto* c = r ? from_.server.store.find_collection(r->storage) : nullptr;
    if (!c) return all;
    for (const apiserver::record_ptr& o : c->part("", std::nullopt, all_objects))
        if (object_ptr decoded = from_.decode(kind, *r, o)) all.push_back(std::move(decoded));
    return all;
}

object_ptr objects::get(const kind_info& kind, const object_key& key) const {
    const auto r = from_.server.kinds.find(kind.gvk.group, kind.gvk.version, kind.plural);
    const auto o = r ? from_.server.store.find(r->storage, key) : nullptr;
    return o ? from_.decode(kind, *r, o) : nullptr;
}

object_state::object_state(apiserver::server_state& of, const std::vector<invariant>& invariants, forgive f)
    : server_(of), invariants_(invariants), forgive_(std::move(f)), source_{of} {
    for (const auto* gv : of.kinds.all())
        for (const auto& [plural, r] : gv->resources)
            if (const auto* c = of.store.find_collection(r->storage))
                for (const apiserver::record_ptr& o : c->part("", std::nullopt, all_objects))
                    changed(*r, nullptr, o);
    of.stored.push_back([this](const apiserver::resource& r, const apiserver::record_ptr& before,
                               const apiserver::record_ptr& now) { changed(r, before, now); });
}

void object_state::mark(const id& which, entry& e) {
    if (std::exchange(e.is_dirty, true)) return;
    dirty_.insert(which);
}

void object_state::created(const apiserver::resource& r, const apiserver::record& o) {
    std::string name = o.key.name;
    if (const auto hash = o.labels.find("pod-template-hash"); hash != o.labels.end())
        known_.hashes.emplace(std::string_view(hash->second));
    if (find_text(o.json, "\"generateName\":\"") != std::string_view::npos) {
        name = canonical_name(o.parse());
        if (name != o.key.name) known_.names[o.key.name] = name;
    }
    known_.uids[o.uid] = fmt::format("{} {}", r.storage, object_key(o.key.ns, canonical_word(name, known_)));
}

void object_state::changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                           const apiserver::record_ptr& now) {
    if (!is_compared(r.storage)) return;
    const apiserver::record& o = now ? *now : *before;
    const id which{r.storage, o.key};
    if (now) {
        // An earlier observer may have changed it once more, which has been reported by then.
        const apiserver::record_ptr latest = server_.store.find(r.storage, o.key);
        if (!latest) return;
        if (!before) created(r, o);
        entry& e = entries_[which];
        e.now = latest;
        e.is_custom = r.custom;
        mark(which, e);
    } else {
        const auto at = entries_.find(which);
        if (at != entries_.end()) {
            sum_ -= at->second.hash;
            entries_.erase(at);
        }
        dirty_.erase(which);
        known_.uids.erase(o.uid);
        for (auto& [other, e] : entries_)
            if (find_text(e.now->json, o.uid) != std::string_view::npos) mark(other, e);
    }
    if (checks_invariants_ && !invariants_.empty())
        check_invariants(fmt::format("{} {} {}",
                                     !now     ? "delete"
                                     : before ? "update"
                                              : "create",
                                     r.storage, o.key));
}

void object_state::check_invariants(const std::string& change) {
    const objects now(source_);
    for (const invariant& i : invariants_)
        if (!broken_.contains(i.name) && !i.holds(now))
            broken_[i.name] = fmt::format("after {} (resourceVersion {})", change, revision());
}

std::string object_state::line(const id& which, const apiserver::record& o) const {
    boost::json::object object = o.parse();
    if (is_history(which.first, object)) return {};
    if (forgive_) forgive_(object);
    if (object.empty()) return {};
    const std::string name = fmt::format(
        "{} {}", which.first, object_key(which.second.ns, canonical_word(canonical_name(object), known_)));
    if (left_out_.contains(name)) return {};
    return fmt::format("{} {}", name, canonical_text(object, known_));
}

std::uint64_t object_state::hash_of(const std::vector<std::string>& lines) {
    std::uint64_t sum = 0;
    for (const std::string& one : lines) sum += std::hash<std::string>()(one);
    return sum;
}

std::uint64_t object_state::hash() {
    for (const id& which : dirty_) {
        entry& e = entries_.at(which);
        const std::string text = line(which, *e.now);
        sum_ -= e.hash;
        e.hash = text.empty() ? 0 : std::hash<std::string>()(text);
        sum_ += e.hash;
        e.is_dirty = false;
    }
    dirty_.clear();
    return sum_;
}

std::vector<std::string> object_state::lines() {
    std::vector<std::string> all;
    for (const auto& [which, e] : entries_)
        if (std::string text = line(which, *e.now); !text.empty()) all.push_back(std::move(text));
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<apiserver::record_ptr> object_state::all(bool custom) const {
    std::vector<apiserver::record_ptr> some;
    for (const auto& [which, e] : entries_)
        if (e.is_custom == custom) some.push_back(e.now);
    return some;
}

apiserver::record_ptr object_state::find(const group_version_resource& of, const object_key& key) const {
    const auto r = server_.kinds.find(of.group, of.version, of.resource);
    return r ? server_.store.find(r->storage, key) : nullptr;
}

}}}  // namespace setpoint::v0::sim
