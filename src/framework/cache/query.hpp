#pragma once
// A query for cached objects: which to visit and which to keep.

#include "framework/cache/namespace_shard.hpp"

namespace setpoint { inline namespace v0 {

class query {
public:
    // `kind` must outlive the query. Errors: invalid for an invalid selector, or one on a field
    // that the type does not describe.
    static result<query> make(const kind_info& kind, const indexed_list_options& options);

    const kind_info& kind() const noexcept { return *kind_; }
    const indexed_list_options& options() const noexcept { return options_; }
    // Whether the selectors match.
    bool matches(const object_ptr& o) const;
    error refuse(std::string_view why) const;

private:
    query(const kind_info& kind, const indexed_list_options& options) : kind_(&kind), options_(options) {}

    const kind_info* kind_;
    indexed_list_options options_;
    selector labels_;
    field_selector fields_;
};

}}  // namespace setpoint::v0
