#pragma once
// A kind at run time: what clients, caches and controllers need of a type.

#include "setpoint/api/detail/path_check.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/api/kind.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/detail/type_table.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <string>
#include <type_traits>

namespace setpoint { inline namespace v0 {

// Forward declared for declares_status(); defined in custom_resource.hpp.
struct no_status;

// Immutable. References from kind_of<T>() are valid until the process ends.
// kind_of<T>() always returns the same object, so for typed kinds the address identifies the type. The
// functions take void* since caches, clients and controllers are compiled once for all kinds; each pointer
// refers to an object of this kind's type, and stays the caller's.
struct kind_info {
    group_version_kind gvk;
    // All set: names that a description leaves out are derived. list_kind is kind + "List".
    std::string plural, singular, list_kind;
    setpoint::scope scope = setpoint::scope::namespaced;
    // The flags repeat those of the description and of the type, for code that has only this object.
    bool custom = false;           // custom: crd_of() accepts it
    bool is_partial = false;       // declared with partial<Kind>()
    bool metadata_only = false;    // request PartialObjectMetadata
    bool dynamic = false;          // the object is a dynamic_object with its own apiVersion and kind
    bool has_status = false;       // has a status subresource
    kind_description description;  // print columns, short names, scale

    // Never null for a kind from kind_of<T>() or dynamic_kind(). Valid until the process ends.
    const json::type_info* type = nullptr;
    // The reference is a part of the object, except for a dynamic one, which decodes it at the first call.
    const basic_meta& (*meta)(const void* object) = nullptr;
    // Null if the type's metadata is less than object_meta.
    // So that code which needs labels or owners can refuse a partial type without them.
    const object_meta* (*full_meta)(const void* object) = nullptr;
    // Creates an object to decode into.
    // Default-constructed, of the kind's type; the deleter remembers that type, so the last owner may be
    // anyone.
    std::shared_ptr<void> (*make)() = nullptr;

    // Creates new strings; keep the result in code that runs for each event.
    group_version_resource resource() const { return {gvk.group, gvk.version, plural}; }
};

// Returns the plural of a lower-case kind name by English rules: webserver -> webservers, policy ->
// policies, gateway -> gateways, ingress -> ingresses.
// Irregular nouns come out wrong: set them with plural().
std::string default_plural(std::string_view lower_case_name);

// The requirements for object types: a kind and metadata.
// What kind_of(), clients, caches and controllers accept. custom_resource satisfies it, as do all types of
// setpoint::kinds, partial types and metadata_only.
template <class T>
concept api_object = requires(const T& object) {
    { T::kind() } -> std::convertible_to<kind_description>;
    { object.metadata } -> std::convertible_to<const basic_meta&>;
} && schema::described_object<T>;

// Returns `object` as JSON with apiVersion and kind, as it is sent.
// Precondition: `object` is a constructed object of the kind's type; the caller keeps it. Fields that
// encode() omits are absent. A dynamic object already contains its apiVersion and kind, which are not
// checked against `kind`. No errors.
std::string encode_object(const kind_info& kind, const void* object);
// The same as a tree, which owns copies.
boost::json::object object_to_json(const kind_info& kind, const void* object);

// Builds kind_info. In this header because kind_of() is a template; not for users.
namespace detail {

// The part that does not depend on the type, compiled once: names, scope and flags. type and the functions
// are null.
kind_info make_kind_info(const kind_description& description);

// A member of type no_status does not count.
template <class T>
constexpr bool declares_status() {
    if constexpr (requires(const T& object) { object.status; }) {
        return !std::is_same_v<std::remove_cvref_t<decltype(std::declval<const T&>().status)>, no_status>;
    } else {
        return false;
    }
}

// The functions are captureless lambdas, so kind_info contains plain pointers. Each casts to T, the type
// of all objects that make() creates.
template <class T>
kind_info make_kind_info() {
    constexpr kind_description description = T::kind();
    kind_info k = make_kind_info(description);
    k.has_status = declares_status<T>();
    k.type = &json::type_of<T>();
    k.meta = [](const void* object) -> const basic_meta& { return static_cast<const T*>(object)->metadata; };
    k.full_meta = [](const void* object) -> const object_meta* {
        if constexpr (std::is_convertible_v<decltype(static_cast<const T*>(object)->metadata)*,
                                            const object_meta*>) {
            return &static_cast<const T*>(object)->metadata;
        } else {
            return nullptr;
        }
    };
    k.make = []() -> std::shared_ptr<void> { return std::make_shared<T>(); };
    return k;
}

}  // namespace detail

// Returns the kind of T: a custom resource, a built-in kind, or a partial type of one.
// Preconditions, checked at compile time for custom kinds: the description has no mistake, and its paths
// lead to described fields of the right type. The first call builds the value; threads may race for it, as
// for any local static, but type_of() underneath is not thread-safe: call it first in the thread of the
// loop. The reference is valid until the process ends.
//     const kind_info& k = kind_of<kinds::deployment>();  // k.resource() is deployments.v1.apps
// An overload for mistakes: chosen only if the other one's concept fails.
template <api_object T>
const kind_info& kind_of() {
    detail::check_kind<T>();
    static const kind_info kind = detail::make_kind_info<T>();
    return kind;
}

// Named for the message: "due to requirement 'is_a_kind<site_spec>'".
template <class T>
inline constexpr bool is_a_kind = api_object<T>;
// For any other type: reports the mistake.
template <class T>
    requires(!api_object<T>)
const kind_info& kind_of() {
    static_assert(is_a_kind<T>,
                  "this is not a kind: derive a struct from custom_resource<spec, status> and give it "
                  "`static constexpr auto kind()`");
    static const kind_info none;
    return none;
}

// The typed forms of the functions above.
template <api_object T>
std::string encode_object(const T& object) {
    return encode_object(kind_of<T>(), &object);
}
template <api_object T>
boost::json::object object_to_json(const T& object) {
    return object_to_json(kind_of<T>(), &object);
}
// Copies both names.
template <api_object T>
object_key key_of(const T& object) {
    return key_of(static_cast<const basic_meta&>(object.metadata));
}
// Makes `owner` the controller of `child`; see meta.hpp.
// Errors: those of the function for object_meta. Does not compile for a partial type without owner
// references.
template <api_object Child, api_object Owner>
result<> set_controller_reference(Child& child, const Owner& owner) {
    return set_controller_reference(child.metadata, kind_of<Owner>().gvk, owner.metadata);
}

// A partial type with the metadata of a kind only; the server then sends nothing else
// (PartialObjectMetadata).
// For caches that only need names, labels or owners, such as those of secrets, whose values then never
// reach the process.
//     m.controller<site>().watches<metadata_only<kinds::secret>>(sites_of);
template <class Kind>
struct metadata_only {
    object_meta metadata;

    // The kind of the whole object, so caches and watches of both use the same URL, with another Accept
    // header.
    static constexpr auto kind() {
        kind_description k = partial<Kind>();
        k.is_metadata_only = true;
        return k;
    }
    static constexpr auto describe() {
        using namespace schema;
        return object("Metadata of an object.",
                      field(&metadata_only::metadata, "metadata", "Standard object metadata."));
    }
};

}}  // namespace setpoint::v0

// For a kind whose table a library compiles (json/detail/compiled_table.hpp): its kind_info is compiled there
// too, with the construction and destruction of the objects.
// Use it after the kind's struct, outside any namespace; SETPOINT_COMPILE_KIND in one source. The extern
// template prevents that every source instantiates kind_of<type>(). Without the second macro the program
// does not link.
#define SETPOINT_COMPILED_KIND(type) \
    SETPOINT_COMPILED_TABLE(type);   \
    extern template const setpoint::kind_info& setpoint::kind_of<type>()
#define SETPOINT_COMPILE_KIND(type) \
    SETPOINT_COMPILE_TABLE(type);   \
    template const setpoint::kind_info& setpoint::kind_of<type>()

namespace setpoint { inline namespace v0 { namespace detail {

// Whether setpoint compiles the calls of clients and of context for T (src/framework/api/compiled_kinds.hpp).
// For the kinds of Kubernetes only, by SETPOINT_BUILT_IN_KIND: clients and contexts declare extern
// templates for these.
template <class T>
inline constexpr bool has_compiled_calls = false;

}}}  // namespace setpoint::v0::detail

// The same for a kind of Kubernetes.
// Precondition: the kind is in SETPOINT_EACH_COMPILED_KIND (src/framework/api/compiled_kinds.hpp),
// otherwise calls for it do not link.
#define SETPOINT_BUILT_IN_KIND(type) \
    SETPOINT_COMPILED_KIND(type);    \
    template <>                      \
    inline constexpr bool setpoint::detail::has_compiled_calls<type> = true
