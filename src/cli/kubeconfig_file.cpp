#include "cli/kubeconfig_file.hpp"

#include "cli/file.hpp"

#include <boost/system/error_code.hpp>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view first_line = "# Written by setpoint apiserver.\n";

std::string base64(std::string_view s) {
    std::string out((s.size() + 2) / 3 * 4 + 1, '\0');
    const int n =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                        reinterpret_cast<const unsigned char*>(s.data()), static_cast<int>(s.size()));
    out.resize(static_cast<std::size_t>(n));
    return out;
}

// Found before the server starts, which would have to end at once.
result<> check_folder_of(const std::string& path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0) return {};
    const boost::system::error_code why(errno, boost::system::system_category());
    return error(errc::bad_config,
                 fmt::format("--write-kubeconfig: cannot write {}: {}; name a file in a folder that exists "
                             "and can be written",
                             path, why.message()));
}

}  // namespace

std::string kubeconfig_text(const std::string& url, const std::string& ca_pem,
                            const client_credentials& user) {
    std::string out(first_line);
    out += "apiVersion: v1\nkind: Config\ncurrent-context: setpoint\n";
    out += fmt::format("clusters:\n- name: setpoint\n  cluster:\n    server: {}\n", url);
    if (!ca_pem.empty()) out += fmt::format("    certificate-authority-data: {}\n", base64(ca_pem));
    // The client of the Kubernetes project for JavaScript refuses plain HTTP otherwise.
    if (url.starts_with("http:")) out += "    insecure-skip-tls-verify: true\n";
    out += "contexts:\n- name: setpoint\n  context:\n    cluster: setpoint\n    user: setpoint\n";
    out += "users:\n- name: setpoint\n";
    if (!user.token.empty()) return out + fmt::format("  user:\n    token: {}\n", user.token.reveal());
    if (user.certificate.cert_pem.empty()) return out + "  user: {}\n";
    out += fmt::format("  user:\n    client-certificate-data: {}\n", base64(user.certificate.cert_pem));
    out += fmt::format("    client-key-data: {}\n", base64(user.certificate.key_pem.reveal()));
    return out;
}

result<> clear_kubeconfig(const std::string& path) {
    const result<std::string> begin = begin_of_file(path);
    if (!begin) return begin.error();
    if (begin->empty()) return check_folder_of(path);
    if (!begin->starts_with(first_line))
        return error(errc::bad_config,
                     fmt::format("--write-kubeconfig: {} was not written by this command and "
                                 "is not replaced; choose another file",
                                 path));
    std::remove(path.c_str());
    return check_folder_of(path);
}

}}}  // namespace setpoint::v0::cli
