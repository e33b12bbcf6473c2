#pragma once
// Changes of files in folders: by inotify, and on macOS by looking at their times.

#include "setpoint/core/loop.hpp"

#ifdef __linux__
#include <boost/asio/posix/stream_descriptor.hpp>
#endif

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// Whether a change of this file means that the project must be built again: sources and CMake's files, but no
// temporary files of editors. Pure.
bool is_source(std::string_view file_name);
// Whether sources are looked for in this folder: not in builds, and not in hidden ones. Pure.
bool has_sources(std::string_view folder_name);

class file_watch {
public:
    // Throws fault if the kernel refuses.
    explicit file_watch(loop& l);

    // Watches the files of a folder, and if it is a `tree`, those of its folders that have_sources(), also
    // later ones. One that does not exist is ignored.
    void add(const std::string& folder, bool tree = false);
    // Waits for changes, and until none has followed for a moment, since a compiler or editor writes several
    // files. Returns their paths. Throws fault if the kernel has no answer.
    awaitable<std::set<std::string>> changes();

private:
    struct watched {
        std::string folder;
        bool tree;
    };
    loop& loop_;
#ifdef __linux__
    void read(std::set<std::string>& changed);
    // `name` has `length` bytes, of which the last ones may be 0.
    void note(int id, std::uint32_t what, const char* name, std::size_t length,
              std::set<std::string>& changed);
    awaitable<bool> until_readable(time_point due);

    asio::posix::stream_descriptor events_;
    std::map<int, watched> watched_;
    std::string buffer_;
#else
    using times = std::map<std::string, std::filesystem::file_time_type>;
    static void look(const watched& at, times& to);
    // Adds what has changed since the last time.
    void compare(std::set<std::string>& changed);

    std::vector<watched> watched_;
    times known_;
#endif
};

}}}  // namespace setpoint::v0::cli
