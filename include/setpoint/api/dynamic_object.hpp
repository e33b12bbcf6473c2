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

namespace setpoint::inline v0 {

namespace detail {
// The metadata that was decoded from the JSON, until that changes. Copies start empty. (A
// std::unique_ptr would break the layout that dynamic_object relies on.)
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
class dynamic_object {
public:
    dynamic_object() = default;
    explicit dynamic_object(boost::json::object json) : json_(std::move(json)) {}
    dynamic_object(const group_version_kind& kind, const object_key& key);

    const boost::json::object& json() const noexcept { return json_; }
    // Invalidates what meta() returned: call meta() again after changes.
    boost::json::object& json() noexcept {
        meta_.reset();
        return json_;
    }

    // Missing parts are empty.
    group_version_kind gvk() const;
    object_key key() const { return {std::string(ns()), std::string(name())}; }
    std::string_view name() const noexcept { return metadata("name"); }
    std::string_view ns() const noexcept { return metadata("namespace"); }
    std::string_view uid() const noexcept { return metadata("uid"); }
    std::string_view resource_version() const noexcept { return metadata("resourceVersion"); }
    // Returns all metadata except managedFields, decoded on first use and valid until the object
    // changes. The first malformed field and all fields after it read as unset.
    const object_meta& meta() const;
    // Replaces the metadata that object_meta describes and keeps the rest.
    void set_meta(const object_meta& meta);
    void set_label(std::string_view key, std::string_view value);
    void set_annotation(std::string_view key, std::string_view value);

    // Returns null if there is no value at the path or the path is invalid. Valid until the object
    // changes.
    const boost::json::value* get(std::string_view path) const;
    // Returns nothing if the value has another type.
    std::optional<std::string_view> get_string(std::string_view path) const;
    std::optional<std::int64_t> get_int(std::string_view path) const;
    std::optional<bool> get_bool(std::string_view path) const;
    // Creates missing objects and lists on the way; an index may be one past the end of its list.
    // Errors: bad_data if the path is invalid, or leads through a value of another type or beyond
    // the end of a list; the object is unchanged then.
    result<> set(std::string_view path, boost::json::value value);
    // Returns true if there was a value.
    bool erase(std::string_view path);

    friend bool operator==(const dynamic_object& a, const dynamic_object& b) { return a.json_ == b.json_; }

private:
    // checks the layout
    friend kind_info dynamic_kind(group_version_kind, std::string, scope, bool);
    std::string_view metadata(std::string_view field) const noexcept;

    boost::json::object json_;  // first, so that a decoder for JSON objects can fill it
    mutable detail::read_meta meta_;
};

// Returns what kind_of<T>() returns for typed kinds: for getting, listing, watching and writing
// dynamic objects of this kind.
kind_info dynamic_kind(group_version_kind gvk, std::string plural, scope where = scope::namespaced,
                       bool has_status = true);

}  // namespace setpoint::inline v0
