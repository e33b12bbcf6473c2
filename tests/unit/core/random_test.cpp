#include "setpoint/core/random.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <cerrno>
#include <cstddef>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(random_test)

BOOST_AUTO_TEST_CASE(same_seed_gives_the_same_numbers) {
    random_source a(42), b(42), c(43);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t drawn = a.next();
        BOOST_TEST(drawn == b.next());
        differs |= drawn != c.next();
    }
    BOOST_TEST(differs);
}

// The engine is fixed by the standard ([rand.predef]); everything built on it must not depend on a
// library either.
BOOST_AUTO_TEST_CASE(seeded_numbers_are_the_same_everywhere) {
    random_source r(5489);
    for (int i = 0; i < 9999; ++i) r.next();
    BOOST_TEST(r.next() == 9981545732273789042U);
    BOOST_TEST(random_source(1).uuid() == random_source(1).uuid());
}

BOOST_AUTO_TEST_CASE(below_stays_below_and_reaches_everything) {
    random_source r(1);
    std::array<int, 7> seen{};
    for (int i = 0; i < 70'000; ++i) ++seen.at(r.below(seen.size()));
    for (const int count : seen) BOOST_TEST((count > 9'500 && count < 10'500));
    for (int i = 0; i < 100; ++i) BOOST_TEST(r.below(1) == 0U);
}

// With a plain remainder the lower half of this range would come up twice as often as the upper.
BOOST_AUTO_TEST_CASE(below_is_even_for_bounds_near_the_range_of_the_engine) {
    random_source r(2);
    const std::uint64_t bound = 0xC000'0000'0000'0000U;
    int low = 0;
    for (int i = 0; i < 30'000; ++i) low += r.below(bound) < bound / 3;
    BOOST_TEST((low > 9'500 && low < 10'500));
}

BOOST_AUTO_TEST_CASE(unit_is_in_the_half_open_interval_and_even) {
    random_source r(3);
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) {
        const double u = r.unit();
        BOOST_REQUIRE((u >= 0 && u < 1));
        sum += u;
    }
    BOOST_TEST((sum > 49'000 && sum < 51'000));
}

BOOST_AUTO_TEST_CASE(uuid_is_version_4_and_does_not_repeat) {
    random_source r(4);
    std::set<std::string> seen;
    for (int i = 0; i < 1'000; ++i) {
        const std::string id = r.uuid();
        BOOST_REQUIRE(id.size() == 36U);
        for (std::size_t at = 0; at < id.size(); ++at) {
            const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
            BOOST_REQUIRE(
                (dash ? id[at] == '-'
                      : std::string_view("0123456789abcdef").find(id[at]) != std::string_view::npos));
        }
        BOOST_REQUIRE(id[14] == '4');
        BOOST_REQUIRE((std::string_view("89ab").find(id[19]) != std::string_view::npos));
        BOOST_REQUIRE(seen.insert(id).second);
    }
}

BOOST_AUTO_TEST_CASE(system_seeds_differ) {
    std::set<std::uint64_t> seeds;
    for (int i = 0; i < 8; ++i) seeds.insert(random_source::system_seed());
    BOOST_TEST(seeds.size() == 8U);
}

namespace {

// For this process and for good: as on Linux before 3.17.
bool refuse_random_numbers() {
    std::array<sock_filter, 4> code{{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    const sock_fprog program{code.size(), code.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_old_kernel_is_refused_in_one_sentence) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t pid = ::fork();
    BOOST_REQUIRE(pid >= 0);
    if (pid == 0) {
        std::string text = "no filter";
        try {
            if (refuse_random_numbers()) text = "a seed: " + std::to_string(random_source::system_seed());
        } catch (const std::system_error& e) {
            text = e.what();
        }
        ::_exit(::write(ends[1], text.data(), text.size()) > 0 ? 0 : 1);
    }
    ::close(ends[1]);
    std::string text(256, ' ');
    const ssize_t n = ::read(ends[0], text.data(), text.size());
    ::close(ends[0]);
    ::waitpid(pid, nullptr, 0);
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    if (text == "no filter") {
        BOOST_TEST_MESSAGE("skipped: an emulator has no filters of system calls");
        return;
    }
    BOOST_TEST(
        text ==
        "no random numbers from the system, which needs Linux 3.17 or later: Function not implemented");
}

BOOST_AUTO_TEST_SUITE_END()
