// The audit log's file: when it is replaced, and which of the replaced files stay.

#include "cli/audit_file.hpp"

#include "setpoint/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using namespace setpoint;
using namespace setpoint::cli;

struct folder_fixture {
    folder_fixture() {
        std::string form = (fs::temp_directory_path() / "audit-XXXXXX").string();
        BOOST_REQUIRE(::mkdtemp(form.data()) != nullptr);
        folder = form;
    }
    ~folder_fixture() { fs::remove_all(folder); }

    std::string content(const std::string& name) const {
        std::ifstream in(folder / name);
        std::ostringstream out;
        out << in.rdbuf();
        return out.str();
    }
    std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const auto& each : fs::directory_iterator(folder))
            out.push_back(each.path().filename().string());
        std::ranges::sort(out);
        return out;
    }
    std::string path(const char* name = "audit.log") const { return (folder / name).string(); }

    fs::path folder;
    std::shared_ptr<virtual_clock> time = std::make_shared<virtual_clock>();
};

using names = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(audit_file_suite, folder_fixture)

BOOST_AUTO_TEST_CASE(lines_are_appended) {
    audit_file(path(), {}, time).write("one");
    audit_file(path(), {}, time).write("two");
    BOOST_TEST(content("audit.log") == "one\ntwo\n");
}

BOOST_AUTO_TEST_CASE(folder_is_created_and_private) {
    audit_file log(path("new/audit.log"), {}, time);
    log.write("one");
    BOOST_TEST((fs::status(folder / "new").permissions() == fs::perms::owner_all));
    BOOST_TEST((fs::status(folder / "new" / "audit.log").permissions() ==
                (fs::perms::owner_read | fs::perms::owner_write)));
}

BOOST_AUTO_TEST_CASE(full_file_is_replaced) {
    audit_file log(path(), {.size = 8}, time);
    log.write("123");
    log.write("456");
    log.write("789");
    BOOST_TEST(content("audit.log") == "789\n");
    BOOST_TEST(content("audit-2026-01-01T00-00-00.000.log") == "123\n456\n");
}

BOOST_AUTO_TEST_CASE(existing_content_counts) {
    audit_file(path(), {.size = 8}, time).write("12345");
    audit_file(path(), {.size = 8}, time).write("678");
    BOOST_TEST(content("audit.log") == "678\n");
}

BOOST_AUTO_TEST_CASE(surplus_files_are_removed) {
    audit_file log(path(), {.size = 4, .backups = 1}, time);
    for (const char* line : {"111", "222", "333"}) {
        log.write(line);
        time->advance(std::chrono::seconds(1));
    }
    BOOST_TEST((names() == ::names{"audit-2026-01-01T00-00-02.000.log", "audit.log"}));
}

BOOST_AUTO_TEST_CASE(lines_longer_than_a_file_are_refused) {
    audit_file log(path(), {.size = 4}, time);
    BOOST_CHECK_THROW(log.write("12345"), std::length_error);
    log.write("123");
    BOOST_TEST(content("audit.log") == "123\n");
}

BOOST_AUTO_TEST_CASE(unwritable_path_is_named) {
    BOOST_CHECK_EXCEPTION(audit_file(folder.string(), {}, time), fault, [this](const fault& f) {
        return f.why().code == errc::bad_config &&
               std::string(f.what()).find(folder.string()) != std::string::npos;
    });
}

BOOST_AUTO_TEST_CASE(only_old_backups_expire) {
    const wall_time now = time->wall_now();
    const ::names all{"audit-2025-12-30T00-00-00.000.log", "audit-2025-12-31T12-00-00.000.log", "audit.log",
                      "audit-other.log", "other-2020-01-01T00-00-00.000.log"};
    BOOST_TEST((expired_backups("audit.log", all, {.age = std::chrono::days(1)}, now) ==
                ::names{"audit-2025-12-30T00-00-00.000.log"}));
    BOOST_TEST(expired_backups("audit.log", all, {}, now).empty());
}

BOOST_AUTO_TEST_CASE(names_without_extension_have_backups) {
    BOOST_TEST(backup_name("audit", time->wall_now()) == "audit-2026-01-01T00-00-00.000");
}

BOOST_AUTO_TEST_SUITE_END()
