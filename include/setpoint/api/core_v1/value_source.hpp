#pragma once
// Sources of environment variables and files of pods (core/v1).

#include "setpoint/api/quantity.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>

namespace setpoint {

// A key of a ConfigMap or Secret.
struct key_selector {
    interned_string name{}, key{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = key_selector;
        return object("A key of an object in the same namespace.",
                      field(&self::name, "name", "The object's name."),
                      field(&self::key, "key", "", required),
                      field(&self::optional, "optional", "Whether it may be missing."));
    }
};

struct field_reference {
    interned_string field_path{}, api_version{};

    static constexpr auto describe() {
        using namespace schema;
        using self = field_reference;
        return object("A field of the pod.",
                      field(&self::field_path, "fieldPath", "Such as metadata.name.", required),
                      field(&self::api_version, "apiVersion", ""));
    }
};

struct resource_field_selector {
    interned_string container_name{}, resource{};
    quantity divisor{};

    static constexpr auto describe() {
        using namespace schema;
        using self = resource_field_selector;
        return object("Container resources (cpu, memory) and their output format +structType=atomic.",
                      field(&self::container_name, "containerName",
                            "Container name: required for volumes, optional for env vars."),
                      field(&self::resource, "resource", "Resource to select.", required),
                      field(&self::divisor, "divisor",
                            "Specifies the output format of the exposed resources, defaults to '1'."));
    }
};

struct file_key_selector {
    interned_string volume_name{}, path{}, key{};
    std::optional<bool> optional{};

    static constexpr auto describe() {
        using namespace schema;
        using self = file_key_selector;
        return object(
            "FileKeySelector selects a key of the env file.",
            field(&self::volume_name, "volumeName", "The name of the volume mount containing the env file.",
                  required),
            field(&self::path, "path", "The path within the volume from which to select the file.", required),
            field(&self::key, "key", "The key within the env file.", required),
            field(&self::optional, "optional", "Specify whether the file or its key must be defined."));
    }
};

struct key_to_path {
    interned_string key{}, path{};
    std::optional<std::int32_t> mode{};

    static constexpr auto describe() {
        using namespace schema;
        using self = key_to_path;
        return object("Which key becomes which file.", field(&self::key, "key", "", required),
                      field(&self::path, "path", "Relative, without '..'.", required),
                      field(&self::mode, "mode", "Permission bits."));
    }
};

}  // namespace setpoint
