#pragma once
// Volumes of pods (pkg/apis/core/validation).

#include "apiserver/kinds/shared/field_errors.hpp"

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

// What the rules of a volume depend on.
struct pod_volume_context {
    const bj::object* pod_metadata = nullptr;  // null for a template
    // An update may keep paths of projected tokens that lead out of the volume.
    bool any_token_path = false;
    std::string_view volume_name{};
};

// Adds the names of valid volumes to `names`.
void validate_volumes(const bj::array& volumes, pod_volume_context context, const std::string& path,
                      field_errors& to, std::set<std::string, std::less<>>& names);

// --- parts of sources ---

void validate_projected_source(const bj::object& source, const pod_volume_context& context,
                               const std::string& path, field_errors& to);
// Whether a projected token of the pod spec has a path that leads out of its volume.
bool has_outside_token_path(const bj::object& pod_spec);
// The key, path and mode of an item of a ConfigMap or Secret.
void validate_key_to_path(const bj::object& item, const std::string& path, field_errors& to);
void validate_downward_file(const bj::object& file, const std::string& path, field_errors& to);
// "must be a number between 0 and 0777 (octal), both inclusive"
void validate_file_mode(const bj::object& o, std::string_view key, const std::string& path, field_errors& to);

// --- paths of files ---

// Not absolute, without "..", as subPath.
void validate_path_stays_inside(std::string_view target, const std::string& path, field_errors& to);
// The same, and does not start with "..".
void validate_path_not_reserved(std::string_view target, const std::string& path, field_errors& to);
bool has_backsteps(std::string_view target);

}}}  // namespace setpoint::v0::apiserver
