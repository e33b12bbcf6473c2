#pragma once
// Space on a disk that is given back when the disk is full: SQLite needs free blocks even to delete rows, in
// whose place there would be space for others. Blocks.

#include <cstdint>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

class disk_reserve {
public:
    // The file may exist, of a former process.
    disk_reserve(std::string file, std::uint64_t bytes) : file_(std::move(file)), bytes_(bytes) {}

    // Makes or enlarges the file. If the disk has less space, a half of it or less.
    void keep();
    // Removes the file.
    void release();
    // What the file has of the disk now; at most what was asked for.
    std::uint64_t kept() const;

private:
    std::string file_;
    std::uint64_t bytes_;
};

}}}  // namespace setpoint::v0::apiserver
