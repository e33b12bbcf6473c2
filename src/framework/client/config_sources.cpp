#include "setpoint/client/kubeconfig.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t max_file = 4 * 1024 * 1024;

result<std::string> read_local_file(const std::string& path) {
    const auto failed = [](int why) {
        return error(why == ENOENT || why == ENOTDIR ? errc::not_found : errc::failed, std::strerror(why));
    };
    errno = 0;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (!file) return failed(errno);
    std::string content;
    char piece[16 * 1024];
    for (std::size_t n; (n = std::fread(piece, 1, sizeof piece, file.get())) != 0;) {
        content.append(piece, n);
        if (content.size() > max_file)
            return error(errc::too_large, fmt::format("larger than {} MiB", max_file >> 20));
    }
    if (std::ferror(file.get())) return failed(errno);
    return content;
}

std::optional<std::string> read_environment(const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    if (!value) return std::nullopt;
    return std::string(value);
}

}  // namespace

config_sources system_sources() {
    return {read_environment, read_local_file};
}

}}  // namespace setpoint::v0
