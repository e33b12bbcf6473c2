#include "testkit/sim/progress.hpp"

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

double seconds_in(duration d) {
    return std::chrono::duration<double>(d).count();
}

std::string rounded(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    return whole < 120 ? fmt::format("{} s", whole) : fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace

progress::progress(const clock& time, sink to, std::size_t columns, std::string name)
    : time_(time),
      to_(std::move(to)),
      columns_(columns),
      name_(std::move(name)),
      first_(time.now()),
      begun_(first_),
      drawn_(first_) {}

progress progress::of_process(const clock& time, bool is_wanted, std::string name) {
    sink to;
    if (is_wanted)
        to = [](std::string_view text) {
            std::fwrite(text.data(), 1, text.size(), stderr);
            std::fflush(stderr);
        };
    const std::size_t columns = ::isatty(STDERR_FILENO) == 1 ? style_of_terminal(STDERR_FILENO).columns : 0;
    return {time, std::move(to), columns, std::move(name)};
}

progress::~progress() {
    clear();
}

void progress::clear() {
    if (to_ && is_drawn_ && columns_ != 0) to_("\r\x1b[K");
    is_drawn_ = false;
}

void progress::begin(std::string_view what, std::size_t all) {
    what_ = what;
    all_ = all;
    done_ = more_ = 0;
    begun_ = time_.now();
}

void progress::done(std::size_t done, std::size_t more, std::size_t findings) {
    done_ = done;
    more_ = more;
    findings_ = findings;
    tick();
}

std::string progress::line(double seconds) const {
    const double rate = seconds > 0 ? static_cast<double>(done_ + more_) / seconds : 0;
    const std::string begin = fmt::format("explore{}{}: ", name_.empty() ? "" : " ", name_);
    if (all_ == 0) return begin + what_;
    std::string out = fmt::format("{}{} of {} {}", begin, done_, all_, what_);
    if (more_ != 0) out += fmt::format(" and {} that follow them", more_);
    out += fmt::format(", {:.0f}/s, {} {}", rate, findings_, findings_ == 1 ? "finding" : "findings");
    if (done_ != 0 && done_ < all_)
        out += fmt::format(", {} left",
                           rounded(seconds * static_cast<double>(all_ - done_) / static_cast<double>(done_)));
    return out;
}

void progress::tick() {
    if (!to_) return;
    const time_point now = time_.now();
    if (now - first_ < silence ||
        (is_drawn_ && now - drawn_ < (columns_ != 0 ? between_redraws : between_lines)))
        return;
    is_drawn_ = true;
    drawn_ = now;
    const std::string text = line(seconds_in(now - begun_));
    // A line that is as wide as the terminal would scroll it.
    to_(columns_ == 0 ? text + "\n" : "\r" + clipped(text, columns_ - 1) + "\x1b[K");
}

}}}  // namespace setpoint::v0::sim
