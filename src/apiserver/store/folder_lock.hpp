#pragma once
// A folder that one process at a time may use.

#include "setpoint/core/error.hpp"

#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Holds the folder until it is destroyed, or the process ends in whatever way.
class folder_lock {
public:
    // Makes the folder if it is missing; it is then for its owner only, as is an existing one of this user.
    // Errors: bad_config, which names the process that holds it.
    static result<folder_lock> take(const std::string& folder);

    folder_lock(folder_lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    folder_lock& operator=(folder_lock&&) = delete;
    ~folder_lock();

private:
    explicit folder_lock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
};

// Creates the file, empty and for its owner only, unless it exists; what others may do with it is taken away.
result<> make_private_file(const std::string& file);

}}}  // namespace setpoint::v0::apiserver
