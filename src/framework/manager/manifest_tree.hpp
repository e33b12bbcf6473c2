#pragma once
// The manifests of an operator as files: a kustomize tree laid out as kubebuilder's config/, one file with
// all that its default has, and a Helm chart. Pure.

#include "framework/manager/manifest_parts.hpp"

namespace setpoint { inline namespace v0 {

// Returns the kustomize tree, with install.yaml, which has the objects of `kubectl kustomize default/`. The
// same input gives the same files.
std::vector<manifest_file> manifest_tree(const std::vector<manifest_part>& parts, const manager_options& o,
                                         const deployment_settings& s);

// All that the tree's default has.
std::string install_text(const std::vector<manifest_part>& parts, const manager_options& o,
                         const deployment_settings& s);

// Returns the files of chart/. Its values are the image, the replicas and what administrators adapt to their
// cluster; everything else is as in the tree. Names are the operator's, not the release's, since a cluster
// has each custom kind once.
std::vector<manifest_file> manifest_chart(const std::vector<manifest_part>& parts, const manager_options& o,
                                          const deployment_settings& s, std::string_view description);

}}  // namespace setpoint::v0
