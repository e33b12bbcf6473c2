#pragma once
// An object of any kind, held as JSON: for kinds that no struct describes, and for whole objects that are
// read, changed and written back.

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

namespace setpoint {

namespace detail {
// Metadata that was read from JSON, until that changes; copies begin without. (A std::unique_ptr would cost
// the layout that dynamic_object relies on.)
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

// A value. Paths are written as in messages: spec.replicas, spec.containers[0].image,
// metadata.labels['app.kubernetes.io/name'].
class dynamic_object {
public:
    dynamic_object() = default;
    explicit dynamic_object(boost::json::object json) : json_(std::move(json)) {}
    dynamic_object(const group_version_kind& kind, const object_key& key);

    const boost::json::object& json() const noexcept { return json_; }
    // Asking for it forgets what meta() had read: call meta() again after changes.
    boost::json::object& json() noexcept {
        meta_.reset();
        return json_;
    }

    // Parts that the object lacks are empty.
    group_version_kind gvk() const;
    object_key key() const { return {std::string(ns()), std::string(name())}; }
    std::string_view name() const noexcept { return metadata("name"); }
    std::string_view ns() const noexcept { return metadata("namespace"); }
    std::string_view uid() const noexcept { return metadata("uid"); }
    std::string_view resource_version() const noexcept { return metadata("resourceVersion"); }
    // All metadata but managedFields, as a copy that is made on first use and valid until the object changes.
    // What is malformed in it, and what follows that, reads as unset.
    const object_meta& meta() const;
    // Replaces what object_meta describes of the metadata; the rest of it stays.
    void set_meta(const object_meta& meta);
    void set_label(std::string_view key, std::string_view value);
    void set_annotation(std::string_view key, std::string_view value);

    // Null when there is nothing at the path, or the path cannot be read. Valid until the object changes.
    const boost::json::value* get(std::string_view path) const;
    // What is of another type reads as nothing.
    std::optional<std::string_view> get_string(std::string_view path) const;
    std::optional<std::int64_t> get_int(std::string_view path) const;
    std::optional<bool> get_bool(std::string_view path) const;
    // Makes objects and lists on the way; an index may be one past the end of its list. Error: errc::bad_data
    // when the path cannot be read, or leads through something of another type or further past an end; the
    // object is then as it was.
    result<> set(std::string_view path, boost::json::value value);
    // True: there was something.
    bool erase(std::string_view path);

    friend bool operator==(const dynamic_object& a, const dynamic_object& b) { return a.json_ == b.json_; }

private:
    friend kind_info dynamic_kind(group_version_kind, std::string, scope, bool);  // to check the layout
    std::string_view metadata(std::string_view field) const noexcept;

    boost::json::object json_;  // first, so that a decoder for JSON objects can fill it
    mutable detail::read_meta meta_;
};

// What typed kinds have from kind_of<T>(): to get, list, watch and write dynamic objects of this kind.
kind_info dynamic_kind(group_version_kind gvk, std::string plural, scope where = scope::namespaced,
                       bool has_status = true);

}  // namespace setpoint
