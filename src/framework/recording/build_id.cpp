#include "framework/recording/recording_log.hpp"
#include "setpoint/recording/recording.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <sstream>

#ifdef __linux__
#include <elf.h>
#endif
#ifdef __APPLE__
#include <climits>
#include <mach-o/dyld.h>
#endif

namespace setpoint { inline namespace v0 {

namespace {

#ifdef __linux__
// Reads a structure at an offset; returns false beyond the end.
template <class T>
bool read_at(std::string_view file, std::uint64_t at, T& to) {
    if (at > file.size() || sizeof to > file.size() - at) return false;
    std::memcpy(&to, file.data() + at, sizeof to);
    return true;
}

// Returns the description of the note NT_GNU_BUILD_ID; "" without one.
std::string_view build_note(std::string_view notes) {
    Elf64_Nhdr head{};
    for (std::uint64_t at = 0; read_at(notes, at, head);) {
        const auto padded = [](std::uint64_t n) { return (n + 3) & ~std::uint64_t{3}; };
        const std::uint64_t name = at + sizeof head, text = name + padded(head.n_namesz);
        if (text > notes.size() || head.n_descsz > notes.size() - text) break;
        const bool gnu = head.n_namesz == 4 && notes.substr(name, 4) == std::string_view("GNU\0", 4);
        if (gnu && head.n_type == NT_GNU_BUILD_ID) return notes.substr(text, head.n_descsz);
        at = text + padded(head.n_descsz);
    }
    return {};
}

std::string_view build_id(std::string_view file) {
    Elf64_Ehdr head{};
    if (!read_at(file, 0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64)
        return {};
    for (std::uint64_t i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr part{};
        if (!read_at(file, head.e_phoff + i * head.e_phentsize, part)) return {};
        if (part.p_type != PT_NOTE || part.p_offset > file.size()) continue;
        const std::string_view found = build_note(file.substr(part.p_offset, part.p_filesz));
        if (!found.empty()) return found;
    }
    return {};
}
#else
// Other systems' executables have no GNU build ID.
std::string_view build_id(std::string_view) {
    return {};
}
#endif

std::string hexadecimal(std::string_view bytes) {
    std::string out;
    for (const char c : bytes)
        fmt::format_to(std::back_inserter(out), "{:02x}", static_cast<unsigned char>(c));
    return out;
}

}  // namespace

result<std::string> build_of_program(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream content;
    if (in) content << in.rdbuf();
    if (!in || in.bad()) return error(errc::bad_config, fmt::format("the program {} cannot be read", path));
    const std::string file = std::move(content).str();
    if (const std::string_view id = build_id(file); !id.empty()) return hexadecimal(id);
    return fmt::format("fnv-{:016x}-{}", detail::checksum(file), file.size());
}

result<std::string> build_of_this_program() {
#ifdef __APPLE__
    char path[PATH_MAX];
    std::uint32_t size = sizeof path;
    return build_of_program(::_NSGetExecutablePath(path, &size) == 0 ? path : "");
#else
    return build_of_program("/proc/self/exe");
#endif
}

}}  // namespace setpoint::v0
