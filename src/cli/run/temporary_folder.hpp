#pragma once
// A folder that is removed with all that is in it.

#include "setpoint/core/error.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

class temporary_folder {
public:
    // Only its owner may use it. Throws fault if there is no place for it.
    temporary_folder() {
        std::error_code failed;
        const std::filesystem::path in = std::filesystem::temp_directory_path(failed);
        path_ = (failed ? "/tmp" : in.string()) + "/setpoint-XXXXXX";
        if (!::mkdtemp(path_.data())) throw fault(errc::failed, "cannot make a folder like " + path_);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() { remove(); }

    const std::string& path() const { return path_; }
    void remove() const {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

private:
    std::string path_;
};

}}}  // namespace setpoint::v0::cli
