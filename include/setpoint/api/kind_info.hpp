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

namespace setpoint::inline v0 {

struct no_status;

// Immutable. References from kind_of<T>() are valid until the process ends.
struct kind_info {
    group_version_kind gvk;
    std::string plural, singular, list_kind;
    setpoint::scope scope = setpoint::scope::namespaced;
    bool custom = false;           // custom: crd_of() accepts it
    bool is_partial = false;       // declared with partial<Kind>()
    bool metadata_only = false;    // request PartialObjectMetadata
    bool dynamic = false;          // the object is a dynamic_object with its own apiVersion and kind
    bool has_status = false;       // has a status subresource
    kind_description description;  // print columns, short names, scale

    const json::type_info* type = nullptr;
    const basic_meta& (*meta)(const void* object) = nullptr;
    // Null if the type's metadata is less than object_meta.
    const object_meta* (*full_meta)(const void* object) = nullptr;
    // Creates an object to decode into.
    std::shared_ptr<void> (*make)() = nullptr;

    group_version_resource resource() const { return {gvk.group, gvk.version, plural}; }
};

// Returns the plural of a lower-case kind name by English rules: webserver -> webservers, policy ->
// policies, gateway -> gateways, ingress -> ingresses.
std::string default_plural(std::string_view lower_case_name);

// The requirements for object types: a kind and metadata.
template <class T>
concept api_object = requires(const T& object) {
    { T::kind() } -> std::convertible_to<kind_description>;
    { object.metadata } -> std::convertible_to<const basic_meta&>;
} && schema::described_object<T>;

// Returns `object` as JSON with apiVersion and kind, as it is sent.
std::string encode_object(const kind_info& kind, const void* object);
boost::json::object object_to_json(const kind_info& kind, const void* object);

namespace detail {

kind_info make_kind_info(const kind_description& description);

template <class T>
constexpr bool declares_status() {
    if constexpr (requires(const T& object) { object.status; }) {
        return !std::is_same_v<std::remove_cvref_t<decltype(std::declval<const T&>().status)>, no_status>;
    } else {
        return false;
    }
}

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
template <api_object T>
const kind_info& kind_of() {
    detail::check_kind<T>();
    static const kind_info kind = detail::make_kind_info<T>();
    return kind;
}

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

template <api_object T>
std::string encode_object(const T& object) {
    return encode_object(kind_of<T>(), &object);
}
template <api_object T>
boost::json::object object_to_json(const T& object) {
    return object_to_json(kind_of<T>(), &object);
}
template <api_object T>
object_key key_of(const T& object) {
    return key_of(static_cast<const basic_meta&>(object.metadata));
}
// Makes `owner` the controller of `child`; see meta.hpp.
template <api_object Child, api_object Owner>
result<> set_controller_reference(Child& child, const Owner& owner) {
    return set_controller_reference(child.metadata, kind_of<Owner>().gvk, owner.metadata);
}

// A partial type with the metadata of a kind only; the server then sends nothing else
// (PartialObjectMetadata).
template <class Kind>
struct metadata_only {
    object_meta metadata;

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

}  // namespace setpoint::inline v0

// For a kind whose table a library compiles (json/detail/compiled_table.hpp): its kind_info is compiled there
// too, with the construction and destruction of the objects.
#define SETPOINT_COMPILED_KIND(type) \
    SETPOINT_COMPILED_TABLE(type);   \
    extern template const setpoint::kind_info& setpoint::kind_of<type>()
#define SETPOINT_COMPILE_KIND(type) \
    SETPOINT_COMPILE_TABLE(type);   \
    template const setpoint::kind_info& setpoint::kind_of<type>()

namespace setpoint::inline v0::detail {

// Whether setpoint compiles the calls of clients and of context for T (src/framework/api/compiled_kinds.hpp).
template <class T>
inline constexpr bool has_compiled_calls = false;

}  // namespace setpoint::inline v0::detail

// The same for a kind of Kubernetes.
#define SETPOINT_BUILT_IN_KIND(type) \
    SETPOINT_COMPILED_KIND(type);    \
    template <>                      \
    inline constexpr bool setpoint::detail::has_compiled_calls<type> = true
