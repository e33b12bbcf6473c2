#include "setpoint/core/private_folder.hpp"

#include <boost/system/error_code.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace setpoint { inline namespace v0 {

result<std::string> make_private_folder(std::string_view name) {
    std::error_code failed;
    const std::filesystem::path in = std::filesystem::temp_directory_path(failed);
    std::string path = fmt::format("{}/{}-XXXXXX", failed ? "/tmp" : in.string(), name);
    if (::mkdtemp(path.data())) return path;
    return error(
        errc::bad_config,
        fmt::format("cannot make a folder like {}: {}; set TMPDIR to a folder that exists and can be "
                    "written",
                    path, boost::system::error_code(errno, boost::system::system_category()).message()));
}

}}  // namespace setpoint::v0
