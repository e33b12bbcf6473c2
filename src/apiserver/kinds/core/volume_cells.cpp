#include "apiserver/kinds/core/volume_cells.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::string access_modes_text(const bj::array& modes) {
    std::string out;
    for (const auto& [mode, name] :
         {std::pair("ReadWriteOnce", "RWO"), std::pair("ReadOnlyMany", "ROX"),
          std::pair("ReadWriteMany", "RWX"), std::pair("ReadWriteOncePod", "RWOP")}) {
        if (std::find(modes.begin(), modes.end(), bj::value(mode)) != modes.end()) {
            out.append(out.empty() ? "" : ",").append(name);
        }
    }
    return out;
}

bj::value volume_phase_cell(const bj::object& o, wall_time) {
    if (value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr) return "Terminating";
    return cell(text_at(object_of(o, "status"), "phase"));
}

bj::value spec_or_unset_cell(const bj::object& o, const char* key) {
    const bj::value* v = value_at(object_of(o, "spec"), key);
    return v == nullptr ? bj::value("<unset>") : *v;
}

bj::value storage_class_cell(const bj::object& o, wall_time) {
    return cell(text_at(object_of(o, "spec"), "storageClassName"));
}

}}}  // namespace setpoint::v0::apiserver
