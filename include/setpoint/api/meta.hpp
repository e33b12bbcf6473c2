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

namespace setpoint::inline v0 {

// A counter that the server increments, starting at 1. 0 is unset and never sent.
class generation_number {
public:
    constexpr generation_number() = default;
    constexpr generation_number(std::int64_t n) : value_(n) {}  // NOLINT: reads and writes like a number
    constexpr operator std::int64_t() const noexcept { return value_; }  // NOLINT

private:
    std::int64_t value_ = 0;
};

}  // namespace setpoint::inline v0

template <>
struct setpoint::json::scalar_traits<setpoint::generation_number> {
    static constexpr scalar_type type = scalar_type::integer;
    static constexpr std::string_view format = "int64";
    static bool parse(std::string_view, generation_number&) { return false; }
    static bool parse_number(std::int64_t n, generation_number& out) {
        out = n;
        return true;
    }
    static void print(const generation_number& value, std::string& out) {
        out += std::to_string(static_cast<std::int64_t>(value));
    }
    static bool is_unset(const generation_number& value) { return value == 0; }
    static bool same(const generation_number& a, const generation_number& b) { return a == b; }
};

namespace setpoint::inline v0 {

// The metadata that every object has and every partial type must declare. They derive from it to declare
// more.
struct basic_meta {
    interned_string name;
    interned_string ns;
    interned_string uid;
    interned_string resource_version;  // opaque; compare for equality only

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
struct owner_reference {
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
struct object_meta : basic_meta {
    interned_string generate_name;  // the server appends a random suffix to form the name
    generation_number generation;   // incremented with each change of the spec
    timestamp creation_timestamp;
    // set once deletion was requested: when the grace period ends
    std::optional<timestamp> deletion_timestamp;
    std::optional<std::int64_t> deletion_grace_period_seconds;
    string_map labels, annotations;
    std::vector<owner_reference> owner_references;
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

object_key key_of(const basic_meta& meta);
bool is_deleting(const object_meta& meta);

// Returns the owner that manages the object, or null. Valid while the metadata is.
const owner_reference* controller_of(const object_meta& meta);
// Whether the object with this UID manages it.
bool is_controlled_by(const object_meta& meta, std::string_view owner_uid);
// Returns a reference with controller and blockOwnerDeletion set.
owner_reference make_controller_reference(const group_version_kind& owner_kind, const basic_meta& owner);
// Makes `owner` the controller of `child`. Updates an existing reference with the same group, kind
// and name. Errors: already_exists if another object controls it; invalid if the owner has no UID,
// is in another namespace, or is namespaced while the child is cluster-scoped (the garbage
// collector would delete the child).
result<> set_controller_reference(object_meta& child, const group_version_kind& owner_kind,
                                  const basic_meta& owner);

// Finalizers are named domain/name. add and remove return true if they changed anything.
bool has_finalizer(const object_meta& meta, std::string_view name);
bool add_finalizer(object_meta& meta, std::string_view name);
bool remove_finalizer(object_meta& meta, std::string_view name);

}  // namespace setpoint::inline v0

SETPOINT_COMPILED_TABLE(setpoint::object_meta);
