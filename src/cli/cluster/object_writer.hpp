#pragma once
// Applies and deletes the objects of a manifest on a cluster, and prints a line for each as kubectl does.

#include "cli/cluster/kind_lookup.hpp"
#include "setpoint/client/client.hpp"

#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct object_writer_options {
    bool dry_run = false;                       // asks the server, which changes nothing
    bool migrate_storage = false;               // moves objects to the storage version of the definitions
    duration settle = std::chrono::minutes(1);  // how old a definition must be for that
    duration patience =
        std::chrono::seconds(60);  // for definitions to be established, and for objects to be gone
};

// Objects of a kind that are deleted together with its definition.
struct definition_use {
    std::string definition;  // sites.example.com
    std::vector<object_key> objects;
};

// All references must outlive it. Errors of its functions name the object, as kubectl does.
class object_writer {
public:
    using print = std::function<void(const std::string& line)>;
    object_writer(loop& l, client& api, kind_lookup& kinds, print out, object_writer_options o = {});

    // Applies in the given order, forced (server-side apply). A CustomResourceDefinition is established
    // before an object of its kind follows, and before this returns. Stops at the first error. One that lacks
    // a version in which objects may be stored is refused with advice, or they are migrated first.
    awaitable<result<>> apply(std::vector<bj::object> objects);
    // Deletes in the given order and waits until each is gone. One that does not exist is skipped.
    awaitable<result<>> remove(std::vector<bj::object> objects);
    // Returns the live objects of the kinds that these definitions define; definitions that do not exist or
    // have no objects are left out.
    awaitable<result<std::vector<definition_use>>> in_use(std::vector<bj::object> definitions);

private:
    struct target {
        group_version_kind gvk;
        const kind_info* kind = nullptr;
        object_key key;
        std::string shown() const { return shown_name(gvk, key.name); }
    };
    awaitable<result<target>> target_of(bj::object object);
    awaitable<result<>> apply_one(bj::object object);
    awaitable<result<>> allow_definition(target t, bj::object next);
    awaitable<result<>> establish_all();
    awaitable<result<>> migrate(std::string definition);
    awaitable<result<bool>> until_settled(std::string definition);
    awaitable<result<>> until_gone(target t);
    void note_future_kind(const bj::object& definition);
    bool needs_what_a_dry_run_lacks(const target& t) const;

    loop& loop_;
    client& api_;
    kind_lookup& kinds_;
    print out_;
    object_writer_options options_;
    std::vector<std::string> to_establish_;  // names of definitions
    // What a dry run did not create: namespaces and kinds.
    std::vector<std::string> future_namespaces_;
    std::vector<group_version_kind> future_kinds_;
};

bool is_definition(const bj::object& o);

}}}  // namespace setpoint::v0::cli
