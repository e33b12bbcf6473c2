#include "framework/controller/own_answers.hpp"

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

bool same_state(const kind_info& kind, const object_ptr& a, const object_ptr& b) {
    if (a == b) return true;
    const basic_meta &x = kind.meta(a.get()), &y = kind.meta(b.get());
    return x.resource_version == y.resource_version && x.uid == y.uid;
}

}  // namespace

reconcile_flight::reconcile_flight(own_answers& all, const object_key& key, const task* running)
    : all_(all), key_(key), running_(running) {
    all_.flights_.push_back(this);
}

reconcile_flight::~reconcile_flight() {
    std::erase(all_.flights_, this);
}

void reconcile_flight::acknowledge(const kind_info& kind, object_ptr answer) {
    all_.used_ = true;
    known_.push_back({&kind, std::move(answer), {}});
}

std::optional<std::string_view> reconcile_flight::end() {
    std::erase(all_.flights_, this);
    for (const state& a : known_) {
        const auto brings_it = [&](const state& h) {
            return h.kind == a.kind && same_state(*a.kind, h.object, a.object);
        };
        if (std::erase_if(held_, brings_it) != 0) continue;
        const basic_meta& m = a.kind->meta(a.object.get());
        if (all_.awaited_.size() == own_answers::max_awaited) all_.awaited_.pop_front();
        all_.awaited_.push_back({key_, a.kind, m.uid.str(), m.resource_version.str()});
    }
    if (held_.empty()) return std::nullopt;
    return held_.front().reason;
}

reconcile_flight* own_answers::flight_of(const task* running) const {
    for (reconcile_flight* const f : flights_)
        if (running && f->running_ == running) return f;
    return nullptr;
}

bool own_answers::takes(const object_key& key, const kind_info& kind, const object_ptr& object,
                        std::string_view reason) {
    if (!used_) return false;
    const basic_meta& m = kind.meta(object.get());
    const auto at = std::find_if(awaited_.begin(), awaited_.end(), [&](const awaited& a) {
        return a.kind == &kind && a.resource_version == m.resource_version.view() && a.uid == m.uid.view() &&
               a.key == key;
    });
    if (at != awaited_.end()) {
        awaited_.erase(at);
        return true;
    }
    for (reconcile_flight* const f : flights_) {
        if (f->key_ != key) continue;
        if (f->held_.size() == max_held) return false;
        f->held_.push_back({&kind, object, reason});
        return true;
    }
    return false;
}

}}  // namespace setpoint::v0
