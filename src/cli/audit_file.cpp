#include "cli/audit_file.hpp"

#include "setpoint/api/time.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view time_form = "0000-00-00T00-00-00.000";

struct split_file_name {
    std::string_view stem, extension;  // "audit" and ".log"
};

split_file_name split_name(std::string_view name) {
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) return {name, {}};
    return {name.substr(0, dot), name.substr(dot)};
}

// The time in the name of a backup; nothing for other files.
std::optional<wall_time> time_in(std::string_view name, const split_file_name& of) {
    if (name.size() != of.stem.size() + 1 + time_form.size() + of.extension.size()) return std::nullopt;
    if (!name.starts_with(of.stem) || name[of.stem.size()] != '-' || !name.ends_with(of.extension))
        return std::nullopt;
    std::string text(name.substr(of.stem.size() + 1, time_form.size()));
    constexpr std::size_t first_colon = 13, second_colon = 16;
    for (const std::size_t at : {first_colon, second_colon}) {
        if (text[at] != '-') return std::nullopt;
        text[at] = ':';
    }
    const auto read = micro_timestamp::parse(text + "Z");
    if (!read) return std::nullopt;
    return wall_time(read->value());
}

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

std::string backup_name(std::string_view name, wall_time now) {
    constexpr std::size_t milliseconds_size = 23;
    const split_file_name of = split_name(name);
    std::string time = micro_timestamp::from(now).to_string().substr(0, milliseconds_size);
    std::ranges::replace(time, ':', '-');
    return fmt::format("{}-{}{}", of.stem, time, of.extension);
}

std::vector<std::string> expired_backups(std::string_view name, const std::vector<std::string>& names,
                                         const rotation_limits& limits, wall_time now) {
    const split_file_name of = split_name(name);
    std::vector<std::pair<wall_time, std::string>> found;
    for (const std::string& each : names)
        if (const auto time = time_in(each, of)) found.emplace_back(*time, each);
    std::ranges::sort(found, std::greater<>());
    std::vector<std::string> out;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool is_extra = limits.backups > 0 && i >= limits.backups;
        const bool is_old = limits.age.count() > 0 && found[i].first < now - limits.age;
        if (is_extra || is_old) out.push_back(found[i].second);
    }
    return out;
}

audit_file::audit_file(std::string path, rotation_limits limits, std::shared_ptr<const clock> time)
    : path_(std::move(path)), limits_(limits), time_(std::move(time)) {
    try {
        open();
    } catch (const std::system_error& e) {
        throw fault(errc::bad_config, fmt::format("--audit-log-path: {}", e.what()));
    }
}

audit_file::~audit_file() {
    if (file_ >= 0) ::close(file_);
}

void audit_file::open() {
    constexpr mode_t folder_mode = 0700, file_mode = 0600;
    if (const fs::path folder = fs::path(path_).parent_path(); !folder.empty() && !fs::exists(folder)) {
        fs::create_directories(folder);
        fs::permissions(folder, fs::perms(folder_mode));
    }
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, file_mode);
    if (file_ < 0) fail(fmt::format("open {}", path_));
    struct stat is{};
    size_ = ::fstat(file_, &is) == 0 ? static_cast<std::size_t>(is.st_size) : 0;
}

void audit_file::replace() {
    ::close(std::exchange(file_, -1));
    const fs::path path(path_);
    fs::rename(path, path.parent_path() / backup_name(path.filename().string(), time_->wall_now()));
    open();
    remove_expired();
}

void audit_file::remove_expired() const {
    const fs::path path(path_);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::vector<std::string> names;
    std::error_code failed;  // files that stay do no harm
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end; each.increment(failed))
        names.push_back(each->path().filename().string());
    for (const std::string& name :
         expired_backups(path.filename().string(), names, limits_, time_->wall_now()))
        fs::remove(folder / name, failed);
}

void audit_file::write(std::string_view line) {
    const std::size_t size = line.size() + 1;
    if (limits_.size > 0 && size > limits_.size)
        throw std::length_error(
            fmt::format("write length {} exceeds maximum file size {}", size, limits_.size));
    if (file_ < 0) open();
    if (limits_.size > 0 && size_ > 0 && size_ + size > limits_.size) replace();
    std::string text(line);
    text += '\n';
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t done = ::write(file_, rest.data(), rest.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) fail(fmt::format("write {}", path_));
        rest.remove_prefix(static_cast<std::size_t>(done));
        size_ += static_cast<std::size_t>(done);
    }
}

}}}  // namespace setpoint::v0::cli
