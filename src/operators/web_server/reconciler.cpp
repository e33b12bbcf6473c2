#include "operators/web_server/reconciler.hpp"

#include "setpoint/client/refusal.hpp"
#include "setpoint/controller/ensure.hpp"
#include "setpoint/json/compare.hpp"

#include <fmt/format.h>

namespace web_server {

using namespace setpoint;

namespace {

// A quota that was full may have room again, and a changed name may be free again: no watch reports either.
constexpr duration retry_refused = std::chrono::seconds(30);

// What only somebody else can mend, or a change of the spec: not worth a retry.
std::optional<problem> as_problem(std::string_view kind, std::string_view name, const error& e) {
    if (e.code != errc::invalid && e.code != errc::forbidden) return std::nullopt;
    return problem{e.code == errc::invalid ? "Rejected" : "Forbidden",
                   fmt::format("{} \"{}\" was refused: {}", kind, name, brief(e))};
}

template <class T>
void tell(context& ctx, const web_server& self, const ensure_result<T>& r) {
    const std::string_view kind = kind_of<T>().gvk.kind;
    const text name = r.object->metadata.name;
    if (r.what == ensured::created || r.what == ensured::updated) ctx.knows(r.object);
    if (r.what == ensured::created) {
        const std::string created = "Created " + std::string(kind);
        ctx.log().info(created, {{"child", name.view()}});
        ctx.event(self, event_type::normal, "Created", created + ' ' + name.str());
    }
    if (r.what != ensured::updated) return;
    for (const json::difference& d : r.changes) {
        ctx.log().info(fmt::format("{} {} change", kind, d.path),
                       {{"child", name.view()}, {"from", d.live}, {"to", d.desired}});
        ctx.event(self, event_type::normal, "Updated",
                  fmt::format("{} {}: {} from {} to {}", kind, name, d.path, d.live, d.desired));
    }
}

template <class T>
problem not_ours(const T& child) {
    const owner_reference* owner = controller_of(child.metadata);
    return {"NotOurs", fmt::format("{} \"{}\" exists and belongs to {}; it is not taken over",
                                   kind_of<T>().gvk.kind, child.metadata.name,
                                   owner ? fmt::format("{} \"{}\"", owner->kind, owner->name) : "nobody")};
}

// A deleted object of a name that a WebServer would use for its child, whoever it belonged to: the WebServer
// that could not have the name may go on now. (Children of its own map by owner reference as well; for names
// that hold a hash, the retry has to do.)
template <class T>
std::function<std::vector<object_key>(const T&)> owner_by_name(std::string_view suffix) {
    return [suffix](const T& child) {
        std::vector<object_key> keys;
        const std::string_view name = child.metadata.name;
        if (name.ends_with(suffix))
            keys.emplace_back(child.metadata.ns.str(),
                              std::string(name.substr(0, name.size() - suffix.size())));
        return keys;
    };
}

bool is_controlled_by(const object_meta& child, const web_server& self) {
    const owner_reference* owner = controller_of(child);
    return owner && owner->uid == self.metadata.uid;
}

bool is_deletion(const object_change& c, const kind_info&) {
    return c.what == object_change::kind::deleted;
}

}  // namespace

awaitable<outcome> web_server_reconciler::reconcile(context& ctx, object_key key) {
    auto self = co_await client_.get<web_server>(key);
    if (!self) {
        if (self.error().code == errc::not_found)
            co_return outcome::done();  // deleted; the garbage collector does the rest
        co_return self.error();
    }
    if (is_deleting((*self)->metadata)) co_return outcome::done();
    auto seen = co_await ensure_children(ctx, **self);
    if (!seen) co_return seen.error();
    auto reported = co_await report(ctx, **self, *seen);
    if (!reported) co_return reported.error();
    co_return seen->refused ? outcome::requeue_after(retry_refused) : outcome::done();
}

awaitable<result<observation>> web_server_reconciler::ensure_children(context& ctx, const web_server& self) {
    observation seen;
    seen.trouble = check_spec(self);
    if (seen.trouble) {
        // What runs is left running; its state is still reported.
        const std::string& ns = self.metadata.ns.str();
        auto live = co_await client_.get<deployment>({ns, deployment_name(self)});
        if (live && is_controlled_by((*live)->metadata, self)) seen.deployment = *live;
        const auto serving = co_await client_.get<service>({ns, service_name(self)});
        seen.no_service = !serving || !is_controlled_by((*serving)->metadata, self);
        co_return seen;
    }
    auto deployed = co_await ensure(ctx, client_, self, desired_deployment(self));
    if (deployed) {
        tell(ctx, self, *deployed);
        if (deployed->what == ensured::foreign)
            seen.trouble = not_ours(*deployed->object);
        else
            seen.deployment = deployed->object;
    } else if (seen.trouble = as_problem("Deployment", deployment_name(self), deployed.error());
               !seen.trouble) {
        co_return deployed.error();
    }
    auto served = co_await ensure(ctx, client_, self, desired_service(self));
    if (served) {
        tell(ctx, self, *served);
        seen.no_service = served->what == ensured::foreign;
        if (seen.no_service && !seen.trouble) seen.trouble = not_ours(*served->object);
    } else {
        auto trouble = as_problem("Service", service_name(self), served.error());
        if (!trouble) co_return served.error();
        seen.no_service = true;
        if (!seen.trouble) seen.trouble = std::move(trouble);
    }
    seen.refused = seen.trouble.has_value();
    co_return seen;
}

awaitable<result<>> web_server_reconciler::report(context& ctx, const web_server& self,
                                                  const observation& seen) {
    web_server update;
    update.metadata.name = self.metadata.name;
    update.metadata.ns = self.metadata.ns;
    update.status = desired_status(self, seen, ctx.wall_now());
    if (json::same(update.status, self.status)) co_return result<>();
    const condition* before = find_condition(self.status.conditions, "Degraded");
    if (seen.trouble &&
        (!before || before->reason != seen.trouble->reason || before->message != seen.trouble->message)) {
        ctx.log().warn("WebServer is degraded",
                       {{"reason", seen.trouble->reason}, {"why", seen.trouble->message}});
        ctx.event(self, event_type::warning, seen.trouble->reason, seen.trouble->message);
    }
    write_options options;
    options.uid = self.metadata.uid.str();  // never the status of another object of that name
    auto written = co_await client_.apply_status(update, std::move(options));
    if (!written) {
        if (written.error().code == errc::not_found) co_return result<>();  // deleted meanwhile
        co_return written.error().within("reporting the status");
    }
    ctx.knows(*written);
    co_return result<>();
}

void add_web_server_controller(manager& m) {
    m.controller<web_server>()
        .owns<deployment>()
        .owns<service>()
        .watches<deployment>(owner_by_name<deployment>(""), {is_deletion})
        .watches<service>(owner_by_name<service>("-service"), {is_deletion})
        .reconcile_with(web_server_reconciler{m.client()});
}

}  // namespace web_server
