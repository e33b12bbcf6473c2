// Counts the cache lines that a program touches between two waits, from valgrind's trace of all that it
// executes, reads and writes (lackey --trace-mem=yes). bench/lines/run starts it and explains what it prints.
//
//     count_lines CONTROL OUT < trace
//
// Nothing is counted before SIGUSR1. CONTROL then holds three addresses in hexadecimal: where epoll_wait
// begins, which is where one burst of work ends; and the program's own code, begin and end, as what a
// library touches is charged to the code that called it. OUT gets one line for each place:
// "I" and the address of a line of code, or "D" and the address of the code that first touched a line of
// data, and how many bursts that happened in.

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unordered_map>
#include <unordered_set>

namespace {

using address = std::uint64_t;
constexpr unsigned line_bits = 6;  // 64 bytes

volatile std::sig_atomic_t begun = 0;

struct counts {
    address wait = 0, code_begin = 0, code_end = 0;
    address caller = 0;  // in the program's own code
    std::uint64_t instructions = 0, bursts = 0, code_lines = 0, data_lines = 0;
    std::unordered_set<address> code, data;  // of this burst
    std::unordered_map<address, std::uint64_t> by_code, by_caller;

    void end_of_burst() {
        if (code.size() > 100) {  // less is a look at the sockets that found nothing
            ++bursts;
            code_lines += code.size();
            data_lines += data.size();
        }
        code.clear();
        data.clear();
    }
    void execute(address first, address last) {
        ++instructions;
        if (first >= code_begin && first < code_end) caller = first;
        if (first == wait) end_of_burst();
        for (address line = first >> line_bits; line <= last >> line_bits; ++line)
            if (code.insert(line).second) ++by_code[line << line_bits];
    }
    void access(address first, address last) {
        for (address line = first >> line_bits; line <= last >> line_bits; ++line)
            if (data.insert(line).second) ++by_caller[caller];
    }
    bool write(const char* path) const {
        std::ofstream out(path);
        for (const auto& [at, n] : by_code) out << "I " << std::hex << at << ' ' << std::dec << n << '\n';
        for (const auto& [at, n] : by_caller) out << "D " << std::hex << at << ' ' << std::dec << n << '\n';
        return static_cast<bool>(out.flush());
    }
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fputs("usage: count_lines CONTROL OUT < trace\n", stderr), 2;
    std::signal(SIGUSR1, [](int) { begun = 1; });
    counts all;
    bool told = false;
    char text[256];
    while (std::fgets(text, sizeof text, stdin)) {
        if (!begun || text[0] == '=') continue;
        if (!told) {
            std::ifstream control(argv[1]);
            told = static_cast<bool>(control >> std::hex >> all.wait >> all.code_begin >> all.code_end);
            if (!told) return std::fprintf(stderr, "count_lines: %s is not as expected\n", argv[1]), 1;
        }
        // "I  04016ab0,3", " L 1ffeffe7e,8", " S ...", " M ..."
        char* end = nullptr;
        const address first = std::strtoull(text + 2, &end, 16);
        if (*end != ',') continue;
        const address last = first + std::strtoull(end + 1, nullptr, 10) - 1;
        if (text[0] == 'I')
            all.execute(first, last);
        else
            all.access(first, last);
    }
    all.end_of_burst();
    std::printf("%lu %lu %lu %lu\n", all.instructions, all.bursts, all.code_lines, all.data_lines);
    return all.write(argv[2]) ? 0 : 1;
}
