#pragma once
// Creates and updates: from the decoded object to the stored one (apiserver,
// registry/generic/registry and registry/rest).

#include "apiserver/rest/options.hpp"
#include "apiserver/rest/webhook_admission.hpp"

namespace setpoint::inline v0::apiserver {

struct written {
    bj::object object;  // in the version of the resource
    bool created = false;
    bool deleted = false;  // the write removed the last finalizer of a deleted object
};

// Used for one request.
class object_writer {
public:
    object_writer(server_state& w, const resource& r, std::string subresource, write_options o,
                  std::vector<std::string>& warnings)
        : state_(w),
          kind_(r),
          subresource_(std::move(subresource)),
          options_(std::move(o)),
          warnings_(warnings) {}

    // `object`: decoded, with defaults, in the namespace of the request. `by_update`: the request
    // is an update of a missing object.
    api_result<written> create(bj::object object, bool track = true, bool by_update = false);
    // Sets managedFields without storing anything.
    void own(bj::object& object) { track(object, nullptr); }

    // Call before create(): records whether labels came from the client, not from defaults.
    void note_sent_labels(const bj::object& as_sent);

    // The next stored object is not in the form it is read in: see record::rewrite. `spec`: this
    // also changes its spec.
    void store_reshaped(bool spec) {
        reshaped_ = true;
        spec_reshaped_ = spec;
    }

    // Computes the new object from the live one (null: missing), with defaults. `live` is in the
    // served version.
    using change = std::function<api_result<bj::object>(const bj::object* live)>;
    struct update_rules {
        bool may_create = false;
        bool tracked = false;  // the change has set managedFields
        std::string uid;       // precondition of the storage: 409
        // For a subresource whose objects have a form of their own, such as Scale: that form, and the
        // object in it. Mutating webhooks were called before; validating ones get this.
        const resource* form = nullptr;
        std::function<bj::object(const bj::object& object)> as_form{};
    };
    api_result<written> update(const object_key& key, const change& c, const update_rules& rules);

private:
    struct versions;
    api_result<> admit(const char* verb, const object_key& key, bj::object& object, const bj::object* old,
                       const std::vector<write_step>& steps);
    admission_attributes seen_by_webhooks(const char* operation, const resource& form,
                                          const object_key& key) const;
    api_result<> mutate(const char* verb, const object_key& key, bj::object& object, const bj::object* old);
    api_result<> validate_by_webhooks(const char* operation, const object_key& key, bj::object& object,
                                      const bj::object* old, const update_rules& rules);
    void prune_mutated(bj::object& object) const;
    api_result<> check_version(const object_key& key, bj::object& next, const bj::object& live) const;
    api_result<> resolve_name(bj::object& object, object_key& key);
    void prepare_new(bj::object& object);
    void prepare_next(bj::object& next, const bj::object& live);
    void count_generation(bj::object& next, const bj::object& live) const;
    api_result<> check_new(const bj::object& object);
    api_result<> check_next(const bj::object& next, const bj::object& live);
    void track(bj::object& next, const bj::object* live);

    server_state& state_;
    const resource& kind_;
    std::string subresource_;
    write_options options_;
    std::vector<std::string>& warnings_;
    bool reshaped_ = false, spec_reshaped_ = false, labels_sent_ = true, mutated_ = false;
};

// The precondition of a PUT to an object or a subresource: 409 if the UID differs. `is`: "" for a
// missing object. Patches have no such precondition.
api_result<> check_stored_uid(const resource& r, const object_key& key, std::string_view wanted,
                              std::string_view is);
// For objects from a body and from a patch alike.
api_result<> check_depth(const bj::object& object);
// Whether a resourceVersion sent by a client is a number.
bool is_version(std::string_view text);

}  // namespace setpoint::inline v0::apiserver
