#include "framework/manager/recording_files.hpp"

#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

std::string folder_of(const recorder_flags& flags) {
    if (!flags.dir.empty()) return flags.dir;
    const char* const there = std::getenv("TMPDIR");
    return there && *there ? there : "/tmp";
}

result<> write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(file, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return error(errc::failed, std::generic_category().message(errno));
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return {};
}

// Writes the whole text and then gives it its name, so that no file is a part of a recording. Only the owner
// may read it, since it contains objects of the cluster. Folders such as /tmp are shared: a file or a link
// that someone else has made under the name is not opened.
result<> write_file(const std::string& path, const recording_text& text) {
    const std::string unfinished = path + ".tmp";
    const auto failed = [&](const char* what) {
        const std::string why = std::generic_category().message(errno);
        std::remove(unfinished.c_str());
        return error(errc::failed, fmt::format("{} {}: {}", what, unfinished, why));
    };
    std::remove(unfinished.c_str());
    const int file = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return failed("create");
    for (const auto& one : text.parts) {
        const result<> done = write_all(file, *one);
        if (done) continue;
        ::close(file);
        std::remove(unfinished.c_str());
        return done.error().within("write " + unfinished);
    }
    if (::close(file) != 0) return failed("close");
    if (std::rename(unfinished.c_str(), path.c_str()) != 0) return failed("rename");
    return {};
}

}  // namespace

recording_files::recording_files(loop& l, const flight_recorder& recorder, const recorder_flags& flags,
                                 std::string program, logger log)
    : loop_(l),
      recorder_(recorder),
      folder_(folder_of(flags)),
      program_(std::move(program)),
      log_(std::move(log)),
      requests_(l) {
    if (flags.on_failure.empty()) return;
    pattern_ = std::make_unique<re2::RE2>(flags.on_failure, re2::RE2::Quiet);
    if (!pattern_->ok())
        throw fault(errc::bad_config, fmt::format("--flight-recorder-on-failure: \"{}\": {}",
                                                  flags.on_failure, pattern_->error()));
}

recording_files::~recording_files() = default;

bool recording_files::request(std::string why) {
    if (requests_.size() != 0) return false;
    requests_.push(std::move(why));
    return true;
}

void recording_files::ended(std::string_view controller, const object_key& key, const outcome& how) {
    if (const std::string_view cut = recorder_.cut_because(); !cut.empty()) {
        // Each file would be the same.
        if (!std::exchange(has_ended_, true))
            log_.warn(
                "The recording has ended: write it with SIGUSR1, and restart the program for another one",
                {{"reason", cut}, {"bytes", recorder_.size()}});
        return;
    }
    const bool failed = how.what() == outcome::kind::retry || how.what() == outcome::kind::terminal;
    if (!pattern_ || !failed || failures_ == most_failures || loop_.now() < next_) return;
    const std::string text = fmt::format("{} {}: {}", controller, key, how.why().to_string());
    if (!re2::RE2::PartialMatch(text, *pattern_)) return;
    if (!request("a failed reconcile: " + text)) return;
    ++failures_;
    next_ = saturating_add(loop_.now(), between_failures);
}

awaitable<void> recording_files::run() {
    for (;;) {
        std::optional<std::string> why = co_await requests_.pop();
        if (!why) co_return;
        co_await write(std::move(*why));
    }
}

awaitable<void> recording_files::write(std::string why) {
    std::string when = timestamp::from(loop_.wall_now()).to_string();
    std::replace(when.begin(), when.end(), ':', '-');
    const std::string path = fmt::format("{}/{}-{}-{}.recording", folder_, program_, when, ++written_);
    const recording_text text = recorder_.text();
    const bool is_complete = recorder_.cut_because().empty();
    const result<> done =
        co_await loop_.blocking("write a recording", [path, text] { return write_file(path, text); });
    if (!done) {
        log_.error("The recording cannot be written", {{"error", done.error().to_string()}});
        co_return;
    }
    log_.info("Wrote a recording",
              {{"file", path}, {"bytes", text.size()}, {"reason", why}, {"complete", is_complete}});
}

}}  // namespace setpoint::v0
