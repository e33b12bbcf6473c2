#pragma once
// Predicates select the changes that cause a reconcile.

#include "setpoint/api/selector.hpp"
#include "setpoint/cache/change.hpp"

#include <concepts>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint::inline v0 {

// For objects of any type. Returns true if the change passes. It receives the store's states, never own
// writes that the watch has not delivered yet.
using predicate = std::function<bool(const object_change& change, const kind_info& kind)>;

// For changes of T: a function bool(const change<T>&), or a predicate for any type.
template <class T>
class predicate_for {
public:
    template <std::predicate<const object_change&, const kind_info&> F>
    predicate_for(F f) : erased_(std::move(f)) {}  // NOLINT: implicit on purpose
    template <std::predicate<const change<T>&> F>
    predicate_for(F f)  // NOLINT: implicit on purpose
        : erased_([f = std::move(f)](const object_change& c, const kind_info&) { return f(change<T>(c)); }) {}

    const predicate& erased() const { return erased_; }

private:
    predicate erased_;
};

namespace predicates {

// Pass updates only if the named part of the object has changed; additions and deletions always pass. The
// server increments the generation when the spec changes, for kinds that have one, and when a deletion
// begins.
predicate generation_changed();
predicate labels_changed();
predicate annotations_changed();
predicate resource_version_changed();
// Passes only deletions.
predicate deleted();
// Passes if the object after the change, or before it if deleted, matches.
predicate matches(std::string_view label_selector);  // throws fault if the selector is invalid
predicate all_of(std::vector<predicate> of);
predicate any_of(std::vector<predicate> of);
predicate negate(predicate of);
// Passes if `condition` is true for the object after the change, or before it if deleted.
template <class T>
predicate_for<T> where(std::function<bool(const T&)> condition) {
    return [condition = std::move(condition)](const change<T>& c) { return condition(c.object()); };
}

}  // namespace predicates
}  // namespace setpoint::inline v0
