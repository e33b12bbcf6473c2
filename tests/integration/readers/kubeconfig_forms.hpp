#pragma once
// Forms of kubeconfigs, for a comparison of readers.

#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

struct kubeconfig_form {
    std::string what;
    // Name in the folder of the form, and content. CA, CERT and KEY stand for PEM, CA64 and so on for its
    // base64.
    std::vector<std::pair<std::string, std::string>> files;
    std::vector<std::string> list = {};  // KUBECONFIG; empty: --kubeconfig with the first file
    std::string context = {};            // --context
};

// Both must make the same of these.
std::vector<kubeconfig_form> kubeconfig_forms();
// These are refused here and taken by client-go; docs/credentials.md says so.
std::vector<kubeconfig_form> kubeconfig_forms_refused_here();

}}  // namespace setpoint::v0
