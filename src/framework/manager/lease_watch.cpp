#include "framework/manager/lease_watch.hpp"

#include "framework/cache/watch_frames.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/json/decode.hpp"

namespace setpoint { inline namespace v0 {

awaitable<void> lease_watch::run() {
    backoff pause(backoff_policy::reflector());
    for (;;) {
        const result<> ended = co_await follow();
        if (!ended && !std::exchange(complained_, true))
            log_.info("The lease cannot be watched: changes are noticed at the next read",
                      {{"error", ended.error().to_string()}});
        co_await loop_.sleep(pause.next(loop_.now(), loop_.random()));
    }
}

awaitable<result<>> lease_watch::follow() {
    const kind_info& kind = kind_of<coordination_v1::lease>();
    call c;
    c.op = verb::watch;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.key.ns = key_.ns;
    c.query().field_selector = "metadata.name=" + key_.name;
    c.query().timeout_seconds = server_timeout_seconds;
    // Without a resourceVersion the watch begins with the current state.
    auto stream = co_await api_.open(c);
    if (!stream) co_return stream.error();
    watch_frames frames;
    for (;;) {
        const auto piece = co_await with_timeout(loop_, silence_limit, "watch the lease", (*stream)->read());
        if (!piece) co_return piece.error();
        if (piece->empty()) co_return result<>();
        frames.feed(*piece);
        for (;;) {
            const auto frame = frames.next();
            if (!frame) co_return frame.error();
            if (!*frame) break;
            if ((*frame)->type == watch_event::error) co_return result<>();
            take(**frame);
        }
    }
}

void lease_watch::take(const watch_frame& frame) {
    if (frame.type == watch_event::bookmark) return;
    const auto told = json::decode<coordination_v1::lease>(frame.object);
    // An unreadable event also makes the candidate read the Lease.
    const bool held =
        told && frame.type != watch_event::deleted && !told->spec.holder_identity.value_or("").empty();
    if (held) return;
    free_ = true;
    changed_.notify();
}

}}  // namespace setpoint::v0
