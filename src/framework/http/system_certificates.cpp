#include "framework/http/system_certificates.hpp"

#include "framework/core/ascii.hpp"
#include "framework/http/tls_context.hpp"

#include <openssl/x509.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace http {

namespace {

namespace fs = std::filesystem;

// X509_LOOKUP_hash_dir: eight hexadecimal digits, a point and a number.
bool is_hash_name(std::string_view name) {
    const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    return name.size() >= 10 && std::ranges::all_of(name.substr(0, 8), is_hex) && name[8] == '.' &&
           std::ranges::all_of(name.substr(9), is_digit);
}

bool has_hashed_certificates(const fs::path& folder) {
    std::error_code wrong;
    for (fs::directory_iterator at(folder, wrong), end; !wrong && at != end; at.increment(wrong))
        if (is_hash_name(at->path().filename().string())) return true;
    return false;
}

}  // namespace

std::span<const char* const> known_bundles() {
    static constexpr const char* all[] = {
        "/etc/ssl/certs/ca-certificates.crt",                 // Debian, Ubuntu, Arch, Gentoo
        "/etc/pki/tls/certs/ca-bundle.crt",                   // Fedora, RHEL
        "/etc/ssl/ca-bundle.pem",                             // openSUSE
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // RHEL 7
        "/etc/ssl/cert.pem",                                  // Alpine, macOS
    };
    return all;
}

std::string bundle_to_load(const std::string& file, const std::string& folder,
                           std::span<const char* const> bundles) {
    std::error_code wrong;
    if (fs::exists(file, wrong) || has_hashed_certificates(folder)) return {};
    const auto found =
        std::ranges::find_if(bundles, [](const char* one) { return ::access(one, R_OK) == 0; });
    return found == bundles.end() ? std::string() : std::string(*found);
}

result<> trust_system(SSL_CTX* ctx) {
    const auto failed = [] {
        return error(errc::bad_config,
                     "certificate-authority: the system's cannot be loaded: " + take_openssl_error());
    };
    if (SSL_CTX_set_default_verify_paths(ctx) != 1) return failed();
    if (std::getenv(X509_get_default_cert_file_env()) || std::getenv(X509_get_default_cert_dir_env()))
        return {};
    const std::string bundle =
        bundle_to_load(X509_get_default_cert_file(), X509_get_default_cert_dir(), known_bundles());
    if (!bundle.empty() && SSL_CTX_load_verify_file(ctx, bundle.c_str()) != 1) return failed();
    return {};
}

}}}  // namespace setpoint::v0::http
