#pragma once
// clang-format off
// EnvFromSource (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct config_map_env_source {
    interned_string name{};
    std::optional<bool> optional{};

    template <class Self = config_map_env_source>
    static constexpr auto describe() {
        return schema::object(
            "ConfigMapEnvSource selects a ConfigMap to populate the environment variables with.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::optional, "optional", "Specify whether the ConfigMap must be defined"));
    }
};

struct secret_env_source {
    interned_string name{};
    std::optional<bool> optional{};

    template <class Self = secret_env_source>
    static constexpr auto describe() {
        return schema::object(
            "SecretEnvSource selects a Secret to populate the environment variables with.",
            schema::field(&Self::name, "name", "Name of the referent."),
            schema::field(&Self::optional, "optional", "Specify whether the Secret must be defined"));
    }
};

struct env_from_source {
    interned_string prefix{};
    boxed<config_map_env_source> config_map_ref{};
    boxed<secret_env_source> secret_ref{};

    template <class Self = env_from_source>
    static constexpr auto describe() {
        return schema::object(
            "EnvFromSource represents the source of a set of ConfigMaps or Secrets",
            schema::field(&Self::prefix, "prefix",
                          "Optional text to prepend to the name of each environment variable."),
            schema::field(&Self::config_map_ref, "configMapRef", "The ConfigMap to select from"),
            schema::field(&Self::secret_ref, "secretRef", "The Secret to select from"));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::env_from_source);
