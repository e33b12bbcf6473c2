#pragma once
// Predicates: which changes are worth a reconcile.

#include "setpoint/api/selector.hpp"
#include "setpoint/cache/view.hpp"

#include <functional>
#include <vector>

namespace setpoint {

// True: let the change through. Compares what the store held, never own writes that the watch has not
// delivered yet.
using predicate = std::function<bool(const object_change& change, const kind_info& kind)>;

namespace predicates {

// Updates count only when what is named has changed; additions and deletions always pass.
// generation: moved by the server when the spec changes, for kinds that have one; the start of a deletion
// moves it too.
predicate generation_changed();
predicate labels_changed();
predicate annotations_changed();
predicate resource_version_changed();
// The object (after the change; before it, when it is gone) matches.
predicate matches(std::string_view label_selector);  // throws fault when it cannot be parsed
predicate all_of(std::vector<predicate> of);
predicate any_of(std::vector<predicate> of);
predicate negate(predicate of);
// A typed condition on the object after the change, or before it when it was deleted.
template <class T>
predicate where(std::function<bool(const T&)> condition) {
    return [condition = std::move(condition)](const object_change& c, const kind_info&) {
        return condition(*static_cast<const T*>((c.after ? c.after : c.before).get()));
    };
}

}  // namespace predicates
}  // namespace setpoint
