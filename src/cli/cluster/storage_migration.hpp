#pragma once
// The versions in which the objects of a CustomResourceDefinition may be stored (status.storedVersions). The
// API server refuses a definition without one of them, since it could not read such objects any more.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/

#include "cli/json_members.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/clock.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// How a definition changes the versions of the installed one.
struct version_change {
    std::vector<std::string> missing;  // in the new definition, and perhaps stored
    std::string storage;               // of the installed definition
    bool lacks_storage = false;        // so the new definition is older than the installed one

    // What the user can do about the missing versions of `definition`, for an error.
    std::string advice(std::string_view definition) const;
};
version_change compare_versions(const apiextensions_v1::custom_resource_definition& installed,
                                const bj::object& next);

struct migration_result {
    std::string storage;             // the only stored version now
    std::vector<std::string> freed;  // versions that may be removed now; none: nothing was to be done
    std::size_t objects = 0;         // that were written again
};

// When the definition was last changed, by its managedFields; nothing if they do not show it. API servers
// follow a change of the storage version with a delay, and until then store objects in the version before.
std::optional<wall_time> last_change_of(const bj::object& definition);

// Writes each object of the definition again without a change, which stores it in the definition's storage
// version, and then removes the other versions from status.storedVersions. Objects that others change or
// delete meanwhile need nothing. `progress` receives the number of objects written so far, and of all.
// If it is cancelled or fails, it can be repeated. Precondition: all API servers know the storage version.
// Errors: those of the calls, with the object's name; conflict if the definition changed meanwhile.
awaitable<result<migration_result>> migrate_storage(client& api, std::string definition,
                                                    std::function<void(std::size_t, std::size_t)> progress);

}}}  // namespace setpoint::v0::cli
