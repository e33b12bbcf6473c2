#pragma once
// The EndpointSlices that mirror Endpoints made by hand: a pure function of both (kubernetes'
// pkg/controller/endpointslicemirroring).

#include "apiserver/controllers/service/endpoint_plan.hpp"
#include "apiserver/controllers/service/partial_endpoints.hpp"

#include <cstddef>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

inline constexpr const char* mirror_manager = "endpointslicemirroring-controller.k8s.io";
inline constexpr std::size_t mirror_limit = 1000;  // addresses of a subset

// Endpoints labeled as not to be mirrored, and those that hold a leader election, are not.
bool may_be_mirrored(const partial_endpoints& e);

struct mirror_plan {
    struct write {
        endpoint_slice slice;  // without a name if `live` is null
        slice_ptr live;
    };
    std::vector<write> writes;
    std::vector<slice_ptr> remove;
    std::size_t skipped = 0;  // addresses beyond the limit
};
// `live`: the slices that mirror `e` now. A slice whose ports are no longer wanted is used for others.
mirror_plan plan_mirror(const partial_endpoints& e, const std::vector<slice_ptr>& live);

}}}  // namespace setpoint::v0::apiserver
