#pragma once
// Metadata of objects: names, owners, finalizers.

#include "setpoint/api/gvk.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"
#include "setpoint/json/scalar.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// A counter that the server increments, starting at 1. 0 is unset and never sent.
// A class instead of an integer, so that 0 is omitted in JSON without std::optional. Converts implicitly in
// both directions, since it is only compared and copied.
class generation_number {
public:
    constexpr generation_number() = default;
    // Any value is accepted; the server never sends a negative one.
    constexpr generation_number(std::int64_t n) : value_(n) {}  // NOLINT: reads and writes like a number
    constexpr operator std::int64_t() const noexcept { return value_; }  // NOLINT

private:
    std::int64_t value_ = 0;
};

}}  // namespace setpoint::v0

// Strings are refused, also "1".
template <>
struct setpoint::json::scalar_traits<setpoint::generation_number> {
    static constexpr scalar_type type = scalar_type::integer;
    static constexpr std::string_view format = "int64";
    static bool parse(std::string_view, generation_number&) { return false; }
    static bool parse_number(std::int64_t n, generation_number& out) {
        out = n;
        return true;
    }
    // A plain number. encode() does not call it for 0.
    static void print(const generation_number& value, std::string& out) {
        out += std::to_string(static_cast<std::int64_t>(value));
    }
    static bool is_unset(const generation_number& value) { return value == 0; }
    static bool same(const generation_number& a, const generation_number& b) { return a == b; }
};

namespace setpoint { inline namespace v0 {

// The metadata that every object has and every partial type must declare. They derive from it to declare
// more.
// interned_string: namespaces, for instance, are shared by all objects that a decoder with a pool reads.
struct basic_meta {
    interned_string name;
    // "" for cluster-scoped objects. Named `ns`, since `namespace` is a keyword.
    interned_string ns;
    // Differs for an object that was deleted and created again under the same name: compare it, not the
    // name, to recognize an object later. "" until the server has created it.
    interned_string uid;
    // Set by the server at each write. Without one in an update, the server cannot detect conflicts: it
    // refuses that for custom kinds, and overwrites others.
    interned_string resource_version;  // opaque; compare for equality only

    // A template, so that a source that includes this header compiles the description only if it needs it; so
    // are the descriptions of all types below.
    template <class Self = basic_meta>
    static constexpr auto describe() {
        using namespace schema;
        return object("Names of an object.", field(&Self::name, "name", "Unique in the namespace."),
                      field(&Self::ns, "namespace", "Empty for cluster-scoped objects."),
                      field(&Self::uid, "uid", "Unique in time and space; set by the server.", unique),
                      field(&Self::resource_version, "resourceVersion", "Changes with every write.", unique));
    }
};

// An owner of an object. The garbage collector deletes the object when all its owners are gone.
// The owner is in the same namespace, or cluster-scoped; the collector treats any other owner as absent.
// `block_owner_deletion` needs the right to update the owner's finalizers in clusters that enforce it.
struct owner_reference {
    // All required by the server. `uid` identifies the owner; the others are needed to find it.
    interned_string api_version{}, kind{}, name{}, uid{};
    std::optional<bool> controller{}, block_owner_deletion{};

    template <class Self = owner_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object("The owner of an object.", field(&Self::api_version, "apiVersion", "", required),
                      field(&Self::kind, "kind", "", required), field(&Self::name, "name", "", required),
                      field(&Self::uid, "uid", "", required),
                      field(&Self::controller, "controller", "Whether the owner manages the object."),
                      field(&Self::block_owner_deletion, "blockOwnerDeletion",
                            "Whether foreground deletion of the owner waits for the object."));
    }
};

// The metadata that most programs need. managedFields is never read: it is as large as the rest of
// the object.
// A partial type may have less, with basic_meta or a struct derived from it; functions of this header that
// need more then do not compile.
struct object_meta : basic_meta {
    // Only read by the server when `name` is empty. With it a repeated create is not idempotent: prefer
    // child_name().
    interned_string generate_name;  // the server appends a random suffix to form the name
    // 0 for kinds without a spec, such as ConfigMap.
    generation_number generation;  // incremented with each change of the spec
    // Set by the server, in seconds, so objects of one second cannot be ordered by it.
    timestamp creation_timestamp;
    // set once deletion was requested: when the grace period ends
    // Never removed again: once it is set, only finalizers keep the object. Clients cannot set it.
    std::optional<timestamp> deletion_timestamp;
    // In seconds; set together with deletion_timestamp.
    std::optional<std::int64_t> deletion_grace_period_seconds;
    // Labels are for selection, with values of at most 63 characters (label_value_of); annotations may have
    // any values, 256 KiB in total with their keys.
    string_map labels, annotations;
    // Keyed by UID: an apply adds its own references and keeps those of others.
    std::vector<owner_reference> owner_references;
    // The object is gone when the last one is removed after deletion was requested.
    std::vector<interned_string> finalizers;

    template <class Self = object_meta>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Standard object metadata.", fields_of<basic_meta>,
            field(&Self::generate_name, "generateName", "Prefix of a name that the server completes."),
            field(&Self::generation, "generation", "Counts changes of the spec."),
            field(&Self::creation_timestamp, "creationTimestamp", ""),
            field(&Self::deletion_timestamp, "deletionTimestamp", "Set once deletion was requested."),
            field(&Self::deletion_grace_period_seconds, "deletionGracePeriodSeconds", ""),
            field(&Self::labels, "labels", "Labels that selectors match."),
            field(&Self::annotations, "annotations", ""),
            field(&Self::owner_references, "ownerReferences", "", list_map("uid")),
            field(&Self::finalizers, "finalizers", "Components that must act before the object is deleted.",
                  list_set));
    }
};

// Copies both texts.
object_key key_of(const basic_meta& meta);
// True from the request on, while finalizers still wait. A reconciler then cleans up, removes its
// finalizer, and creates nothing.
bool is_deleting(const object_meta& meta);

// Returns the owner that manages the object, or null. Valid while the metadata is.
// At most one owner has controller: true; the API server refuses two.
const owner_reference* controller_of(const object_meta& meta);
// Whether the object with this UID manages it.
// False if another object of the same name is the owner: UIDs are compared.
bool is_controlled_by(const object_meta& meta, std::string_view owner_uid);
// Returns a reference with controller and blockOwnerDeletion set.
// Precondition: `owner` has a name and a UID; set_controller_reference() checks that.
owner_reference make_controller_reference(const group_version_kind& owner_kind, const basic_meta& owner);
// Makes `owner` the controller of `child`. Updates an existing reference with the same group, kind
// and name. Errors: already_exists if another object controls it; invalid if the owner has no UID,
// is in another namespace, or is namespaced while the child is cluster-scoped (the garbage
// collector would delete the child).
// `child` is unchanged after an error. A reference to an earlier object of the same name gets the new UID.
// Other owners stay. The message names owner and child.
result<> set_controller_reference(object_meta& child, const group_version_kind& owner_kind,
                                  const basic_meta& owner);

// Finalizers are named domain/name. add and remove return true if they changed anything.
// Only in memory: write the object afterwards. Linear in the number of finalizers. add_finalizer() does not
// check the syntax: the API server does.
bool has_finalizer(const object_meta& meta, std::string_view name);
bool add_finalizer(object_meta& meta, std::string_view name);
bool remove_finalizer(object_meta& meta, std::string_view name);

}}  // namespace setpoint::v0

SETPOINT_COMPILED_TABLE(setpoint::object_meta);
