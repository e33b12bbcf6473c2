#pragma once
// Warnings about pods and pod templates.

#include "apiserver/kinds/shared/warnings.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// `path`: "spec.template"; "" for a pod, which is handled like a template.
void warn_of_template(const bj::object& pod_template, const std::string& path, texts& to);
void warn_of_ports(const bj::object& pod_spec, const std::string& path, texts& to);
void warn_of_virtual_paths(const bj::object& pod_spec, texts& to);
// Calls f(container, path) for each container, in the real server's order. `path`: of the pod's
// spec.
void each_container(const bj::object& pod_spec, const std::string& path,
                    const std::function<void(const bj::object&, const std::string&)>& f);

}}}  // namespace setpoint::v0::apiserver
