#pragma once
// The files of a directory with a certificate, named as cert-manager and Secrets of the type
// kubernetes.io/tls have them.

#include "framework/http/certificate_facts.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/http/tls_reload.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

inline std::string in_folder(std::string folder, std::string_view name) {
    if (!folder.ends_with('/')) folder += '/';
    return folder += name;
}

// `flag`: that names the directory, for errors.
inline std::vector<http::tls_file> tls_files_in(const std::string& folder, const std::string& flag) {
    return {{in_folder(folder, "tls.crt"), "certificate", flag}, {in_folder(folder, "tls.key"), "key", flag}};
}

// Counts the reads as controller-runtime's certwatcher does. `m` must outlive `files`. As long as the result
// is held, which `files` must outlive, a scrape reads too: clients that keep their connections open cause no
// reads.
[[nodiscard]] inline std::shared_ptr<void> count_reads(http::tls_reload& files, metrics& m) {
    auto& all = m.counter("certwatcher_read_certificate_total", {});
    auto& failed = m.counter("certwatcher_read_certificate_errors_total", {});
    files.on_read = [&all, &failed](bool usable) {
        all.Increment();
        if (!usable) failed.Increment();
    };
    return m.before_text([&files] { files.current(); });
}

// Of the first certificate in the text; nothing is set if there is none.
inline void measure_expiry(prometheus::Gauge& expiry, const std::string& cert_pem) {
    if (const auto facts = http::facts_of(cert_pem))
        expiry.Set(std::chrono::duration<double>(facts->not_after.time_since_epoch()).count());
}

inline prometheus::Gauge& certificate_expiry(metrics& m, std::string server) {
    return m.gauge("setpoint_certificate_expiry_seconds", {{"server", std::move(server)}});
}

// http::server_pair that also reports when the certificate expires. `m` must outlive the maker.
inline http::tls_reload::maker measured_pair(metrics& m, std::string server) {
    auto& expiry = certificate_expiry(m, std::move(server));
    return [&expiry](const std::vector<secret>& contents, wall_time now) {
        auto made = http::server_pair(contents, now);
        if (made) measure_expiry(expiry, std::string(contents.at(0).reveal()));
        return made;
    };
}

}}  // namespace setpoint::v0
