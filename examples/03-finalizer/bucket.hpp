#pragma once
// Creates an external resource, here a storage bucket, for each object, and cleans it up with a
// finalizer. A step is repeated if it fails or its response is lost, so each step must be idempotent.
#include <setpoint/operator.hpp>

namespace buckets {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::schema;

struct bucket_spec {
    std::string region = "north";
    static constexpr auto describe() {
        return object("A bucket.",
                      field(&bucket_spec::region, "region", "The region of the bucket.", min_length(1)));
    }
};
struct bucket_status {
    std::string bucket;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using self = bucket_status;
        return object("The observed state.", field(&self::bucket, "bucket", "Its name in the store."),
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

// The store. A call succeeds if its effect already exists.
class bucket_store {
public:
    virtual ~bucket_store() = default;
    virtual awaitable<result<>> create(std::string name, std::string region) = 0;
    virtual awaitable<result<>> empty(std::string name) = 0;
    virtual awaitable<result<>> remove(std::string name) = 0;  // fails unless the bucket is empty
};

inline constexpr std::string_view finalizer = "example.com/bucket";

// Derived from the UID: the name does not depend on the status, and a re-created object gets a new
// bucket.
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
    // Adds the finalizer first: otherwise a deletion in between would leak the bucket.
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

    // In reverse order. The finalizer is removed last: without it, the object disappears at once.
    awaitable<outcome> clean_up(context& ctx, const bucket& self) {
        if (!has_finalizer(self.metadata, finalizer)) co_return outcome::done();  // other finalizers keep it
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

// `store` must outlive the manager.
inline void add_bucket_controller(manager& m, bucket_store& store) {
    m.controller<bucket>().uses_finalizer().reconcile(bucket_reconciler(store));
}

}  // namespace buckets
