#pragma once
// Programs that use Kubernetes' own libraries (tests/cluster/modules), to compare with.

#include "support/control_plane.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// Where tests/cluster/build puts them.
inline std::filesystem::path go_reader_program(const std::string& name) {
    static const std::string folder =
        detail::run_command({SETPOINT_SOURCE_DIR "/tests/cluster/control-plane", "bin"}).first;
    return std::filesystem::path(folder) / name;
}

// A precondition of a suite: without the program it is skipped, or fails when a control plane is required.
class needs_go_reader {
public:
    explicit needs_go_reader(std::string name, std::string built_as = "readers")
        : name_(std::move(name)), built_as_(std::move(built_as)) {}
    boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id) const {
        if (detail::is_set("SETPOINT_REQUIRE_CLUSTER") || std::filesystem::exists(go_reader_program(name_)))
            return true;
        boost::test_tools::assertion_result no(false);
        no.message() << name_ << " is not built (tests/cluster/build " << built_as_ << ")";
        return no;
    }

private:
    std::string name_, built_as_;
};

// What the program prints, line by line, with `input` on its standard input. Throws std::runtime_error when
// it fails.
inline std::vector<std::string> ask_go_reader(const std::string& name, const std::string& input,
                                              const std::vector<std::string>& arguments = {}) {
    const auto file = std::filesystem::temp_directory_path() / (name + "-" + std::to_string(::getpid()));
    std::ofstream(file, std::ios::binary) << input;
    std::string line = "timeout 120 " + detail::shell_quoted(go_reader_program(name).string());
    for (const std::string& one : arguments) line += " " + detail::shell_quoted(one);
    line += " < " + detail::shell_quoted(file.string());
    std::FILE* const pipe = ::popen(line.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot start a shell");
    std::string out;
    std::string piece(65536, '\0');
    for (std::size_t n; (n = std::fread(piece.data(), 1, piece.size(), pipe)) != 0;) out.append(piece, 0, n);
    const int status = ::pclose(pipe);
    std::filesystem::remove(file);
    if (status != 0) throw std::runtime_error(name + " failed with status " + std::to_string(status));
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end; (end = out.find('\n', begin)) != out.npos; begin = end + 1)
        lines.push_back(out.substr(begin, end - begin));
    return lines;
}

}}  // namespace setpoint::v0
