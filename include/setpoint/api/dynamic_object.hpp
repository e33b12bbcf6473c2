#pragma once
// An object of any kind, held as JSON: for kinds without a described struct, and for objects that
// are read, changed and written back completely.

#include "setpoint/api/gvk.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace detail {
// The metadata that was decoded from the JSON, until that changes. Copies start empty. (A
// std::unique_ptr would break the layout that dynamic_object relies on.)
// Owns the value, alone; a plain pointer keeps the class small and standard-layout, so offsetof() of the
// JSON is 0, and a decoder may write to the address of the whole object. Copies start empty since the
// copied JSON may be changed at once.
class read_meta {
public:
    read_meta() = default;
    read_meta(const read_meta&) {}
    read_meta(read_meta&& o) noexcept : value_(std::exchange(o.value_, nullptr)) {}
    read_meta& operator=(read_meta o) noexcept {
        std::swap(value_, o.value_);
        return *this;
    }
    ~read_meta() { reset(); }
    const object_meta* get() const noexcept { return value_; }
    object_meta& emplace() {
        reset();
        return *(value_ = new object_meta);
    }
    void reset() noexcept { delete std::exchange(value_, nullptr); }

private:
    object_meta* value_ = nullptr;
};
}  // namespace detail

// A value type. Paths are written as in messages: spec.replicas, spec.containers[0].image,
// metadata.labels['app.kubernetes.io/name'].
// Copies are deep. Not thread-safe, not even for const access: meta() fills a cache. Equality compares the
// JSON, so the order of members does not matter, and 1 and 1.0 differ.
//
//     const group_version_kind kind("route.openshift.io", "v1", "Route");
//     dynamic_object route(kind, object_key("shop", "web"));
//     (void)route.set("spec.to", {{"kind", "Service"}, {"name", "web"}});
//     if (const auto host = route.get_string("status.ingress[0].host")) use(*host);
class dynamic_object {
public:
    dynamic_object() = default;
    // Takes any object: nothing is checked, and accessors return "" or null for what is missing or has
    // another type.
    explicit dynamic_object(boost::json::object json) : json_(std::move(json)) {}
    // Sets apiVersion, kind, name and, unless it is empty, namespace.
    dynamic_object(const group_version_kind& kind, const object_key& key);

    const boost::json::object& json() const noexcept { return json_; }
    // Invalidates what meta() returned: call meta() again after changes. Do not keep the reference across a
    // call of meta(): a change through it would not be noticed.
    boost::json::object& json() noexcept {
        meta_.reset();
        return json_;
    }

    // Missing parts are empty.
    // Splits apiVersion at the first slash and does not validate it; to validate, use
    // group_version_kind::parse().
    group_version_kind gvk() const;
    object_key key() const { return {std::string(ns()), std::string(name())}; }
    // These views are valid until the object changes or is destroyed.
    std::string_view name() const noexcept { return metadata("name"); }
    std::string_view ns() const noexcept { return metadata("namespace"); }
    std::string_view uid() const noexcept { return metadata("uid"); }
    std::string_view resource_version() const noexcept { return metadata("resourceVersion"); }
    // Returns all metadata except managedFields, decoded on first use and valid until the object
    // changes. The first malformed field and all fields after it read as unset.
    // The reference stays valid until a non-const member function is called. The first call allocates and
    // takes time linear in the metadata.
    const object_meta& meta() const;
    // Replaces the metadata that object_meta describes and keeps the rest.
    // A field that `meta` leaves unset is removed. managedFields and fields that object_meta does not
    // describe are kept.
    void set_meta(const object_meta& meta);
    // Creates `labels` if needed. Neither key nor value is validated; the API server does that.
    void set_label(std::string_view key, std::string_view value);
    void set_annotation(std::string_view key, std::string_view value);

    // Returns null if there is no value at the path or the path is invalid. Valid until the object
    // changes.
    // Paths are parsed at each call, in time linear in the path. A key with a dot or a slash needs
    // brackets and quotes.
    const boost::json::value* get(std::string_view path) const;
    // Returns nothing if the value has another type.
    std::optional<std::string_view> get_string(std::string_view path) const;
    // Nothing for a number with a fraction, also 1.0, and for one above 2^63-1.
    std::optional<std::int64_t> get_int(std::string_view path) const;
    std::optional<bool> get_bool(std::string_view path) const;
    // Creates missing objects and lists on the way; an index may be one past the end of its list.
    // Errors: bad_data if the path is invalid, or leads through a value of another type or beyond
    // the end of a list; the object is unchanged then.
    // A null on the way counts as missing. `value` replaces what is there, also a whole object. The path
    // "" is invalid.
    result<> set(std::string_view path, boost::json::value value);
    // Returns true if there was a value.
    // Entries of a list after the erased one move up. Objects that become empty stay.
    bool erase(std::string_view path);

    friend bool operator==(const dynamic_object& a, const dynamic_object& b) { return a.json_ == b.json_; }

private:
    // checks the layout
    friend kind_info dynamic_kind(group_version_kind, std::string, scope, bool);
    std::string_view metadata(std::string_view field) const noexcept;

    // Its address is that of the whole object, which dynamic_kind() asserts.
    boost::json::object json_;  // first, so that a decoder for JSON objects can fill it
    mutable detail::read_meta meta_;
};

// Returns what kind_of<T>() returns for typed kinds: for getting, listing, watching and writing
// dynamic objects of this kind.
// Precondition: `plural` is the resource's name in URLs, and `where` and `has_status` are true for the
// kind; the API server answers 404 otherwise. Keep the result alive while a client, cache or controller
// uses it: these refer to it. Its kind_info::type is that of a JSON object, and its make() creates a
// dynamic_object.
kind_info dynamic_kind(group_version_kind gvk, std::string plural, scope where = scope::namespaced,
                       bool has_status = true);

}}  // namespace setpoint::v0
