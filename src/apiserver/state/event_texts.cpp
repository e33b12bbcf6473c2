#include "apiserver/state/event_texts.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

void event_texts::add(const key& k, const resource_ptr& kind, const text& t) {
    if (t->size() > max_bytes / 4) return;
    texts_.emplace(k, entry{kind, t});
    bytes_ += t->size();
    while (texts_.size() > max_texts || bytes_ > max_bytes) {
        bytes_ -= texts_.begin()->second.line->size();
        texts_.erase(texts_.begin());
    }
}

}}}  // namespace setpoint::v0::apiserver
