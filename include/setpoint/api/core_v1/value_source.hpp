#pragma once
// Sources of environment variables and files of pods (core/v1).

#include "setpoint/api/quantity.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

// A key of a ConfigMap or Secret.
struct key_selector {
    interned_string name{}, key{};
    std::optional<bool> optional{};

    template <class Self = key_selector>
    static constexpr auto describe() {
        using namespace schema;
        return object("A key of an object in the same namespace.",
                      field(&Self::name, "name", "The object's name."),
                      field(&Self::key, "key", "", required),
                      field(&Self::optional, "optional", "Whether it may be missing."));
    }
};

struct field_reference {
    interned_string field_path{}, api_version{};

    template <class Self = field_reference>
    static constexpr auto describe() {
        using namespace schema;
        return object("A field of the pod.",
                      field(&Self::field_path, "fieldPath", "Such as metadata.name.", required),
                      field(&Self::api_version, "apiVersion", ""));
    }
};

struct resource_field_selector {
    interned_string container_name{}, resource{};
    quantity divisor{};

    template <class Self = resource_field_selector>
    static constexpr auto describe() {
        using namespace schema;
        return object("Container resources (cpu, memory) and their output format +structType=atomic.",
                      field(&Self::container_name, "containerName",
                            "Container name: required for volumes, optional for env vars."),
                      field(&Self::resource, "resource", "Resource to select.", required),
                      field(&Self::divisor, "divisor",
                            "Specifies the output format of the exposed resources, defaults to '1'."));
    }
};

struct file_key_selector {
    interned_string volume_name{}, path{}, key{};
    std::optional<bool> optional{};

    template <class Self = file_key_selector>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "FileKeySelector selects a key of the env file.",
            field(&Self::volume_name, "volumeName", "The name of the volume mount containing the env file.",
                  required),
            field(&Self::path, "path", "The path within the volume from which to select the file.", required),
            field(&Self::key, "key", "The key within the env file.", required),
            field(&Self::optional, "optional", "Specify whether the file or its key must be defined."));
    }
};

struct key_to_path {
    interned_string key{}, path{};
    std::optional<std::int32_t> mode{};

    template <class Self = key_to_path>
    static constexpr auto describe() {
        using namespace schema;
        return object("Which key becomes which file.", field(&Self::key, "key", "", required),
                      field(&Self::path, "path", "Relative, without '..'.", required),
                      field(&Self::mode, "mode", "Permission bits."));
    }
};

}  // namespace setpoint::inline v0
