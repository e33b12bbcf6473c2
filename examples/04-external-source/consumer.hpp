#pragma once
// A controller with an external event source: a runnable polls a message broker, and posts the objects
// whose queue has changed to a channel. The reconciler scales a Deployment by the number of waiting
// messages.
#include <algorithm>
#include <map>
#include <setpoint/operator.hpp>

namespace consumers {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::schema;

struct consumer_spec {
    std::string queue, image;
    std::int32_t max_replicas = 10;
    static constexpr auto describe() {
        using self = consumer_spec;
        return object("The queue and the pods that read it.",
                      field(&self::queue, "queue", "The name of the queue.", required, min_length(1)),
                      field(&self::image, "image", "Container image.", required, min_length(1)),
                      field(&self::max_replicas, "maxReplicas", "Maximum number of pods.", minimum(1)));
    }
};
// It omits the number of messages, which changes all the time: each change would be a write.
struct consumer_status {
    std::int32_t ready_replicas = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using self = consumer_status;
        return object("Pods.", field(&self::ready_replicas, "readyReplicas", "Ready pods."),
                      field(&self::conditions, "conditions", "Available and Degraded.", list_map("type")));
    }
};
struct consumer : custom_resource<consumer_spec, consumer_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Consumer", "Reads a queue."); }
};

using backlogs = std::map<std::string, std::int64_t>;  // waiting messages, by queue
class broker {
public:
    virtual ~broker() = default;
    virtual awaitable<result<backlogs>> read() = 0;
};
// The result of the last poll; unset before the first one.
using last_poll = std::shared_ptr<std::optional<backlogs>>;

inline constexpr auto poll_interval = std::chrono::seconds(10);
inline constexpr std::int64_t messages_per_pod = 100;

inline std::int32_t desired_replicas(const consumer& self, std::int64_t messages) {
    const std::int64_t wanted = (messages + messages_per_pod - 1) / messages_per_pod;
    return static_cast<std::int32_t>(std::min<std::int64_t>(wanted, self.spec.max_replicas));
}

inline deployment desired_deployment(const consumer& self, std::int64_t messages) {
    deployment d = child_of<deployment>(self);
    d.spec.replicas = desired_replicas(self, messages);
    d.spec.selector.match_labels = {{"consumer", label_value_of(self.metadata.name)}};
    d.spec.pod_template.metadata.labels = d.spec.selector.match_labels;
    d.spec.pod_template.spec.containers = {{.name = "consumer", .image = self.spec.image}};
    return d;
}

struct consumer_reconciler {
    last_poll polled;

    awaitable<outcome> reconcile(context& ctx, snapshot<consumer> self) const {
        // Before the first poll the number is unknown, not 0: a restart must not stop the pods. The first
        // poll posts every object.
        if (!*polled) co_return outcome::done();
        const auto queue = (*polled)->find(self->spec.queue);
        consumer_status next = self->status;
        if (queue == (*polled)->end()) {  // only the user can fix this: report it, do not retry
            const problem missing{"QueueMissing", "The broker has no queue \"" + self->spec.queue + "\"."};
            ctx.conditions(*self, next).set("Degraded", explain(missing));
            co_return co_await ctx.report(*self, next);
        }
        const auto pods = co_await ctx.ensure(*self, desired_deployment(*self, queue->second));
        if (!pods) co_return pods.error();
        next.ready_replicas = pods->object->status.ready_replicas.value_or(0);
        ctx.conditions(*self, next)
            .set("Available", rollout(*pods->object).available)
            .set("Degraded", explain(*pods));
        co_return co_await ctx.report(*self, next);
    }
};

// Runs until the manager stops, which cancels the sleep.
inline awaitable<void> poll(manager& m, broker& from, last_poll polled, channel changed) {
    for (;; co_await m.event_loop().sleep(poll_interval)) {
        auto now = co_await from.read();
        const auto all = co_await m.client().list<consumer>();  // from the cache
        if (!now || !all) {
            m.log().warn("Cannot poll", {{"error", (now ? all.error() : now.error()).to_string()}});
            continue;  // keep the last result
        }
        const auto before = std::exchange(*polled, std::move(*now));
        const auto messages = [](const backlogs& b, const std::string& queue) {
            const auto q = b.find(queue);
            return q == b.end() ? std::nullopt : std::optional(q->second);
        };
        for (const snapshot<consumer>& c : *all)
            if (!before || messages(*before, c->spec.queue) != messages(**polled, c->spec.queue))
                changed.post(key_of(*c));
    }
}

// `from` must outlive the manager.
inline void add_consumer_controller(manager& m, broker& from) {
    const auto polled = std::make_shared<std::optional<backlogs>>();
    const channel changed;
    m.controller<consumer>().owns<deployment>().source(changed).reconcile(consumer_reconciler{polled});
    m.add_runnable("broker poll", [=, &m, &from] { return poll(m, from, polled, changed); });
}

}  // namespace consumers
