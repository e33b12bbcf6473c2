// Recordings are written on request and for failures, to files of the owner.
#include "framework/manager/recording_files.hpp"

#include "setpoint/recording/recording.hpp"
#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(recording_files_test)

namespace {

namespace fs = std::filesystem;

struct world : virtual_world {
    world() : folder(fs::current_path() / ("recording_files_test." + std::to_string(::getpid()))) {
        fs::create_directory(folder);
        flags.dir = folder.string();
        flags.on_failure = "boom";
    }
    ~world() { fs::remove_all(folder); }
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& one : fs::directory_iterator(folder)) all.push_back(one.path().string());
        std::sort(all.begin(), all.end());
        return all;
    }
    // Runs `body` while files are written.
    template <class F>
    void write(F body) {
        recording_files files(l, recorder, flags, "lamps", logger(sink, time));
        run([&]() -> awaitable<void> {
            task_scope writer(l, "writer");
            writer.spawn("files", files.run());
            co_await body(files);
            co_await l.sleep(1s);
            writer.request_stop();
            co_await writer.join();
        });
    }

    fs::path folder;
    recorder_flags flags;
    std::ostringstream lines;
    text_sink sink{lines};
    script_transport net{l};
    flight_recorder recorder{l, net, {}, {}};
};

void fail(recording_files& files, const char* why) {
    files.ended("lamp", {"default", "desk"}, outcome(error(errc::failed, why)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(matching_failures_write_a_file_now_and_then) {
    world w;
    w.write([&](recording_files& files) -> awaitable<void> {
        fail(files, "fizz");
        fail(files, "boom");
        fail(files, "boom");
        co_await w.l.sleep(9min);
        fail(files, "boom");
        co_await w.l.sleep(1min);
        fail(files, "boom");
    });
    const std::vector<std::string> names = w.names();
    BOOST_REQUIRE(names.size() == 2u);
    BOOST_TEST(recording::read_file(names[0]).has_value());
    BOOST_TEST((fs::status(names[0]).permissions() == (fs::perms::owner_read | fs::perms::owner_write)));
}

BOOST_AUTO_TEST_CASE(a_link_under_the_name_is_not_followed) {
    world w;
    const fs::path other = w.folder / "other";
    w.write([&](recording_files& files) -> awaitable<void> {
        files.request("a test");
        co_await w.l.sleep(1ms);
        std::string name = w.names().at(0);
        name.replace(name.rfind("-1.recording"), 2, "-2");
        fs::create_symlink(other, name + ".tmp");
        files.request("a test");
    });
    BOOST_TEST(w.names().size() == 2u, w.lines.str());
    BOOST_TEST(!fs::exists(other));
}

BOOST_AUTO_TEST_SUITE_END()
