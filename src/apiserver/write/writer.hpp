#pragma once
// Creates and updates: from the decoded object to the stored one (apiserver,
// registry/generic/registry and registry/rest).

#include "apiserver/admission/webhook_admission.hpp"
#include "apiserver/request/options.hpp"
#include "apiserver/state/converter.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct written {
    bj::object object;  // in the version of the resource
    bool created = false;
    bool deleted = false;  // the write removed the last finalizer of a deleted object
};

// The key in the real server's storage.
std::string stored_path(const resource& r, const object_key& key);

// Used for one request. Suspends only while webhooks are called, also those that authorize: nobody else
// writes between the last call and the write to the store, and what the request depends on is then checked
// again.
class object_writer {
public:
    // `due`: when the request ends.
    object_writer(server_state& w, const resource& r, std::string subresource, write_options o,
                  std::vector<std::string>& warnings, time_point due = never)
        : state_(w),
          kind_(r),
          subresource_(std::move(subresource)),
          options_(std::move(o)),
          warnings_(warnings),
          due_(due) {}

    // `object`: decoded, with defaults, in the namespace of the request. `by_update`: the request
    // is an update of a missing object.
    awaitable<api_result<written>> create(bj::object object, bool track = true, bool by_update = false);
    // Sets managedFields of an object that is not stored.
    void own(bj::object& object) { track_now(object, nullptr); }

    // Call before create(): records whether labels came from the client, not from defaults.
    void note_sent_labels(const bj::object& as_sent);

    // The next stored object is not in the form it is read in: see record::rewrite. `spec`: this
    // also changes its spec.
    void store_reshaped(bool spec) {
        reshaped_ = true;
        spec_reshaped_ = spec;
    }

    // For custom resources: the change dropped this deletion timestamp, which is no time. An update that
    // would write it is rejected. Nothing: it is one.
    void note_unreadable_deletion(std::optional<std::string> text) { unreadable_deletion_ = std::move(text); }

    // Computes the new object from the live one (null: missing), with defaults. `live` is in the
    // served version. Called again if `known` lacked a conversion, or if another request wrote the object
    // meanwhile.
    using change = std::function<api_result<bj::object>(const bj::object* live, conversion_memo& known)>;
    struct update_rules {
        bool may_create = false;
        bool tracked = false;  // the change has set managedFields
        std::string uid;       // precondition of the storage: 409
        // For a subresource whose objects have a form of their own, such as Scale: that form, and the
        // object in it. Mutating webhooks were called before; validating ones get this.
        const resource* form = nullptr;
        std::function<bj::object(const bj::object& object)> as_form{};
    };
    awaitable<api_result<written>> update(const object_key& key, const change& c, const update_rules& rules);
    // The same once: nothing if another request wrote the object meanwhile.
    awaitable<api_result<std::optional<written>>> try_update(const object_key& key, const change& c,
                                                             const update_rules& rules);
    awaitable<api_result<std::optional<written>>> try_create(const object_key& key, const change& c,
                                                             const update_rules& rules);

private:
    awaitable<api_result<bj::object>> changed(const change& c, const bj::object* live);
    void default_times(bj::object& object) const;
    void track_now(bj::object& next, const bj::object* live);
    awaitable<void> track(bj::object& next, const bj::object* live);
    // For an update that creates: whether the user may create, too.
    awaitable<api_result<>> may_create(const object_key& key, bj::object& object);
    // The last steps of a create: what it takes from the rest of the cluster, and the webhooks that look at
    // it.
    awaitable<api_result<stored_forms>> allocate(const object_key& key, bj::object& object);
    api_result<> check_again(const char* verb, const object_key& key, const bj::object& object,
                             const bj::object* old);
    api_result<written> keep_new(const object_key& key, bj::object object, stored_forms forms);
    api_result<written> keep_next(const object_key& key, bj::object next, const bj::object& live,
                                  const record& now, stored_forms forms);
    api_result<> admit(const char* verb, const object_key& key, bj::object& object, const bj::object* old,
                       const std::vector<write_step>& steps);
    admission_attributes seen_by_webhooks(const char* operation, const resource& form,
                                          const object_key& key) const;
    // If webhooks or policies may change the object: these, and the steps of server_state::admission.
    awaitable<api_result<>> mutate(const char* verb, const object_key& key, bj::object& object,
                                   const bj::object* old);
    awaitable<api_result<>> validate_by_webhooks(const char* operation, const object_key& key,
                                                 bj::object& object, const bj::object* old,
                                                 const update_rules& rules);
    void prune_mutated(bj::object& object) const;
    api_result<> check_version(const object_key& key, bj::object& next, const bj::object& live) const;
    api_result<> resolve_name(bj::object& object, object_key& key);
    void prepare_new(bj::object& object);
    void prepare_next(bj::object& next, const bj::object& live);
    void count_generation(bj::object& next, const bj::object& live) const;
    api_result<> check_new(const bj::object& object);
    api_result<> check_next(const bj::object& next, const bj::object& live);
    bool check_readable(const bj::object& next, const bj::object& live, field_errors& errors) const;
    // Kubernetes' declarative validation. `old` is null for a create.
    void check_declared(const bj::object& now, const bj::object* old, field_errors& errors) const;
    // Once the webhooks that authorize have answered what check_new() asks.
    awaitable<api_result<>> check_new_reviewed(const object_key& key, bj::object& object);
    // check_next(), and what the update takes from the rest of the cluster.
    api_result<> accept_next(const object_key& key, bj::object& next, const bj::object& live);

    server_state& state_;
    const resource& kind_;
    std::string subresource_;
    write_options options_;
    std::vector<std::string>& warnings_;
    time_point due_;
    std::optional<std::string> unreadable_deletion_;
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

}}}  // namespace setpoint::v0::apiserver
