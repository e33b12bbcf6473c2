#include "framework/client/client_tls.hpp"

namespace setpoint { inline namespace v0 {

namespace {

struct followed {
    const std::string& file;
    bool used;
    std::string_view input;
    const std::string& origin;
};

std::vector<followed> files_of(const cluster_config& c) {
    return {{c.ca_file, !c.tls.ca_pem.empty(), "certificate-authority", c.ca_origin},
            {c.client_certificate_file, !c.tls.client_cert_pem.empty(), "client-certificate",
             c.client_certificate_origin},
            {c.client_key_file, !c.tls.client_key_pem.empty(), "client-key", c.client_key_origin}};
}

std::vector<http::tls_file> reload_files(const cluster_config& c) {
    std::vector<http::tls_file> files;
    if (!c.tls_context) return files;
    for (const followed& f : files_of(c))
        if (f.used && !f.file.empty())
            files.push_back({f.file, std::string(f.input), f.origin == f.file ? "" : f.origin});
    return files;
}

}  // namespace

client_tls::client_tls(const cluster_config& config, const clock& now,
                       http::tls_reload::file_reader read_file, logger log)
    : clock_(now),
      settings_(config.tls),
      tls_(config.server.tls()),
      reload_(now, std::move(read_file), std::move(log), reload_files(config),
              [this](const std::vector<secret>& contents, wall_time at) { return make(contents, at); }) {
    std::vector<secret> contents;
    const secret own[] = {secret(config.tls.ca_pem), secret(config.tls.client_cert_pem),
                          config.tls.client_key_pem};
    const std::vector<followed> all = files_of(config);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!config.tls_context || !all[i].used || all[i].file.empty()) continue;
        parts_.push_back(static_cast<part>(i));
        contents.push_back(own[i]);
    }
    reload_.start_with(config.tls_context, contents);
    last_ = config.tls_context;
}

http::tls_context_ptr client_tls::current() {
    return tls_ ? reload_.current() : nullptr;
}

result<http::tls_context_ptr> client_tls::make(const std::vector<secret>& contents, wall_time now) {
    http::tls_settings s = settings_;
    for (std::size_t i = 0; i < parts_.size(); ++i) switch (parts_[i]) {
            case part::ca:
                s.ca_pem = contents[i].reveal();
                break;
            case part::certificate:
                s.client_cert_pem = contents[i].reveal();
                break;
            case part::key:
                s.client_key_pem = contents[i];
                break;
        }
    auto made = http::make_client_tls(s, now);
    if (made) settings_.ca_pem = s.ca_pem;  // not secret, and needed if the file cannot be read
    return made;
}

result<> client_tls::use_pair(const std::string& cert_pem, const secret& key_pem) {
    if (!tls_) return {};
    const std::string old_cert = std::exchange(settings_.client_cert_pem, cert_pem);
    const secret old_key = std::exchange(settings_.client_key_pem, key_pem);
    const auto made = reload_.load();
    if (made) return made;
    // The CA file may be unreadable at the moment: its previous content is still usable.
    if (auto kept = http::make_client_tls(settings_, clock_.wall_now())) {
        reload_.start_with(std::move(*kept), {});
        return {};
    }
    settings_.client_cert_pem = old_cert;
    settings_.client_key_pem = old_key;
    return made;
}

std::uint64_t client_tls::version() {
    const http::tls_context_ptr c = current();
    if (c != last_) ++version_;
    last_ = c;
    return version_;
}

}}  // namespace setpoint::v0
