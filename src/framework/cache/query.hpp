#pragma once
// A list of cached objects: what to look at, and what to keep of it.

#include "framework/cache/namespace_shard.hpp"

namespace setpoint {

class query {
public:
    // `kind` outlives it. Errors: invalid when a selector cannot be read, or asks for what the type does not
    // describe.
    static result<query> make(const kind_info& kind, const list_options& options);

    const kind_info& kind() const noexcept { return *kind_; }
    const list_options& options() const noexcept { return options_; }
    // By the selectors.
    bool matches(const object_ptr& o) const;
    error refuse(std::string_view why) const;

private:
    query(const kind_info& kind, const list_options& options) : kind_(&kind), options_(options) {}

    const kind_info* kind_;
    list_options options_;
    selector labels_;
    field_selector fields_;
};

}  // namespace setpoint
