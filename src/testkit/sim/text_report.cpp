// The text of findings, for a terminal.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"
#include "testkit/sim/shaded_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::size_t most_detail = 14, most_of_story = 2;

class writer_of_text {
public:
    writer_of_text(text_style style, std::string_view exploration) : out_(style), exploration_(exploration) {}

    std::string take() { return out_.take(); }

    void coverage(const findings& found) {
        const std::string name = found.name.empty() ? "" : printable(found.name) + ": ";
        out_.paragraph(
            "", fmt::format("{}{} points, {} of {} plans run{} ({} ended early), {:.1f} s of CPU: {}", name,
                            found.points, found.run, found.plans,
                            found.interrupted ? " before it was interrupted" : "", found.ended_early,
                            found.cpu_seconds, in_words(found.all.size())));
        const auto strange = std::count_if(found.all.begin(), found.all.end(), [](const finding& f) {
            return !f.is_repeatable() && !f.depends_on_timing;
        });
        if (strange == 0) return;
        out_.paragraph(
            "",
            fmt::format(
                "!!! {} OF THEM DO NOT REPEAT. A replay of the same plan had another outcome. Either "
                "the operator depends on more than the cluster (the machine's clock, a random device, "
                "addresses, files), or this is a bug of setpoint: please report it.",
                strange),
            shade::wrong);
    }

    void one(const finding& f, std::size_t number, bool was_interrupted) {
        out_.append("\n");
        const auto detail = lines_of(f.detail);
        // The rest of a story's failure lists objects and logs.
        const std::size_t most = f.oracle == "story" ? most_of_story : most_detail;
        out_.paragraph("",
                       fmt::format("{}. {}: {}", number, printable(f.oracle),
                                   detail.empty() ? "" : printable(detail.front())),
                       shade::wrong);
        for (std::size_t i = 1; i < std::min(detail.size(), most); ++i)
            out_.line(clipped("   " + printable(detail[i]), out_.columns()));
        if (detail.size() > most)
            out_.line(fmt::format("     ... {} more lines", detail.size() - most), shade::dim);
        out_.paragraph("   found by ",
                       printable(f.plan) + (f.others == 0 ? ""
                                                          : fmt::format(", and by {} other plan{}", f.others,
                                                                        f.others == 1 ? "" : "s")),
                       shade::strong);
        for (const planned_fault& p : f.faults)
            out_.paragraph(fmt::format("     {}: ", p.name), printable(p.words));
        if (f.faults.empty()) out_.line("     no fault is needed");
        repeats(f, was_interrupted);
        out_.append("\n");
        out_.append(describe_timelines(f, out_.style()));
        out_.append("\n");
        if (!f.faults.empty()) replay(f);
    }

private:
    static std::string in_words(std::size_t n) {
        return n == 0 ? "nothing found" : n == 1 ? "1 finding" : fmt::format("{} findings", n);
    }
    void repeats(const finding& f, bool was_interrupted) {
        if (f.replayed == 0) {
            if (was_interrupted) out_.line("     not replayed, since it was interrupted again", shade::dim);
            return;
        }
        if (f.faults.empty() && f.depends_on_timing)
            return out_.line(fmt::format("     seen in {} of {} runs", f.repeats + 1, f.replayed + 1),
                             shade::dim);
        if (f.is_repeatable())
            return out_.line(fmt::format("     replayed {} times, with the same outcome", f.replayed),
                             shade::dim);
        if (f.depends_on_timing)
            return out_.paragraph("     ",
                                  fmt::format("seen in {} of {} runs of this plan: it depends on timing, and "
                                              "needs several replays",
                                              f.repeats + 1, f.replayed + 1));
        out_.paragraph("     ",
                       fmt::format("!!! IT DOES NOT REPEAT: {} of {} replays had the same outcome", f.repeats,
                                   f.replayed),
                       shade::wrong);
    }
    void replay(const finding& f) {
        // In one line, since it is pasted.
        if (!f.command.empty()) return out_.line("   replay: " + printable(f.command), shade::strong);
        out_.paragraph("   replay: ", fmt::format(".replay = \"{}\"", printable(f.plan)), shade::strong);
        out_.line("   as a test:");
        const std::string test = test_of(f, exploration_);
        for (const std::string_view l : lines_of(test)) out_.line("     " + std::string(l));
    }

    shaded_text out_;
    std::string_view exploration_;
};

}  // namespace

text_style style_of_terminal(int descriptor) {
    text_style s;
    if (::isatty(descriptor) != 1) return s;
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) s.columns = size.ws_col;
    const char* const term = std::getenv("TERM");
    s.colours = !std::getenv("NO_COLOR") && term && std::string_view(term) != "dumb";
    return s;
}

std::string describe(const findings& found, text_style style) {
    writer_of_text writer(style, found.name);
    writer.coverage(found);
    for (std::size_t i = 0; i < found.all.size(); ++i) writer.one(found.all[i], i + 1, found.interrupted);
    return writer.take();
}

std::string describe_finding(const finding& f, std::size_t number, text_style style) {
    writer_of_text writer(style, {});
    writer.one(f, number, false);
    return writer.take();
}

std::string findings::text() const {
    return describe(*this, style_of_terminal(STDOUT_FILENO));
}

}}}  // namespace setpoint::v0::sim
