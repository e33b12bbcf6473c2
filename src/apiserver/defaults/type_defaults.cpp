#include "apiserver/defaults/type_defaults.hpp"

namespace setpoint::inline v0::apiserver {

type_defaults defaults_of_type(std::string_view type) {
    for (const auto table : {pod_type_defaults(), volume_type_defaults(), workload_type_defaults(),
                             core_type_defaults(), policy_type_defaults(), cluster_type_defaults()}) {
        for (const type_default& d : table) {
            if (d.type == type) return d.fill;
        }
    }
    return nullptr;
}

}  // namespace setpoint::inline v0::apiserver
