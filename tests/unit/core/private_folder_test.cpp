#include "setpoint/core/private_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/stat.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(private_folder_test)

namespace {

// Restores the variable at its end.
class chosen_folder {
public:
    explicit chosen_folder(const char* folder) {
        if (const char* const before = std::getenv("TMPDIR")) before_ = before;
        ::setenv("TMPDIR", folder, 1);
    }
    chosen_folder(const chosen_folder&) = delete;
    chosen_folder& operator=(const chosen_folder&) = delete;
    ~chosen_folder() {
        if (before_)
            ::setenv("TMPDIR", before_->c_str(), 1);
        else
            ::unsetenv("TMPDIR");
    }

private:
    std::optional<std::string> before_{};
};

}  // namespace

BOOST_AUTO_TEST_CASE(others_may_not_use_it) {
    const result<std::string> made = make_private_folder("setpoint-test");
    BOOST_REQUIRE(made);
    struct stat info{};
    BOOST_REQUIRE(::stat(made->c_str(), &info) == 0);
    BOOST_TEST((info.st_mode & 0777) == 0700u);
    std::filesystem::remove(*made);
}

BOOST_AUTO_TEST_CASE(without_a_place_it_says_what_to_do) {
    const chosen_folder none("/proc");  // where nobody can make a folder
    const result<std::string> made = make_private_folder("setpoint-test");
    BOOST_REQUIRE(!made);
    BOOST_TEST((made.error().code == errc::bad_config));
    const std::string& text = made.error().message;
    BOOST_TEST(text.starts_with("cannot make a folder like /proc/setpoint-test-"), text);
    BOOST_TEST(text.ends_with("; set TMPDIR to a folder that exists and can be written"), text);
}

BOOST_AUTO_TEST_SUITE_END()
