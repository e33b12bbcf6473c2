#pragma once
// The code that the API server has for a kind: pure functions over JSON. kinds/<group>/<kind>.cpp
// contains that of a built-in kind.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/core/clock.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct user_info;

// What the code of a kind may ask about the request and the rest of the server.
struct kind_context {
    wall_time now;
    const user_info* user = nullptr;  // who sends the request; null: nobody is authenticated
    // Reads the current state of another object; null if it does not exist. Not for custom
    // resources.
    std::function<std::shared_ptr<const bj::object>(std::string_view group_resource, const object_key&)> read;
    std::function<std::string(std::size_t)> random_suffix;  // in generateName's alphabet
    std::string subresource;                                // "" for the object itself
    // On create: whether the client sent labels (false: they are defaults).
    bool labels_sent = true;
};

// Prints a cell of a table: a string, number, boolean, or null. `now` is for ages.
using cell_function = bj::value (*)(const bj::object& object, wall_time now);
struct cell_row {
    std::string_view column;  // its name in the catalogue
    cell_function print;
};

// Defaults of a Go type ("core.v1.PodSpec") that the catalogue (x-defaults) cannot express.
struct type_default {
    std::string_view type;
    void (*fill)(bj::object& object);
};

// Each function may be null, and each list empty: the kind has no code of its own for it.
struct kind_code {
    void (*defaults)(bj::object& object) = nullptr;
    // Those that are the current time, in objects from clients; before their field managers are tracked.
    void (*default_times)(bj::object& object, wall_time now) = nullptr;
    // Defaults of the kind's types, wherever these types occur.
    std::span<const type_default> type_defaults{};
    // Why Kubernetes cannot convert the decoded object to its internal type; "" if it can.
    std::string (*conversion_error)(const bj::object& object) = nullptr;
    // prepare_create clears what clients may not set (status) and fills in what the server decides.
    // prepare_update does the same against the old object, and keeps fields that this endpoint does
    // not write.
    void (*prepare_create)(bj::object& object, const kind_context& c) = nullptr;
    void (*prepare_update)(bj::object& object, const bj::object& old, const kind_context& c) = nullptr;
    void (*validate)(const bj::object& object, const kind_context& c, field_errors& errors) = nullptr;
    void (*validate_update)(const bj::object& object, const bj::object& old, const kind_context& c,
                            field_errors& errors) = nullptr;
    // Appends warnings about a valid object, sent as Warning headers (WarningsOnCreate and
    // WarningsOnUpdate of Kubernetes' strategies). `old` is null for a create.
    void (*warn)(const bj::object& object, const bj::object* old, std::string_view subresource,
                 std::vector<std::string>& to) = nullptr;
    // Cells of the columns in the catalogue, except Name, Age and Created At.
    std::span<const cell_row> cells{};
    // TableRow.conditions of the object.
    bj::array (*row_conditions)(const bj::object& object) = nullptr;
    // The stored field that a field selector compares; null: that of the same path.
    std::string (*selectable_path)(std::string_view path, const bj::object& object) = nullptr;
    // Convert a stored object into this version and back; null if only apiVersion differs.
    void (*from_storage)(bj::object& object) = nullptr;
    void (*to_storage)(bj::object& object) = nullptr;
    // Creates a response without storing anything (reviews).
    api_result<bj::object> (*answer)(bj::object request, const kind_context& c) = nullptr;
    // Grace period in seconds for a delete that asks for `asked`, if for any; 0: immediately.
    std::int64_t (*grace)(const bj::object& object, std::optional<std::int64_t> asked) = nullptr;
    // metadata.generation counts changes outside metadata and status.
    bool has_generation = true;
    bool generation_from_one = true;      // false: from what the client sent with the create, or from 0
    bool updates_bump_generation = true;  // false: only prepare_update changes it
    // Changes of annotations increment it too, if written to the object itself.
    bool annotations_bump_generation = false;
    // PUT of a missing object creates it (Lease, Event, ...).
    bool create_on_update = false;
    bool unconditional_update = true;  // PUT without resourceVersion is accepted
    bool schemaless_list = false;
};

}}}  // namespace setpoint::v0::apiserver
