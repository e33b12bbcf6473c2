#include "framework/core/digits.hpp"
#include "framework/core/hash.hpp"
#include "setpoint/recording/recording.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

// A file in memory, of which only what is read is loaded: executables are large.
class mapped_file {
public:
    explicit mapped_file(const std::string& path) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) return;
        struct stat about{};
        if (::fstat(file, &about) == 0 && about.st_size > 0) {
            size_ = static_cast<std::size_t>(about.st_size);
            at_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        }
        ::close(file);
    }
    ~mapped_file() {
        if (is_open()) ::munmap(at_, size_);
    }
    mapped_file(const mapped_file&) = delete;
    mapped_file& operator=(const mapped_file&) = delete;

    bool is_open() const { return at_ != MAP_FAILED; }
    std::string_view text() const { return {static_cast<const char*>(at_), size_}; }

private:
    void* at_ = MAP_FAILED;
    std::size_t size_ = 0;
};

std::string hexadecimal(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) append_hexadecimal(static_cast<unsigned char>(c), 2, out);
    return out;
}

}  // namespace

result<std::string> build_of_program(const std::string& path) {
    const mapped_file file(path);
    if (!file.is_open()) return error(errc::bad_config, fmt::format("the program {} cannot be read", path));
    const std::string_view text = file.text();
    if (const std::string_view id = build_id(text); !id.empty()) return hexadecimal(id);
    return fmt::format("hash-{:016x}-{}", hash_bytes(text), text.size());
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
