#pragma once
// The version of Kubernetes that describes the built-in kinds and that the embedded API server imitates, and
// that of etcd beside it. They are named here alone: tests/cluster and the comparisons read this file, and
// tests/cluster/pin writes it together with the Go modules.

#include <string_view>

namespace setpoint { inline namespace v0 {

inline constexpr std::string_view kubernetes_release = "1.37.2";
inline constexpr std::string_view etcd_release = "3.7.0";

// "1.37" and "37".
inline constexpr std::string_view kubernetes_version =
    kubernetes_release.substr(0, kubernetes_release.find('.', 2));
inline constexpr std::string_view kubernetes_minor = kubernetes_version.substr(2);

// The two minor versions before: the embedded API server can behave as the first.
inline constexpr std::string_view previous_kubernetes_minor = "36";
inline constexpr std::string_view oldest_kubernetes_minor = "35";

}}  // namespace setpoint::v0
