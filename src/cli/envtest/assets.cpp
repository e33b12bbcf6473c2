#include "cli/envtest/personality.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/syslimits.h>
#endif

namespace setpoint { inline namespace v0 { namespace cli {

namespace fs = std::filesystem;

namespace {

// Throws std::filesystem::filesystem_error if the system does not tell.
fs::path own_program() {
#ifdef __APPLE__
    char path[PATH_MAX];
    std::uint32_t size = sizeof path;
    return fs::canonical(::_NSGetExecutablePath(path, &size) == 0 ? path : "");
#else
    return fs::read_symlink("/proc/self/exe");
#endif
}

// Empty if there is none in $PATH.
fs::path find_in_path(const std::string& name) {
    const char* const variable = std::getenv("PATH");
    std::string_view path = variable ? variable : "";
    while (!path.empty()) {
        const std::size_t colon = path.find(':');
        const fs::path candidate = fs::path(path.substr(0, colon)) / name;
        if (::access(candidate.c_str(), X_OK) == 0) return fs::absolute(candidate);
        path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
    }
    return {};
}

// A link of an earlier run is replaced, a file or link of somebody else is not.
void link_to(const fs::path& target, const fs::path& link) {
    std::error_code failed;
    const fs::path before = fs::read_symlink(link, failed);
    if (!failed && before.filename() != target.filename())
        throw fault(errc::bad_config,
                    fmt::format("{} is a link to {} already: remove it, or name another folder",
                                link.string(), before.string()));
    if (!failed) fs::remove(link, failed);
    fs::create_symlink(target, link, failed);
    if (failed)
        throw fault(errc::bad_config, fmt::format("cannot link {}: {}", link.string(), failed.message()));
}

}  // namespace

assets_command::assets_command(CLI::App& parent) {
    CLI::App& f = *parent.add_subcommand(
        "assets", "Make a folder for KUBEBUILDER_ASSETS, so that envtest runs on the embedded API server");
    app_ = &f;
    f.set_help_flag("-h,--help", "Print this help and exit");
    f.add_option("DIR", folder_,
                 "The folder: links kube-apiserver and etcd to this program, and kubectl to yours")
        ->required();
}

bool assets_command::is_chosen() const {
    return app_->parsed();
}

int assets_command::run() {
    const fs::path folder = fs::absolute(folder_);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw fault(errc::bad_config, fmt::format("{}: {}", folder_, failed.message()));
    const fs::path self = own_program();
    for (const char* name : {"kube-apiserver", "etcd"}) link_to(self, folder / name);
    const fs::path kubectl = find_in_path("kubectl");
    if (!kubectl.empty() && kubectl.parent_path() != folder) link_to(kubectl, folder / "kubectl");
    std::cout << "export KUBEBUILDER_ASSETS=" << folder.string() << '\n';
    if (kubectl.empty())
        std::cerr << "There is no kubectl in $PATH; tests that run it need one in " << folder.string()
                  << ".\n";
    return static_cast<int>(exit_code::ok);
}

}}}  // namespace setpoint::v0::cli
