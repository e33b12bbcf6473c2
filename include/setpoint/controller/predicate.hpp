#pragma once
// Predicates select the changes that cause a reconcile.
//
//     m.controller<web_server>().when(predicates::generation_changed());
//
// A predicate only saves work: a change that it drops is not reconciled until something else changes,
// so it must let through all that the reconciler reads. All predicates of a watch must pass.

#include "setpoint/api/selector.hpp"
#include "setpoint/cache/change.hpp"

#include <concepts>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

// For objects of any type. Returns true if the change passes. It receives the store's states, never own
// writes that the watch has not delivered yet.
using predicate = std::function<bool(const object_change& change, const kind_info& kind)>;

// For changes of T: a function bool(const change<T>&), or a predicate for any type.
// Erases the type once, so that a watch stores functions of one type. The object of a change always has
// the type T there: watches of T receive objects of T only.
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
// Kinds that are cached with partial metadata have no generation, labels or annotations to compare:
// their updates pass.
predicate generation_changed();
predicate labels_changed();
predicate annotations_changed();
// Drops only updates between equal versions.
predicate resource_version_changed();
// Passes only deletions.
predicate deleted();
// Passes if the object after the change, or before it if deleted, matches.
// An object that stops matching by an update does not pass then: if that matters, pass a function of
// change<T> that also looks at before(). Never passes for kinds that are cached with partial metadata.
predicate matches(std::string_view label_selector);  // throws fault if the selector is invalid
// Passes everything if `of` is empty.
predicate all_of(std::vector<predicate> of);
// Passes nothing if `of` is empty.
predicate any_of(std::vector<predicate> of);
predicate negate(predicate of);
// Passes if `condition` is true for the object after the change, or before it if deleted.
template <class T>
predicate_for<T> where(std::function<bool(const T&)> condition) {
    return [condition = std::move(condition)](const change<T>& c) { return condition(c.object()); };
}

}  // namespace predicates
}}  // namespace setpoint::v0
