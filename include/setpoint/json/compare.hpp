#pragma once
// Compares desired and live state, field by field of the description.
//
// Paths of differences, as json::difference::path has them:
//     spec.replicas                                          a field
//     spec.template.spec.containers[name=nginx].image        an entry of a keyed list
//     metadata.finalizers["example.com/a"]                   an entry of a set
//     spec.args[2]                                           an entry of an atomic list
//     metadata.labels[app]                                   an entry of a map

#include "setpoint/json/detail/type_table.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json {

// One field that differs. Owns its texts, so it outlives both objects. Entries of lists are named by their
// keys or, in sets, by their value; entries of atomic lists by their index.
struct difference {
    std::string path;           // spec.replicas, spec.template.spec.containers[name=nginx].image
    std::string live, desired;  // as JSON; "" if absent; "(secret)" if it contains a secret
};

// Returns what would change if `desired` were applied over `live` (both of `type`): the fields that
// desired sets and that live lacks or has with another value. A field is set if encode() would write it.
// Fields that desired leaves unset are ignored, also inside list entries, so that server defaults and
// fields of other managers are not drift. An absent string, list or map equals an empty one, since servers
// drop these; an absent object does not equal an empty one in an optional.
//   - Scalars compare by meaning (quantities by value); trees (`any`) member by member, their numbers by
//     value.
//   - Keyed lists compare by key, in any order. Entries that only live has are ignored, unless the field
//     is described `exclusive`. A key that desired leaves unset matches the server's default.
//   - Set lists: desired must be a subset; if described `exclusive`, the same set. Atomic lists: the same
//     length, compared in order.
//   - Maps (labels, annotations): desired must be a subset; if described `exclusive`, the same keys.
//
// Stops after `limit` differences; 0: no limit. The texts contain values of the objects, but none of a
// type that is a scalar whose traits set is_secret (such as setpoint::secret) or contains one. What is
// described as a plain string or as a tree is shown.
//
// Precondition: both pointers refer to constructed values of `type`; void* because the walk is compiled
// once and follows the table. They stay the caller's, and nothing refers to them after the return. The
// time is linear in the size of the values, and for keyed lists in another order n log n.
std::vector<difference> drift(const type_info& type, const void* desired, const void* live,
                              std::size_t limit = 0);

// Returns drift(...).empty(), but stops at the first difference and creates no texts. The argument order
// is that of the sentence: live contains desired. Allocates only for lists of hundreds of entries in
// another order. Controllers test this before they write a child, so a reconcile without changes sends no
// request.
//
// Results for a list of ports with list_map("port") and a map of labels:
//     desired                        live                              contains
//     {"labels":{"a":"1"}}           {"labels":{"a":"1","b":"2"}}      true; false if exclusive
//     {"ports":[{"port":80}]}        {"ports":[{"port":81}]}           false
//     {"ports":[{"port":80}]}        {"ports":[{"port":81},{"port":80}]}   true; false if exclusive
//     {"labels":{}}                  {"labels":{"a":"1"}}              true: an empty map is not set
//     {"cpu":"1"}                    {"cpu":"1000m"}                   true for a quantity
bool contains(const type_info& type, const void* live, const void* desired);

// Returns true if `live` certainly has no entry, in any list or map described `exclusive` that `desired`
// sets, that `desired` lacks. A server-side apply of `desired` may leave such entries behind, because
// another manager owns them. False proves nothing: an entry may be missing instead, for example. Cheaper
// than contains(), since most types have few such fields.
bool has_no_surplus(const type_info& type, const void* live, const void* desired);

// Returns whether all described fields are equal by meaning, in both directions; keyed and set lists in
// any order. Symmetric, unlike contains(). Fields that are not described are not compared.
bool same(const type_info& type, const void* a, const void* b);

// The typed forms: both objects have the same static type, so their tables cannot be confused.
//     for (const json::difference& d : json::drift(desired, *live, 5))
//         ctx.log().info("drift", {{"field", d.path}, {"live", d.live}, {"desired", d.desired}});
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

}}}  // namespace setpoint::v0::json
