#pragma once

#include "setpoint/cel/environment.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

// Kubernetes' own libraries, of k8s.io/apiserver/pkg/cel/library.

void add_urls(environment& to);
void add_regex(environment& to);
void add_kubernetes_lists(environment& to, bool includes);
void add_authorizer(environment& to, bool selectors);
void add_quantity(environment& to);
void add_addresses(environment& to);
void add_formats(environment& to);
void add_semver(environment& to);
void add_json_patch(environment& to);

[[nodiscard]] const cost_model& kubernetes_costs();

// The types of these libraries.
namespace types {
inline constexpr type url{type_kind::object, "kubernetes.URL"};
inline constexpr type quantity{type_kind::object, "kubernetes.Quantity"};
inline constexpr type ip{type_kind::opaque, "net.IP"};
inline constexpr type cidr{type_kind::opaque, "net.CIDR"};
inline constexpr type format{type_kind::object, "kubernetes.NamedFormat"};
inline constexpr type semver{type_kind::object, "kubernetes.Semver"};
}  // namespace types

}}}  // namespace setpoint::v0::cel
