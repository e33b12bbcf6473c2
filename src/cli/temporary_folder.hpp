#pragma once
// A folder that is removed with all that is in it.

#include "setpoint/core/error.hpp"
#include "setpoint/core/private_folder.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

class temporary_folder {
public:
    // Only its owner may use it. Throws fault if there is no place for it.
    temporary_folder() {
        result<std::string> made = make_private_folder("setpoint");
        if (!made) throw fault(made.error());
        path_ = std::move(*made);
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
