#pragma once
// Compares what is desired with what lives, field by field of what was described.

#include "setpoint/json/type_table.hpp"

#include <string>
#include <vector>

namespace setpoint::json {

struct difference {
    std::string path;           // spec.replicas, spec.template.spec.containers[name=nginx].image
    std::string live, desired;  // as JSON; "" for absent
};

// What would change if `desired` were applied over `live` (both of `type`): fields that desired sets and live
// lacks or has otherwise. Set is what encode() would write. Fields that desired leaves unset are not looked
// at (so server defaults and fields of other managers are no drift); this holds inside list entries too. An
// absent string, list or map is the same as an empty one, since servers drop these; an absent object is not
// the same as an empty one in an optional.
//   - Scalars compare by meaning (quantities by value), trees (`any`) member by member, their numbers by
//   value.
//   - Keyed lists compare by key, in any order; entries only live has are ignored, unless the field is
//   described `whole`:
//     then every entry counts. A key that desired leaves unset matches the default that the server gave it.
//   - Set lists: desired is a subset; described `whole`: the same set. Atomic lists: the same length,
//   compared in order.
//   - Maps (labels, annotations): desired is a subset; described `whole`: the same keys.
// Stops after `limit` differences; 0: all. The texts hold values of the objects: not for logs when these are
// secret.
std::vector<difference> drift(const type_info& type, const void* desired, const void* live,
                              std::size_t limit = 0);

// drift() is empty; stops at the first difference. Allocates nothing, but for lists of hundreds that are in
// another order.
bool contains(const type_info& type, const void* live, const void* desired);

// Whether for sure no list and no map that is described `whole` has an entry in `live` that `desired`, which
// sets it, has not: what a server-side apply of `desired` may leave there. False tells nothing: for one, an
// entry may be missing instead. Costs less than contains(), since little of most types is whole.
bool has_no_surplus(const type_info& type, const void* live, const void* desired);

// Every described field is the same by meaning, in both directions; keyed and set lists in any order.
bool same(const type_info& type, const void* a, const void* b);

template <class T>
std::vector<difference> drift(const T& desired, const T& live, std::size_t limit = 0) {
    return drift(type_of<T>(), &desired, &live, limit);
}
template <class T>
bool contains(const T& live, const T& desired) {
    return contains(type_of<T>(), &live, &desired);
}
template <class T>
bool same(const T& a, const T& b) {
    return same(type_of<T>(), &a, &b);
}

}  // namespace setpoint::json
