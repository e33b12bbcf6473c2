#pragma once
// The condition "Paused" of an object: where a kind has it, and the writes that add and remove it.
//
// The condition has a field manager of its own and is applied alone, so that status.observedGeneration and
// the conditions of the reconciler stay as they are. It is removed when the pause ends: a reconciler that
// reports its own conditions only then still finds that nothing differs.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 {

// Finds status.conditions in objects of a kind.
class status_conditions {
public:
    explicit status_conditions(const kind_info& kind);
    // Returns null unless the kind has a status with conditions, keyed by type.
    const std::vector<condition>* of(const void* object) const;
    bool exist() const { return offset_.has_value(); }
    // Returns our condition, or null: one with another reason is somebody else's.
    const condition* paused(const void* object) const;

private:
    std::optional<std::size_t> offset_;
};

// Sets the condition of the object, only at the resourceVersion that was read.
// `kind`, `meta` and `api` must outlive the call. Errors: as client::apply_status.
awaitable<result<object_ptr>> write_paused_condition(client& api, const kind_info& kind,
                                                     const object_meta& meta, std::string field_manager,
                                                     std::string message, timestamp since);
// Removes the condition at this index. Errors: invalid if it is another one by now.
awaitable<result<object_ptr>> remove_paused_condition(client& api, const kind_info& kind,
                                                      const object_meta& meta, std::string field_manager,
                                                      std::size_t index);

}}  // namespace setpoint::v0
