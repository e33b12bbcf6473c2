#pragma once
// A folder of this process for files that nobody else may read, as kubeconfigs.

#include <string>

namespace setpoint { inline namespace v0 { namespace story {

class private_folder {
public:
    // Throws cannot_explore.
    private_folder();
    private_folder(const private_folder&) = delete;
    private_folder& operator=(const private_folder&) = delete;
    // Removes it with its content.
    ~private_folder();

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// Writes a file that only its owner may read, in place of one of that name. Throws cannot_explore.
void write_private(const std::string& path, const std::string& text);

}}}  // namespace setpoint::v0::story
