#pragma once
// The flags of the audit log, which `setpoint apiserver` and the stand-in for kube-apiserver have.

#include "setpoint/apiserver/audit_options.hpp"

#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

// With kube-apiserver's defaults.
struct audit_flags {
    std::string policy_file{};  // --audit-policy-file; empty: not given, as below
    std::string log_path{};     // --audit-log-path; "-": standard output
    std::string log_format = "json";
    std::int64_t max_size = 100, max_backups = 100, max_age = 366;  // MiB, files, days; 0: unlimited
    std::string webhook_file{};                                     // --audit-webhook-config-file
    std::int64_t batch_size = 400, buffer_size = 10'000;
    std::string batch_wait = "30s";
};

// Reads the files, and opens the log. Throws fault: bad_config, naming the flag.
apiserver::audit_options read_audit(const audit_flags& flags);

}}}  // namespace setpoint::v0::cli
