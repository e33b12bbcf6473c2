#pragma once
// The files of a directory with a certificate, named as cert-manager and Secrets of the type
// kubernetes.io/tls have them.

#include "setpoint/core/metrics.hpp"
#include "setpoint/http/tls_reload.hpp"

#include <prometheus/counter.h>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

inline std::string in_folder(std::string folder, std::string_view name) {
    if (!folder.ends_with('/')) folder += '/';
    return folder += name;
}

// `flag`: that names the directory, for errors.
inline std::vector<http::tls_file> tls_files_in(const std::string& folder, const std::string& flag) {
    return {{in_folder(folder, "tls.crt"), "certificate", flag}, {in_folder(folder, "tls.key"), "key", flag}};
}

// Counts the reads as controller-runtime's certwatcher does. `m` must outlive `files`.
inline void count_reads(http::tls_reload& files, metrics& m) {
    auto& all = m.counter("certwatcher_read_certificate_total", {});
    auto& failed = m.counter("certwatcher_read_certificate_errors_total", {});
    files.on_read = [&all, &failed](bool usable) {
        all.Increment();
        if (!usable) failed.Increment();
    };
}

}  // namespace setpoint
