#pragma once
// A list of cached objects: what to look at, and what to keep of it.

#include "cache/view_part.hpp"

namespace setpoint {

class query {
public:
    // Errors: invalid when a selector cannot be read, or asks for what the type does not describe.
    static result<query> make(const kind_info& kind, const list_options& options);

    // Appends the objects of `part` in key order. Errors: invalid when there is no such index.
    result<> run(const view_part& part, std::vector<object_ptr>& out) const;

private:
    query(const kind_info& kind, const list_options& options) : kind_(&kind), options_(options) {}
    bool matches(const object_ptr& o) const;
    bool in_index(const object_index& i, const object_ptr& o) const;

    const kind_info* kind_;
    const list_options& options_;
    selector labels_;
    field_selector fields_;
};

}  // namespace setpoint
