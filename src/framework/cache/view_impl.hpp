#pragma once
// A view over its shards: one per namespace of the scope, or one for all namespaces.

#include "framework/cache/background_work.hpp"
#include "framework/cache/namespace_shard.hpp"
#include "setpoint/cache/scope.hpp"
#include "setpoint/cache/view.hpp"

#include <deque>

namespace setpoint {

class view_impl final : public view {
public:
    // The scope's namespaces must be sorted and unique. All references must outlive the view.
    // Throws fault if a selector of the scope is invalid.
    view_impl(loop& l, background_work& later, logger log, const kind_info& kind, cache_scope scope);

    const cache_scope& scope() const noexcept { return scope_; }
    // Must be called for the namespaces of the scope in order.
    namespace_shard& add_shard(std::string ns, const informer_status& status);
    const std::vector<std::unique_ptr<namespace_shard>>& shards() const noexcept { return shards_; }

    const kind_info& kind() const override { return kind_; }
    bool covers(std::string_view ns) const override;
    object_ptr find(const object_key& key) const override;
    result<std::vector<object_ptr>> list(const indexed_list_options& options) const override;
    result<std::unique_ptr<view_walk>> walk(const indexed_list_options& options) const override;
    bool trustworthy(const object_key& key) const override;
    std::vector<object_key> doubtful(std::string_view ns) const override;
    void written(object_ptr answer) override;
    void removed(const object_key& key, std::string_view uid) override;
    void outcome_unknown(const object_key& key) override;
    void collection_outcome_unknown(const list_options& chosen) override;
    void all_known(std::string_view ns, time_point asked) override;
    void outdated(const object_key& key, std::string_view version) override;
    result<> add_index(std::string name, index_extractor values) override;
    bool has_index(std::string_view name) const override;
    void subscribe(change_handler handler) override;
    void on_arrival(std::function<void()> told) override { arrival_.push_back(std::move(told)); }
    bool synced() const override;
    bool served() const override;
    sync_state state() const override;
    std::string why() const override;
    std::size_t size() const override;
    std::size_t bytes() const override;

private:
    struct subscription {
        change_handler handler;
        bool up_to_date = false;
        object_key announced;  // the last announced key, until up to date
    };
    namespace_shard* shard_for(std::string_view ns) const;
    bool in_scope(const object_ptr& o) const;
    void changed(const object_change& c);
    void notify(const subscription& s, const object_change& c);
    bool announce_held(subscription& s, std::size_t n);

    loop& loop_;
    background_work& later_;
    logger log_;
    const kind_info kind_;  // a copy: kinds of dynamic objects are values
    cache_scope scope_;
    selector labels_;
    field_selector fields_;
    std::vector<std::unique_ptr<namespace_shard>> shards_;
    std::deque<subscription> subscriptions_;
    std::vector<std::function<void()>> arrival_;
};

}  // namespace setpoint
