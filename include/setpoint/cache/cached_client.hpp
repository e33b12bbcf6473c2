#pragma once
// A client that reads watched kinds from the cache and sends all other requests to the API server.
// It reads its own writes.
//
//     cached_client api(l, c, server_client);
//     c.watch<core_v1::secret>();  // from now on reads of secrets come from the cache
//     const auto s = co_await api.get<core_v1::secret>(key);

#include "setpoint/cache/cache.hpp"
#include "setpoint/client/client.hpp"

#include <cstdint>
#include <vector>

namespace setpoint { inline namespace v0 {

enum class removal : std::uint8_t;

// Observes the writes that go through a cached_client, except deletions. Must not suspend or throw.
struct write_observer {
    virtual ~write_observer() = default;
    // The running task is about to send `c`. Returns a number for answered(); 0: not interested.
    virtual std::uint32_t sending(const kind_info& kind, const call& c) = 0;
    // The same task has received the object as the write left it.
    virtual void answered(std::uint32_t number, const kind_info& kind, const object_ptr& answer) = 0;
    // The running task is about to write: for every write and deletion of an object or a collection, with any
    // subresource. A deletion has no body. Called before sending().
    virtual void noting(const call& c) { static_cast<void>(c); }
    // Whether noting() does anything: only then is the call of a deletion made for it.
    virtual bool notes() const { return false; }
};

// The index of index_by_controller().
inline constexpr std::string_view controller_index = "setpoint.dev/controller-uid";

// Reads from the cache if the kind is watched as this type and the scope covers the namespace.
// All other reads are live: nothing is cached that cache::watch() did not ask for. A cached read waits
// until the cache is synced, for at most sync_limit. A list is a snapshot of one moment; it is
// assembled in slices of 256 objects, so that a list of 100,000 does not block the loop.
//
// Writes go to the server, and their responses are overlaid on the cache: an object whose deletion waits for
// finalizers or a grace period reads as terminating, and one whose last finalizer is removed as absent. After
// a write whose outcome is unknown, or that was cancelled in flight, the next read of that key is live. After
// a deletecollection, so is the next read of each key that it may have deleted.
//
// Errors: timeout if the cache is not synced in time, with the informer's status; not_found, with a
// message that names the cache, for a missing object; unsupported with http_status 404 for an
// optional kind that the server does not serve, as the server itself would answer.
// Objects that it returns are shared with the cache and other readers: they are immutable, and keeping
// one keeps its memory. Cancellation of a waiting read changes nothing.
class cached_client final : public client {
public:
    static constexpr duration sync_limit = std::chrono::seconds(30);

    // All references must outlive the client and its calls. `inner` sends the requests.
    cached_client(loop& l, cache& c, client& inner) : loop_(l), cache_(c), inner_(inner) {}

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override;
    // In key order if they come from the cache. Errors: invalid for a field selector that the cache
    // cannot evaluate.
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                            list_options options) override;
    // The objects that an index of the kind's collection finds. Errors: invalid when there is no such
    // collection or index.
    awaitable<result<std::vector<object_ptr>>> list_indexed(const kind_info& kind,
                                                            indexed_list_options options);
    template <class T>
    awaitable<result<std::vector<snapshot<T>>>> list_indexed(std::string index, std::string value,
                                                             std::string ns = {});
    // Adds `controller_index` to the kind's collection, if there is one: objects by the UID of their
    // controller. Does nothing if the index exists. It is built in the background; see
    // cached_collection::add_index().
    void index_by_controller(const kind_info& kind, std::string_view ns);
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override;
    awaitable<result<>> remove_object(const kind_info& kind, object_key key, delete_options options) override;
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        return inner_.open(std::move(c));
    }
    std::string_view default_field_manager() const override { return inner_.default_field_manager(); }

    // The observer must outlive the client or be removed with ignore().
    void observe(write_observer& o) { observers_.push_back(&o); }
    void ignore(write_observer& o) { std::erase(observers_, &o); }

private:
    struct observed {
        write_observer* by = nullptr;
        std::uint32_t number = 0;
    };
    observed sending(const kind_info& kind, const call& c) const;
    void note_removal(const kind_info& kind, const object_key& key) const;
    awaitable<result<object_ptr>> get_cached(const kind_info& kind, cached_collection& v, object_key key);
    awaitable<result<std::vector<object_ptr>>> list_traced(cached_collection& v,
                                                           indexed_list_options options);
    awaitable<result<std::vector<object_ptr>>> list_cached(cached_collection& v,
                                                           indexed_list_options options);
    awaitable<result<>> wait_for(const cached_collection& v);
    awaitable<result<>> read_again(cached_collection& v, object_key key);
    awaitable<result<>> read_again(cached_collection& v, std::vector<object_key> keys);
    awaitable<result<>> read_namespace(cached_collection& v, std::string ns, std::vector<object_key> keys);
    awaitable<result<object_ptr>> remove_collection(const kind_info& kind, call c);
    void mark_stale(const kind_info& kind, const object_key& key);
    std::string shown_uid(const kind_info& kind, const object_key& key) const;
    void show_deletion(const kind_info& kind, const object_key& key, const std::string& uid, removal what);
    object_ptr held_as(const kind_info& kind, const object_key& key, std::string_view answer);

    loop& loop_;
    cache& cache_;
    client& inner_;
    std::vector<write_observer*> observers_;
};

// A client whose reads all go to the server and whose writes go through a cached client, so that its reads
// show them.
// It waits for no cache, so that it also works before the caches are complete.
class live_client final : public client {
public:
    // Both must outlive the client and its calls; `server` is the client to which `cached` sends requests.
    live_client(client& server, cached_client& cached) : server_(server), cached_(cached) {}

    awaitable<result<object_ptr>> get_object(const kind_info& kind, object_key key) override {
        return server_.get_object(kind, std::move(key));
    }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info& kind,
                                                            list_options options) override {
        return server_.list_objects(kind, std::move(options));
    }
    awaitable<result<object_ptr>> write(const kind_info& kind, call c) override {
        return cached_.write(kind, std::move(c));
    }
    awaitable<result<>> remove_object(const kind_info& kind, object_key key,
                                      delete_options options) override {
        return cached_.remove_object(kind, std::move(key), std::move(options));
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call c) override {
        return server_.open(std::move(c));
    }
    std::string_view default_field_manager() const override { return server_.default_field_manager(); }

private:
    client& server_;
    cached_client& cached_;
};

template <class T>
awaitable<result<std::vector<snapshot<T>>>> cached_client::list_indexed(std::string index, std::string value,
                                                                        std::string ns) {
    indexed_list_options o;
    o.ns = std::move(ns);
    o.index = std::move(index);
    o.index_value = std::move(value);
    return detail::as_list<T>(list_indexed(kind_of<T>(), std::move(o)));
}

}}  // namespace setpoint::v0
