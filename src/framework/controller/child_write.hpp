#pragma once
// One call of ensure(), and the requests that its steps share.

#include "framework/controller/applied_text.hpp"
#include "framework/controller/ensure_child.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint {

// What create() made is owned by our Update, beside which no apply could take a dropped field from the
// object. So the hash of a created object ends with this until its fields have been handed over to our Apply.
inline constexpr std::string_view created_suffix = "-created";

// As the server has it now, typed and whole.
struct fresh_object {
    object_ptr object;
    boost::json::object tree;
};

class child_write {
public:
    explicit child_write(const detail::child_request& r);

    const object_meta& meta_of(const object_ptr& o) const { return *kind.full_meta(o.get()); }
    bool is_ours(const object_ptr& o) const { return is_controlled_by(meta_of(o), owner.uid); }
    // The hash that the object has, without the suffix; "" if none.
    std::string_view hash_of(const object_ptr& o) const;
    // As create() left it.
    bool is_owned_by_update(const object_ptr& o) const;
    bool is_going_to_be_replaced(const object_ptr& o) const;
    bool is_as_desired(const object_ptr& o) const;
    // Rarely true; then a read shows whether it has.
    bool may_have_surplus(const result<object_ptr>& applied) const;
    write_options writing(std::string_view uid, std::string_view resource_version) const;
    // Dynamic: no cache holds it, so it comes from the server, with what T does not describe.
    const kind_info& whole() const;

    awaitable<result<object_ptr>> create() const;
    awaitable<result<object_ptr>> apply(std::string uid) const;
    // As a dynamic object. Errors: not_found.
    awaitable<result<object_ptr>> read_whole() const;
    // The same, of the object with this UID alone. Errors: conflict when it is gone.
    awaitable<result<object_ptr>> read_whole(std::string uid) const;
    awaitable<result<fresh_object>> read_fresh() const;
    // Under the version of `at`, answered with the whole object. Errors: conflict when it is gone.
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
    std::string_view full_hash_of(const object_ptr& o) const;

    mutable std::optional<kind_info> whole_;  // most calls need none
};

}  // namespace setpoint
