#include "setpoint/core/boxed.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using setpoint::boxed;

BOOST_AUTO_TEST_SUITE(boxed_test)

BOOST_AUTO_TEST_CASE(it_is_empty_until_it_is_set_and_one_pointer_wide) {
    static_assert(sizeof(boxed<std::string>) == sizeof(void*));
    boxed<std::string> b;
    BOOST_TEST(!b);
    b.emplace("a").append("b");
    BOOST_TEST(b.has_value());
    BOOST_TEST(*b == "ab");
    b.reset();
    BOOST_TEST(!b.has_value());
}

BOOST_AUTO_TEST_CASE(copies_are_deep_and_moves_leave_nothing) {
    boxed<std::string> a(std::string("one")), b = a;
    b->append(" more");
    BOOST_TEST(*a == "one");
    BOOST_TEST(*b == "one more");
    boxed<std::string> c(std::move(b));
    BOOST_TEST(!b);  // NOLINT(bugprone-use-after-move): that is what is tested
    a = c;
    BOOST_TEST(*a == *c);
    boxed<std::string>& same = a;
    a = same;
    BOOST_TEST(*a == "one more");
    a = boxed<std::string>();
    BOOST_TEST(!a);
}

#ifndef NDEBUG
BOOST_AUTO_TEST_CASE(access_to_an_empty_one_aborts) {
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        (void)std::freopen("/dev/null", "w", stderr);
        boxed<std::string> empty;
        empty->push_back('x');
        std::_Exit(0);
    }
    int status = 0;
    BOOST_REQUIRE(waitpid(child, &status, 0) == child);
    BOOST_TEST(WIFSIGNALED(status));
    BOOST_TEST(WTERMSIG(status) == SIGABRT);
}
#endif

BOOST_AUTO_TEST_SUITE_END()
