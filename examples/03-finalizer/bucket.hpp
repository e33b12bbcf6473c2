#pragma once
// Creates something outside of the cluster, here a storage bucket, for each object, and cleans it up behind a
// finalizer. A step that fails, or whose response is lost, is repeated: so each step is idempotent.
#include <setpoint/operator.hpp>

namespace buckets {

using namespace setpoint;
using namespace setpoint::schema;

struct bucket_spec {
    std::string region = "north";
    static constexpr auto describe() {
        return object("A bucket.", field(&bucket_spec::region, "region", "Where it is.", min_length(1)));
    }
};
struct bucket_status {
    std::string bucket;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using self = bucket_status;
        return object("The bucket that exists.", field(&self::bucket, "bucket", "Its name in the store."),
                      field(&self::conditions, "conditions", "Ready.", list_map("type")));
    }
};
struct bucket : custom_resource<bucket_spec, bucket_status> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1", "Bucket", "A bucket in the store.")
            .column("Bucket", "string", ".status.bucket")
            .column("Ready", "string", ".status.conditions[?(@.type=='Ready')].status");
    }
};

// The store. A call succeeds when its effect is there already.
class bucket_store {
public:
    virtual ~bucket_store() = default;
    virtual awaitable<result<>> create(std::string name, std::string region) = 0;
    virtual awaitable<result<>> empty(std::string name) = 0;
    virtual awaitable<result<>> remove(std::string name) = 0;  // fails while there is something in it
};

inline constexpr std::string_view finalizer = "example.com/bucket";

// Follows from the UID: it needs no status to be found again, and a successor of that name has another one.
inline std::string name_in_store(const bucket& self) {
    return "bucket-" + self.metadata.uid.str();
}

class bucket_reconciler {
public:
    explicit bucket_reconciler(bucket_store& store) : store_(store) {}

    awaitable<outcome> reconcile(context& ctx, snapshot<bucket> self) {
        if (is_deleting(self->metadata)) co_return co_await clean_up(ctx, *self);
        co_return co_await provide(ctx, *self);
    }

private:
    // The finalizer first: otherwise a deletion in between leaves a bucket that no one removes.
    awaitable<outcome> provide(context& ctx, const bucket& self) {
        const auto marked = co_await ctx.add_finalizer(self, finalizer);
        if (!marked) co_return marked.error();
        const auto made = co_await store_.create(name_in_store(self), self.spec.region);
        if (!made) co_return made.error();
        bucket_status next = self.status;
        next.bucket = name_in_store(self);
        ctx.conditions(self, next).set("Ready", condition_true("Created"));
        co_return co_await ctx.report(self, next);
    }

    // In the reverse order. The finalizer is removed last: without it, the object is gone at once.
    awaitable<outcome> clean_up(context& ctx, const bucket& self) {
        if (!has_finalizer(self.metadata, finalizer)) co_return outcome::done();  // it waits for others
        const auto emptied = co_await store_.empty(name_in_store(self));
        if (!emptied) co_return emptied.error();
        const auto removed = co_await store_.remove(name_in_store(self));
        if (!removed) co_return removed.error();
        const auto released = co_await ctx.remove_finalizer(self, finalizer);
        if (!released) co_return released.error();
        co_return outcome::done();
    }

    bucket_store& store_;
};

// `store` outlives the manager.
inline void add_bucket_controller(manager& m, bucket_store& store) {
    m.controller<bucket>().uses_finalizer().reconcile(bucket_reconciler(store));
}

}  // namespace buckets
