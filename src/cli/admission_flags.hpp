#pragma once
// The flags of kube-apiserver about admission plugins and features, for `setpoint apiserver` and the envtest
// personality.

#include "setpoint/apiserver/admission_options.hpp"
#include "setpoint/core/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// --enable-admission-plugins and its like: names separated by commas.
std::vector<std::string> plugin_names(std::string_view text);
// Adds "A=true,B=false". Error: bad_config in the words of kube-apiserver. Names are checked by the server.
result<> add_feature_gates(std::string_view text, apiserver::admission_options& to);
// --admission-control-config-file: an AdmissionConfiguration whose plugin PodSecurity has a
// PodSecurityConfiguration, in it or at its `path`. Blocks. Error: bad_config with the file; also for the
// configuration of another plugin, and for a field that does not exist.
result<> read_admission_config(const std::string& file, apiserver::admission_options& to);

}}}  // namespace setpoint::v0::cli
