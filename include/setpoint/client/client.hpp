#pragma once
// The client: typed, dynamic and metadata-only access to the Kubernetes API, over five calls that decorators
// replace (cached reads, leadership gates, test interceptors).
//
// Errors, all as result:
//   - what the server said: not_found, already_exists, conflict, invalid, forbidden, ...; for reads also
//     server_error;
//   - unreachable, timeout and, for reads, connection_lost;
//   - unknown_outcome: a write was sent and its answer never came, or the server failed (5xx) in the midst
//     of it. It may have been done: read before writing again;
//   - bad_data and too_large with an http_status of 2xx: a write was done, but its answer cannot be used;
//   - invalid with http_status 0: refused before it was sent, because a name or namespace is missing.
// Cancellation: every call may be cancelled; a write that was sent may then have happened.

#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/api/scale.hpp"
#include "setpoint/client/call.hpp"
#include "setpoint/client/json_patch.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/transport.hpp"
#include "setpoint/json/encode.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace setpoint {

using object_ptr = std::shared_ptr<const void>;
template <class T>
using snapshot = std::shared_ptr<const T>;  // an object as it was when it was read; never changes

struct list_options {
    std::string ns;              // empty: all namespaces
    std::string label_selector;  // as in kubectl -l
    std::string field_selector;
    std::int64_t limit = 500;  // page size of reads from the API; pages are followed to the end
};
struct write_options {
    std::string field_manager;  // empty: the client's
    bool dry_run = false;
    std::string field_validation;  // Strict, Warn, Ignore; empty: Strict for create, apply and patch
    // Preconditions of every write but create; a mismatch is errc::conflict and changes nothing. An apply
    // with a resource_version alone re-creates a deleted object; set the uid to prevent that.
    //
    // The uid holds for subresources too, where API servers ignore it in patches (the status of custom
    // resources, their scale). There a JSON patch and set_replicas() test it. Apply and merge patch go out
    // under the resourceVersion of the object with that UID: as get() returns it (a cached client makes no
    // request for that), and after a conflict as the server has it, a few times. So changes by others do not
    // disturb the write, while a write to an object of that name with another UID is impossible. With both a
    // uid and a resource_version, the write is sent once, under that version.
    std::string resource_version, uid;
};
enum class propagation : std::uint8_t { background, foreground, orphan };
struct delete_options {
    std::string uid, resource_version;  // preconditions
    propagation how = propagation::background;
    std::optional<std::int64_t> grace_period_seconds;
    bool dry_run = false;
    std::function<result<>()> may_start{};  // see call
};

class client {
public:
    virtual ~client() = default;

    // --- typed; T is a kind or a view of one (kind_of<T>()) ---
    template <class T>
    awaitable<result<snapshot<T>>> get(object_key key) {
        return as<T>(get_object(kind_of<T>(), std::move(key)));
    }
    template <class T>
    awaitable<result<std::vector<snapshot<T>>>> list(list_options options = {});
    template <class T>
    awaitable<result<snapshot<T>>> create(const T& object, write_options options = {}) {
        return as<T>(write(kind_of<T>(), create_call(kind_of<T>(), &object, options)));
    }
    // Server-side apply, forced: the fields that `desired` sets become ours, all others are left alone.
    template <class T>
    awaitable<result<snapshot<T>>> apply(const T& desired, write_options options = {}) {
        return as<T>(write(kind_of<T>(), apply_call(kind_of<T>(), &desired, "", options)));
    }
    // Applies the status subresource. Errors beside those above: conflict with http_status 0 when options.uid
    // is not the UID of the object that is there; nothing was sent then.
    template <class T>
    awaitable<result<snapshot<T>>> apply_status(const T& object, write_options options = {}) {
        return as<T>(
            write_patch(kind_of<T>(), apply_call(kind_of<T>(), &object, "status", options), options));
    }
    // RFC 7386 merge patch. With options.uid or .resource_version a mismatch is errc::conflict.
    template <class T>
    awaitable<result<snapshot<T>>> merge_patch(object_key key, boost::json::object patch,
                                               write_options options = {}, std::string subresource = {}) {
        call c = merge_call(kind_of<T>(), std::move(key), std::move(patch), std::move(subresource), options);
        return as<T>(write_patch(kind_of<T>(), std::move(c), options));
    }
    // RFC 6902 JSON patch. With options.uid or .resource_version a mismatch is errc::conflict; what cannot be
    // done, or a test that fails, is errc::invalid.
    template <class T>
    awaitable<result<snapshot<T>>> patch(object_key key, json_patch steps, write_options options = {},
                                         std::string subresource = {}) {
        call c = patch_call(kind_of<T>(), std::move(key), std::move(steps), std::move(subresource), options);
        return as<T>(write_patch(kind_of<T>(), std::move(c), options));
    }
    template <class T>
    awaitable<result<>> remove(object_key key, delete_options options = {}) {
        return remove_object(kind_of<T>(), std::move(key), std::move(options));
    }
    // deletecollection: every object of one namespace (or of a cluster-scoped kind) that the selectors of
    // `which` choose, all without any. The server takes them one by one: after an error some may be gone.
    template <class T>
    awaitable<result<>> remove_all(list_options which, delete_options options = {}) {
        return remove_all(kind_of<T>(), std::move(which), std::move(options));
    }

    // --- the scale subresource of T: of Deployments and their like, and of custom kinds with scale() ---
    template <class T>
    awaitable<result<snapshot<scale>>> get_scale(object_key key) {
        return get_scale(kind_of<T>(), std::move(key));
    }
    // Sets spec.replicas; errc::conflict when `wanted`, which get_scale() gave, is no longer what there is.
    template <class T>
    awaitable<result<snapshot<scale>>> update_scale(scale wanted, write_options options = {}) {
        return update_scale(kind_of<T>(), std::move(wanted), std::move(options));
    }
    // Sets spec.replicas, whatever it was: by a merge patch, with options.uid by a JSON patch that tests it.
    template <class T>
    awaitable<result<snapshot<scale>>> set_replicas(object_key key, std::int32_t replicas,
                                                    write_options options = {}) {
        return set_replicas(kind_of<T>(), std::move(key), replicas, std::move(options));
    }

    // --- dynamic objects; `update` (PUT) exists for these only. `kind`: kind_of<T>() or dynamic_kind(),
    // which must outlive the call ---
    awaitable<result<dynamic_object>> get(const kind_info& kind, object_key key);
    awaitable<result<std::vector<snapshot<dynamic_object>>>> list(const kind_info& kind,
                                                                  list_options options = {});
    awaitable<result<dynamic_object>> create(dynamic_object object, const kind_info& kind,
                                             write_options options = {});
    // Replaces the whole object (or its subresource); errc::conflict when it no longer has the object's
    // resourceVersion and UID, in place of which those of the options are sent when they are set.
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
    awaitable<result<snapshot<scale>>> get_scale(const kind_info& kind, object_key key);
    awaitable<result<snapshot<scale>>> update_scale(const kind_info& kind, scale wanted,
                                                    write_options options = {});
    awaitable<result<snapshot<scale>>> set_replicas(const kind_info& kind, object_key key,
                                                    std::int32_t replicas, write_options options = {});

    // --- what decorators override ---
    virtual awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) = 0;
    virtual awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                                    list_options options) = 0;
    // Any write but the delete of one object, and reads of subresources; the answer decoded as kind.type,
    // null after a deletecollection.
    virtual awaitable<result<object_ptr>> write(const kind_info& kind, call c) = 0;
    virtual awaitable<result<>> remove_object(const kind_info& kind, object_key key,
                                              delete_options options) = 0;
    // A list page or a watch whose answer is read piece by piece (reflectors). A status other than 200 is an
    // error already.
    virtual awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) = 0;
    // Owner of what is written, unless write_options name another.
    virtual std::string_view default_field_manager() const = 0;

    // --- writes as values, for code that knows kinds at run time only. options.uid does not guard the apply
    // and the merge patch of a subresource: give a resource_version ---
    call create_call(const kind_info& kind, const void* object, const write_options& options) const;
    call apply_call(const kind_info& kind, const void* object, std::string subresource,
                    const write_options& options) const;
    // With what encode_object() made of an object that has no UID and no resourceVersion.
    call apply_text_call(const kind_info& kind, object_key key, std::string encoded,
                         const write_options& options) const;
    call merge_call(const kind_info& kind, object_key key, boost::json::object patch, std::string subresource,
                    const write_options& options) const;
    call patch_call(const kind_info& kind, object_key key, json_patch steps, std::string subresource,
                    const write_options& options) const;

private:
    // Sends what apply_call(), merge_call() or patch_call() made with the same options, so that options.uid
    // holds on every endpoint (uid_guard.cpp).
    awaitable<result<object_ptr>> write_patch(const kind_info& kind, call c, const write_options& options);
    awaitable<result<object_ptr>> write_under_version(const kind_info& kind, call c, std::string uid);
    awaitable<result<object_ptr>> write_tested(const kind_info& kind, call c, std::string uid);

    template <class T>
    static awaitable<result<snapshot<T>>> as(awaitable<result<object_ptr>> erased) {
        auto r = co_await std::move(erased);
        if (!r) co_return std::move(r).error();
        co_return std::static_pointer_cast<const T>(std::move(*r));
    }
};

template <class T>
std::vector<snapshot<T>> as_snapshots(std::vector<object_ptr> objects) {
    std::vector<snapshot<T>> typed;
    typed.reserve(objects.size());
    for (object_ptr& o : objects) typed.push_back(std::static_pointer_cast<const T>(std::move(o)));
    return typed;
}

template <class T>
awaitable<result<std::vector<snapshot<T>>>> client::list(list_options options) {
    auto r = co_await list_objects(kind_of<T>(), std::move(options));
    if (!r) co_return std::move(r).error();
    co_return as_snapshots<T>(std::move(*r));
}

}  // namespace setpoint
