#pragma once
// clang-format off
// EnvVar (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/object_field_selector.hpp"
#include "setpoint/api/core_v1/resource_field_selector.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct config_map_key_selector {
    interned_string name{};
    interned_string key{};
    std::optional<bool> optional{};

    template <class Self = config_map_key_selector>
    static constexpr auto describe() {
        return schema::object(
            "Selects a key from a ConfigMap.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::key, "key", "The key to select from the ConfigMap's Data field.",
                          schema::required),
            schema::field(&Self::optional, "optional",
                          "Specify whether the ConfigMap or its key must be defined"));
    }
};

struct secret_key_selector {
    interned_string name{};
    interned_string key{};
    std::optional<bool> optional{};

    template <class Self = secret_key_selector>
    static constexpr auto describe() {
        return schema::object(
            "SecretKeySelector selects a key of a Secret.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::key, "key", "The key of the secret to select from.", schema::required),
            schema::field(&Self::optional, "optional",
                          "Specify whether the Secret or its key must be defined"));
    }
};

struct file_key_selector {
    interned_string volume_name{};
    interned_string path{};
    interned_string key{};
    std::optional<bool> optional{};

    template <class Self = file_key_selector>
    static constexpr auto describe() {
        return schema::object(
            "FileKeySelector selects a key of the env file.",
            schema::field(&Self::volume_name, "volumeName",
                          "The name of the volume mount containing the env file.", schema::required),
            schema::field(&Self::path, "path", "The path within the volume from which to select the file.",
                          schema::required),
            schema::field(&Self::key, "key", "The key within the env file.", schema::required),
            schema::field(&Self::optional, "optional",
                          "Specify whether the file or its key must be defined."));
    }
};

struct env_var_source {
    boxed<object_field_selector> field_ref{};
    boxed<resource_field_selector> resource_field_ref{};
    boxed<config_map_key_selector> config_map_key_ref{};
    boxed<secret_key_selector> secret_key_ref{};
    boxed<file_key_selector> file_key_ref{};

    template <class Self = env_var_source>
    static constexpr auto describe() {
        return schema::object(
            "EnvVarSource represents a source for the value of an EnvVar.",
            schema::field(&Self::field_ref, "fieldRef",
                          "Selects a field of the pod: supports metadata.name, metadata.namespace, "
                          "`metadata.labels['<KEY>']`, `metadata.annotations['<KEY>']`, spec.nodeName, ..."),
            schema::field(&Self::resource_field_ref, "resourceFieldRef",
                          "Selects a resource of the container: only resources limits and requests "
                          "(limits.cpu, limits.memory, limits.ephemeral-storage, requests.cpu, "
                          "requests.memory and ..."),
            schema::field(&Self::config_map_key_ref, "configMapKeyRef", "Selects a key of a ConfigMap."),
            schema::field(&Self::secret_key_ref, "secretKeyRef",
                          "Selects a key of a secret in the pod's namespace"),
            schema::field(&Self::file_key_ref, "fileKeyRef", "FileKeyRef selects a key of the env file."));
    }
};

struct env_var {
    interned_string name{};
    interned_string value{};
    boxed<env_var_source> value_from{};

    template <class Self = env_var>
    static constexpr auto describe() {
        return schema::object(
            "EnvVar represents an environment variable present in a Container.",
            schema::field(&Self::name, "name", "Name of the environment variable.", schema::required),
            schema::field(&Self::value, "value",
                          "Variable references $(VAR_NAME) are expanded using the previously defined "
                          "environment variables in the container and any service environment variables."),
            schema::field(&Self::value_from, "valueFrom", "Source for the environment variable's value."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::env_var);
