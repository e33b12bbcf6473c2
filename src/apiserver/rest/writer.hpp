#pragma once
// Creates and updates: from an object as it was decoded to what is stored (apiserver,
// registry/generic/registry and registry/rest).

#include "apiserver/rest/options.hpp"
#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

struct written {
    bj::object object;  // as its version of the API has it
    bool created = false;
    bool deleted = false;  // it was the last thing that held it
};

// One for each request.
class object_writer {
public:
    object_writer(world& w, const resource& r, std::string subresource, write_options o,
                  std::vector<std::string>& warnings)
        : world_(w),
          kind_(r),
          subresource_(std::move(subresource)),
          options_(std::move(o)),
          warnings_(warnings) {}

    // `object`: decoded, with defaults; its namespace is that of the request.
    // `by_update`: it was to be updated, and is not there.
    api_result<written> create(bj::object object, bool track = true, bool by_update = false);
    // Gives it managedFields without storing anything.
    void own(bj::object& object) { track(object, nullptr); }

    // Before create(): whether its own labels came from the client, not from defaults.
    void take_labels(const bj::object& as_sent);

    // What is stored next is not in the form that it is read in: see record::rewrite.
    // `spec`: and that makes its spec another one than it was.
    void store_reshaped(bool spec) {
        reshaped_ = true;
        spec_reshaped_ = spec;
    }

    // Makes the new object of what is there (null: nothing); with defaults. It sees the object as served.
    using change = std::function<api_result<bj::object>(const bj::object* live)>;
    struct update_rules {
        bool may_create = false;
        bool tracked = false;  // the change has seen to managedFields
        std::string uid;       // precondition of the storage: 409
    };
    api_result<written> update(const object_key& key, const change& c, const update_rules& rules);

private:
    struct versions;
    api_result<> admit(const char* verb, const object_key& key, bj::object& object, const bj::object* old,
                       const std::vector<write_step>& steps);
    api_result<> check_version(const object_key& key, bj::object& next, const bj::object& live) const;
    api_result<> settle_name(bj::object& object, object_key& key);
    void prepare_new(bj::object& object);
    void prepare_next(bj::object& next, const bj::object& live);
    void count_generation(bj::object& next, const bj::object& live) const;
    api_result<> check_new(const bj::object& object);
    api_result<> check_next(const bj::object& next, const bj::object& live);
    void track(bj::object& next, const bj::object* live);

    world& world_;
    const resource& kind_;
    std::string subresource_;
    write_options options_;
    std::vector<std::string>& warnings_;
    bool reshaped_ = false, spec_reshaped_ = false, labels_sent_ = true;
};

// The precondition of a PUT, of an object as of its subresources: 409 when the UID is another one. `is`: ""
// of an object that is not there. Patches have none.
api_result<> check_stored_uid(const resource& r, const object_key& key, std::string_view wanted,
                              std::string_view is);
// Whether a resourceVersion that a client sent is one: a number.
bool is_version(std::string_view text);

// What managed fields need of a kind.
struct versioned_type;
struct field_manager;
versioned_type versioned_type_of(const world& w, const resource& r, std::string_view subresource,
                                 const bj::object& blank);
bj::object zero_value_of(const resource& r);
field_manager field_manager_of(const world& w, const resource& r, std::string_view subresource,
                               const write_options& o);

}  // namespace setpoint::apiserver
