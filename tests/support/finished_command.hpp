#pragma once
// The `setpoint` command as a program that ends: what it prints, on which stream, and how it ends.

#include "support/apiserver_process.hpp"
#include "support/control_plane.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// A folder in /tmp for one test.
class test_directory {
public:
    test_directory() {
        char name[] = "/tmp/setpoint-test-XXXXXX";
        if (!::mkdtemp(name)) throw std::runtime_error("cannot make a folder in /tmp");
        path_ = name;
    }
    test_directory(const test_directory&) = delete;
    test_directory& operator=(const test_directory&) = delete;
    ~test_directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }
    std::string at(const std::string& file) const { return path_ + "/" + file; }
    std::string write(const std::string& file, const std::string& text) const {
        std::filesystem::create_directories(std::filesystem::path(at(file)).parent_path());
        std::ofstream(at(file)) << text;
        return at(file);
    }

private:
    std::string path_;
};

inline std::string text_of_file(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The path of an executable beside this test's.
inline std::string built_program(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

struct finished_command {
    std::string out, error;
    int code = 0;
};

// Runs `setpoint` with these words, in `folder`; 124: it hung. An exploration waits the longer the slower
// its operator starts.
inline finished_command run_setpoint(const std::vector<std::string>& words, const std::string& folder = "/") {
    const test_directory files;
    std::string line = "cd " + detail::shell_quoted(folder) + " && timeout 180 " +
                       detail::shell_quoted(apiserver_process::program());
    for (const std::string& w : words) line += " " + detail::shell_quoted(w);
    line += " < /dev/null > " + files.at("out") + " 2> " + files.at("error");
    const int status = std::system(line.c_str());
    return {text_of_file(files.at("out")), text_of_file(files.at("error")),
            WIFEXITED(status) ? WEXITSTATUS(status) : 128};
}

}}  // namespace setpoint::v0
