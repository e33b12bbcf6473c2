#pragma once
// A log file that is replaced when it is full, with the names and limits of lumberjack, which kube-apiserver
// uses (gopkg.in/natefinch/lumberjack.v2).

#include "setpoint/core/clock.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Zero: no limit. Without one of the size, the file is never replaced.
struct rotation_limits {
    std::size_t size = 0;  // of a file, in bytes
    std::size_t backups = 0;
    std::chrono::days age{0};
};

// "audit-2026-01-02T03-04-05.678.log" of "audit.log"; the time is in UTC.
std::string backup_name(std::string_view name, wall_time now);
// Those of `names` that are backups of `name` and exceed the limits.
std::vector<std::string> expired_backups(std::string_view name, const std::vector<std::string>& names,
                                         const rotation_limits& limits, wall_time now);

// Blocks, but only on files.
class audit_file {
public:
    // Creates the file and its folder; continues a file that exists. Throws fault: bad_config, naming it.
    audit_file(std::string path, rotation_limits limits, std::shared_ptr<const clock> time);
    audit_file(const audit_file&) = delete;
    audit_file& operator=(const audit_file&) = delete;
    ~audit_file();

    // Appends the line and a line feed. Throws std::system_error, and std::length_error for a line that is
    // longer than a file may be.
    void write(std::string_view line);

private:
    void open();
    void replace();
    void remove_expired() const;

    std::string path_;
    rotation_limits limits_;
    std::shared_ptr<const clock> time_;
    int file_ = -1;
    std::size_t size_ = 0;
};

}}}  // namespace setpoint::v0::cli
