#pragma once
// Typed, dynamic and metadata-only access to the Kubernetes API. It is built on five virtual calls
// that decorators override (cached reads, leadership gates, test interceptors).
//
// Errors, all returned as result:
//   - errors from the server: not_found, already_exists, conflict, invalid, forbidden, ...; for
//     reads also server_error;
//   - unreachable, timeout and, for reads, connection_lost;
//   - unknown_outcome: a write was sent but its response never arrived, or the server failed (5xx)
//     while executing it. It may have been executed: read before you write again;
//   - bad_data and too_large with a 2xx http_status: a write was executed, but its response is
//     unusable;
//   - invalid with http_status 0: rejected before it was sent because a name or namespace is
//     missing.
// Cancellation: every call may be cancelled; a write that was already sent may still be executed.
//
//     const auto d = co_await api.get<apps_v1::deployment>({"default", "web"});
//     if (!d && d.error().code == errc::not_found) co_return outcome::done();
//     if (!d) co_return d.error();
//
// Lifetimes: the client must outlive its calls. Parameters that are passed by value are kept by the
// call; an object that is passed by reference is encoded when the function is called. Results are
// immutable and may be kept.

#include "setpoint/api/autoscaling_v1/scale.hpp"
#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/client/call.hpp"
#include "setpoint/client/json_patch.hpp"
#include "setpoint/client/snapshot.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"
#include "setpoint/json/encode.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 {

// The results of a list are one consistent state, also if it takes several pages.
struct list_options {
    std::string ns{};              // empty: all namespaces
    std::string label_selector{};  // kubectl -l syntax
    std::string field_selector{};
    std::int64_t limit = 500;  // page size of reads from the API; all pages are read
};
struct write_options {
    std::string field_manager{};  // empty: the client's default
    bool dry_run = false;
    std::string field_validation{};  // Strict, Warn, Ignore; empty: Strict for create, apply and patch
    // Preconditions of every write except create; a mismatch is errc::conflict and changes nothing.
    // Applying with only a resource_version re-creates a deleted object; set the uid to prevent
    // that.
    //
    // The uid also holds for subresources where API servers ignore it in patches (status and scale
    // of custom resources). There a JSON patch and set_replicas() test it. Apply and merge patch
    // are sent with the resourceVersion of the object with that UID: as get() returns it (a cached
    // client needs no request for that) and, after a conflict, as the server has it, a few times.
    // So changes by other clients do not disturb the write, while a write to a different object of that
    // name is impossible. With both a uid and a resource_version, the write is sent once, with that
    // version.
    std::string resource_version{}, uid{};
};
// What happens to dependents: the garbage collector deletes them after the object, before it (which
// waits for those with blockOwnerDeletion), or leaves them without an owner.
enum class propagation : std::uint8_t { background, foreground, orphan };
struct delete_options {
    std::string uid{}, resource_version{};  // preconditions
    propagation how = propagation::background;
    std::optional<std::int64_t> grace_period_seconds;
    bool dry_run = false;
    std::function<result<>()> may_start{};  // see call
    // Called before the call ends with the object that the response contains: a terminating object, or the
    // last state of an object that is gone. Many responses contain no object.
    std::function<void(const std::shared_ptr<const void>&)> on_answer{};
};

class client {
public:
    virtual ~client() = default;

    // --- typed; T is a kind or a partial type of one (kind_of<T>()) ---
    template <class T>
    awaitable<result<snapshot<T>>> get(object_key key) {
        return detail::as<T>(get_object(kind_of<T>(), std::move(key)));
    }
    template <class T>
    awaitable<result<std::vector<snapshot<T>>>> list(list_options options = {}) {
        return detail::as_list<T>(list_objects(kind_of<T>(), std::move(options)));
    }
    template <class T>
    awaitable<result<snapshot<T>>> create(const T& object, write_options options = {}) {
        return detail::as<T>(write(kind_of<T>(), create_call(kind_of<T>(), &object, options)));
    }
    // Server-side apply, forced: takes ownership of the fields that `desired` sets and leaves all
    // others alone.
    template <class T>
    awaitable<result<snapshot<T>>> apply(const T& desired, write_options options = {}) {
        return detail::as<T>(write(kind_of<T>(), apply_call(kind_of<T>(), &desired, "", options)));
    }
    // Applies the status subresource.
    // Errors in addition to the errors above: conflict with http_status 0 if options.uid is not the UID of
    // the current object; nothing was sent then.
    template <class T>
    awaitable<result<snapshot<T>>> apply_status(const T& object, write_options options = {}) {
        return detail::as<T>(
            write_patch(kind_of<T>(), apply_call(kind_of<T>(), &object, "status", options), options));
    }
    // The same for a kind and its status that are known only at run time: `status` is of the type that the
    // kind describes, and of `of` only the names count. Neither must outlive the call.
    awaitable<result<object_ptr>> apply_status(const kind_info& kind, const basic_meta& of,
                                               const void* status, const write_options& options);
    // RFC 7386 merge patch. Errors: conflict if options.uid or .resource_version does not match.
    template <class T>
    awaitable<result<snapshot<T>>> merge_patch(object_key key, boost::json::object patch,
                                               write_options options = {}, std::string subresource = {}) {
        call c = merge_call(kind_of<T>(), std::move(key), std::move(patch), std::move(subresource), options);
        return detail::as<T>(write_patch(kind_of<T>(), std::move(c), options));
    }
    // RFC 6902 JSON patch. Errors: conflict if options.uid or .resource_version does not match;
    // invalid if an operation or a test fails.
    template <class T>
    awaitable<result<snapshot<T>>> patch(object_key key, json_patch steps, write_options options = {},
                                         std::string subresource = {}) {
        call c = patch_call(kind_of<T>(), std::move(key), std::move(steps), std::move(subresource), options);
        return detail::as<T>(write_patch(kind_of<T>(), std::move(c), options));
    }
    template <class T>
    awaitable<result<>> remove(object_key key, delete_options options = {}) {
        return remove_object(kind_of<T>(), std::move(key), std::move(options));
    }
    // deletecollection: deletes every object of one namespace (or of a cluster-scoped kind) that
    // the selectors of `which` match; without selectors, all of them. The server deletes them one
    // by one, so after an error some may be gone.
    template <class T>
    awaitable<result<>> remove_all(list_options which, delete_options options = {}) {
        return remove_all(kind_of<T>(), std::move(which), std::move(options));
    }

    // --- the scale subresource of T: Deployments and the like, custom kinds with scale() ---
    template <class T>
    awaitable<result<snapshot<autoscaling_v1::scale>>> get_scale(object_key key) {
        return get_scale(kind_of<T>(), std::move(key));
    }
    // Sets spec.replicas. Errors: conflict if the object has changed since get_scale() returned
    // `wanted`.
    template <class T>
    awaitable<result<snapshot<autoscaling_v1::scale>>> update_scale(autoscaling_v1::scale wanted,
                                                                    write_options options = {}) {
        return update_scale(kind_of<T>(), std::move(wanted), std::move(options));
    }
    // Sets spec.replicas unconditionally, with a merge patch or, if options.uid is set, a JSON
    // patch that tests it.
    template <class T>
    awaitable<result<snapshot<autoscaling_v1::scale>>> set_replicas(object_key key, std::int32_t replicas,
                                                                    write_options options = {}) {
        return set_replicas(kind_of<T>(), std::move(key), replicas, std::move(options));
    }

    // --- dynamic objects, the only ones with `update` (PUT) ---
    // `kind` is kind_of<T>() or dynamic_kind() and must outlive the call.
    awaitable<result<dynamic_object>> get(const kind_info& kind, object_key key);
    awaitable<result<std::vector<snapshot<dynamic_object>>>> list(const kind_info& kind,
                                                                  list_options options = {});
    awaitable<result<dynamic_object>> create(dynamic_object object, const kind_info& kind,
                                             write_options options = {});
    // Replaces the whole object or its subresource. Errors: conflict if the server's object does
    // not have the same resourceVersion and UID; if the options set them, they replace those of the
    // object.
    awaitable<result<dynamic_object>> update(dynamic_object object, const kind_info& kind,
                                             write_options options = {}, std::string subresource = {});
    awaitable<result<dynamic_object>> apply(dynamic_object object, const kind_info& kind,
                                            write_options options = {}, std::string subresource = {});
    awaitable<result<dynamic_object>> merge_patch(const kind_info& kind, object_key key,
                                                  boost::json::object patch, write_options options = {},
                                                  std::string subresource = {});
    awaitable<result<dynamic_object>> patch(const kind_info& kind, object_key key, json_patch steps,
                                            write_options options = {}, std::string subresource = {});
    awaitable<result<>> remove(const kind_info& kind, object_key key, delete_options options = {}) {
        return remove_object(kind, std::move(key), std::move(options));
    }
    awaitable<result<>> remove_all(const kind_info& kind, list_options which, delete_options options = {});
    awaitable<result<snapshot<autoscaling_v1::scale>>> get_scale(const kind_info& kind, object_key key);
    awaitable<result<snapshot<autoscaling_v1::scale>>> update_scale(const kind_info& kind,
                                                                    autoscaling_v1::scale wanted,
                                                                    write_options options = {});
    awaitable<result<snapshot<autoscaling_v1::scale>>> set_replicas(const kind_info& kind, object_key key,
                                                                    std::int32_t replicas,
                                                                    write_options options = {});

    // --- what decorators override ---
    // Implementations return an object of the C++ type that `kind` describes, as a shared pointer to
    // void: one virtual function serves all kinds, and the templates above cast it back. The pointer
    // owns the object.
    virtual awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) = 0;
    virtual awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                                    list_options options) = 0;
    // Any write except the deletion of one object, and reads of subresources. Returns the response
    // decoded as kind.type; null after a deletecollection.
    virtual awaitable<result<object_ptr>> write(const kind_info& kind, call c) = 0;
    virtual awaitable<result<>> remove_object(const kind_info& kind, object_key key,
                                              delete_options options) = 0;
    // A list page or a watch whose response is read in pieces (for reflectors). Errors: any status
    // other than 200.
    virtual awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) = 0;
    // The field manager of writes, unless write_options set another.
    virtual std::string_view default_field_manager() const = 0;

    // --- writes as values, for code that learns kinds at run time ---
    // options.uid does not guard the apply and the merge patch of a subresource: set a
    // resource_version.
    call create_call(const kind_info& kind, const void* object, const write_options& options) const;
    call apply_call(const kind_info& kind, const void* object, std::string subresource,
                    const write_options& options) const;
    // `text` is encode_object()'s result for an object without UID and resourceVersion.
    call apply_text_call(const kind_info& kind, object_key key, std::string encoded,
                         const write_options& options) const;
    // A resourceVersion that no object has, so that a write with it can only create: etcd's first revision,
    // before any write. API servers do not compare the version of an object that does not exist.
    static constexpr std::string_view version_of_none = "1";
    // Creates the object of this text by an apply, so that later applies can remove its fields. The server
    // answers conflict (or already_exists) if it exists. `options`: no uid and no resource_version.
    call create_by_apply_call(const kind_info& kind, object_key key, std::string encoded,
                              write_options options) const;
    call merge_call(const kind_info& kind, object_key key, boost::json::object patch, std::string subresource,
                    const write_options& options) const;
    call patch_call(const kind_info& kind, object_key key, json_patch steps, std::string subresource,
                    const write_options& options) const;

private:
    // Sends the result of apply_call(), merge_call() or patch_call() with the same options, so that
    // options.uid holds on every endpoint (uid_guard.cpp).
    awaitable<result<object_ptr>> write_patch(const kind_info& kind, call c, const write_options& options);
    awaitable<result<object_ptr>> write_under_version(const kind_info& kind, call c, std::string uid);
    awaitable<result<object_ptr>> write_tested(const kind_info& kind, call c, std::string uid);
};

}}  // namespace setpoint::v0
