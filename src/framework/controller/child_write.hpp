#pragma once
// One call of ensure(), with the requests that its steps share.

#include "framework/controller/applied_text.hpp"
#include "framework/controller/ensure_child.hpp"
#include "framework/controller/kept_child.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The object as the server has it now, as T and in full.
struct fresh_object {
    object_ptr object;
    boost::json::object tree;
};

class child_write {
public:
    explicit child_write(const detail::child_request& r);

    const object_meta& meta_of(const object_ptr& o) const { return *kind.full_meta(o.get()); }
    bool is_ours(const object_ptr& o) const { return is_child_of(meta_of(o), owner_kind, owner); }
    // Returns the hash in the object's annotation; "" if none.
    std::string_view hash_of(const object_ptr& o) const;
    bool is_going_to_be_replaced(const object_ptr& o) const;
    bool is_as_desired(const object_ptr& o) const;
    // Rarely true; only a read of the full object can confirm it.
    bool may_have_surplus(const result<object_ptr>& applied) const;
    write_options writing(std::string_view uid, std::string_view resource_version) const;
    // The kind as a dynamic one. Its objects are not cached, so they come from the server, with the fields
    // that T does not describe.
    const kind_info& whole() const;

    // Errors: conflict or already_exists if the object exists.
    awaitable<result<object_ptr>> create() const;
    awaitable<result<object_ptr>> apply(std::string uid) const;
    // Reads the full object as a dynamic object. Errors: not_found.
    awaitable<result<object_ptr>> read_whole() const;
    // The same, only for the object with this UID. Errors: conflict if it no longer exists.
    awaitable<result<object_ptr>> read_whole(std::string uid) const;
    awaitable<result<fresh_object>> read_fresh() const;
    // Merges at the resourceVersion of `at`; returns the full object. Errors: conflict if it no longer
    // exists.
    awaitable<result<object_ptr>> merge_whole(const object_meta& at, boost::json::object patch) const;
    error is_gone() const;

    client& api;
    std::string_view field_manager;
    const kind_info& kind;
    void* desired;
    object_meta& meta;
    const kind_info& owner_kind;
    const basic_meta& owner;
    ensure_options policy;
    std::string hash_name;
    applied_text wanted;

private:
    mutable std::optional<kind_info> whole_;  // made on first use: most calls do not need it
};

}}  // namespace setpoint::v0
