#pragma once
// Runs one list and watch as reflector_fsm decides, and feeds the shards of one or more collections from
// the same bytes.

#include "framework/cache/informer_metrics.hpp"
#include "framework/cache/namespace_shard.hpp"
#include "framework/cache/reflector_fsm.hpp"
#include "setpoint/cache/report.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/sync.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 {

// What to list and watch.
struct informer_target {
    group_version_resource resource;
    setpoint::scope scope = setpoint::scope::namespaced;
    std::string ns;  // "": all namespaces
    std::string label_selector, field_selector;
    friend bool operator==(const informer_target&, const informer_target&) = default;
    // Returns "deployments.apps" or "deployments.apps in web", for messages.
    std::string describe() const;
};

class informer {
public:
    // The API server sends a bookmark about every minute (k8s.io/apiserver: bookmarkFrequency), so
    // a watch that is silent for longer has stalled. Only complete events count.
    static constexpr duration silence_limit = std::chrono::seconds(75);
    // The limit for one page of a list. The API server ends a request after a minute
    // (--request-timeout), but a proxy in between may not.
    static constexpr duration page_limit = std::chrono::minutes(5);

    // All references must outlive the informer. `synced` is notified when a collection becomes complete.
    // `stream_lists`: see cache_options. The kind is best-effort until require() is called.
    informer(loop& l, client& api, logger log, metrics& m, informer_target target, notifier& synced,
             bool stream_lists = false);
    informer(const informer&) = delete;
    informer& operator=(const informer&) = delete;
    ~informer();

    const informer_target& target() const noexcept { return target_; }
    const informer_status& status() const noexcept { return status_; }
    informer_report report_values() const;
    presence needed() const { return fsm_.needed(); }
    void require(presence need) { fsm_.set_presence(std::min(need, fsm_.needed())); }
    // Feeds `shard` as well, which must outlive the informer. A running informer lists again for
    // it.
    void add(namespace_shard& shard);
    // The highest resourceVersion of this process's writes and reads that the watch will reach; "": none.
    std::string_view last_answer() const;
    // Whether the collections do not show `version` yet; `synced` is notified when they do. False if versions
    // of this server cannot be compared.
    bool awaits(const std::string& version);
    // Lists the newest state; newest_lists() counts those that the collections show.
    void read_newest();
    std::uint64_t newest_lists() const noexcept { return newest_lists_; }
    // Runs until cancelled. All failures are retried.
    awaitable<void> run();

private:
    struct fed_shard {
        namespace_shard* shard;
        std::string name;  // distinguishes the collections of one informer
        shard_metrics measured;
        bool in_list = false;  // takes part in the list being read
        bool fed = false;      // has taken in a list, so it receives events
    };

    call make_call(const reflector_step& s) const;
    // Prepares all shards for a list.
    awaitable<void> begin_list();
    awaitable<void> list(reflector_step s);
    awaitable<result<json::list_meta>> read_page(call c);
    awaitable<void> take_in(bool regressed);
    // Makes all shards drop the own writes that their stores have caught up with.
    awaitable<void> sweep_writes();
    awaitable<void> watch(reflector_step s);
    awaitable<void> follow(call c);
    awaitable<void> read_frames(http::response_stream& stream, std::string what);
    enum class delivery : std::uint8_t {
        done,
        list_complete,   // the frame ended a streamed list: take it in
        list_regressed,  // the same, and the list is older than what was seen
        failed           // the watch cannot continue
    };
    delivery deliver(const watch_frame& frame, std::string_view what);
    // A bookmark while a list is streamed: the one that ends the list is annotated.
    delivery deliver_list_bookmark(const object_meta& bookmark);
    void deliver_bookmark(const object_meta& meta);
    // False: the frame has no readable object.
    bool deliver_object(const watch_frame& frame);
    // The same for an object of a streamed list.
    bool stage_object(const watch_frame& frame);
    template <class T>
    std::optional<T> decode(std::string_view object);
    // After the end of a streamed list. False: the watch cannot continue.
    awaitable<bool> take_in_streamed(bool regressed);
    void report();
    // Yields once enough objects were processed in this turn.
    awaitable<void> pause(std::size_t objects);

    loop& loop_;
    client& api_;
    informer_target target_;
    logger log_;
    metrics& metrics_;
    notifier& synced_;
    reflector_fsm fsm_;
    informer_status status_;
    informer_metrics measured_;
    std::vector<fed_shard> shards_;
    string_pool pool_;
    json::decoder decoder_;
    cancel_scope* interrupt_ = nullptr;  // around the open watch
    std::size_t since_pause_ = 0;
    std::string awaited_;  // version; "": none
    std::uint64_t newest_lists_ = 0;
    bool arrival_pending_ = false;  // the server did not serve the kind: report its arrival
};

}}  // namespace setpoint::v0
