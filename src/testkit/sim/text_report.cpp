// The text of findings, for a terminal.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace setpoint::inline v0::sim {

namespace {

constexpr std::size_t least_columns = 60, wide_enough_for_lanes = 96;
// Of a timeline: rows around those that differ, rows in all; lines of what else may be long.
constexpr std::size_t context = 3, most_rows = 60, most_of_a_side = 9, most_detail = 14, most_of_story = 2,
                      most_of_first_difference = 4;

enum class shade : std::uint8_t { none, strong, wrong, fault, less, more, dim };

class writer_of_text {
public:
    writer_of_text(const findings& found, text_style style) : found_(found), style_(style) {
        style_.columns = std::max(style_.columns, least_columns);
        lane_ = style_.columns < wide_enough_for_lanes ? 5 : 8;
        cell_ = (style_.columns - margin() - 3) / 2;
    }

    std::string text() {
        coverage();
        for (std::size_t i = 0; i < found_.all.size(); ++i) one(found_.all[i], i + 1);
        return std::move(out_);
    }

private:
    std::size_t margin() const { return 3 + 9 + 1 + lane_ + 1; }

    void put(std::string_view text, shade s = shade::none) {
        constexpr std::string_view codes[] = {"",         "\x1b[1m",  "\x1b[1;31m", "\x1b[33m",
                                              "\x1b[31m", "\x1b[32m", "\x1b[2m"};
        const std::string_view code = codes[static_cast<std::size_t>(s)];
        const bool shaded = style_.colours && !code.empty() && !text.empty();
        out_.append(shaded ? code : "").append(text).append(shaded ? "\x1b[0m" : "");
    }
    void line(std::string_view text, shade s = shade::none) {
        put(text, s);
        out_ += '\n';
    }
    // `first` precedes the first line, and the others are as far from the left.
    void paragraph(std::string_view first, std::string_view text, shade s = shade::none) {
        std::string before(first);
        for (const std::string& piece : wrapped(text, style_.columns - first.size())) {
            put(before);
            line(piece, s);
            before.assign(first.size(), ' ');
        }
    }

    void coverage() {
        const std::string name = found_.name.empty() ? "" : printable(found_.name) + ": ";
        paragraph("", fmt::format("{}{} points, {} of {} plans run{} ({} ended early), {:.1f} s of CPU: {}",
                                  name, found_.points, found_.run, found_.plans,
                                  found_.interrupted ? " before it was interrupted" : "", found_.ended_early,
                                  found_.cpu_seconds, in_words(found_.all.size())));
        const auto strange = std::count_if(found_.all.begin(), found_.all.end(),
                                           [](const finding& f) { return !f.is_repeatable(); });
        if (strange == 0) return;
        paragraph("",
                  fmt::format(
                      "!!! {} OF THEM DO NOT REPEAT. A replay of the same plan had another outcome. Either "
                      "the operator depends on more than the cluster (the machine's clock, a random device, "
                      "addresses, files), or this is a bug of setpoint: please report it.",
                      strange),
                  shade::wrong);
    }
    static std::string in_words(std::size_t n) {
        return n == 0 ? "nothing found" : n == 1 ? "1 finding" : fmt::format("{} findings", n);
    }

    void one(const finding& f, std::size_t number) {
        out_ += '\n';
        const auto detail = lines_of(f.detail);
        // The rest of a story's failure lists objects and logs.
        const std::size_t most = f.oracle == "story" ? most_of_story : most_detail;
        paragraph("",
                  fmt::format("{}. {}: {}", number, printable(f.oracle),
                              detail.empty() ? "" : printable(detail.front())),
                  shade::wrong);
        for (std::size_t i = 1; i < std::min(detail.size(), most); ++i)
            line(clipped("   " + printable(detail[i]), style_.columns));
        if (detail.size() > most)
            line(fmt::format("     ... {} more lines", detail.size() - most), shade::dim);
        paragraph("   found by ",
                  printable(f.plan) + (f.others == 0 ? ""
                                                     : fmt::format(", and by {} other plan{}", f.others,
                                                                   f.others == 1 ? "" : "s")),
                  shade::strong);
        for (const planned_fault& p : f.faults)
            paragraph(fmt::format("     {}: ", p.name), printable(p.words));
        if (f.faults.empty()) line("     no fault is needed");
        repeats(f);
        out_ += '\n';
        if (f.expected.empty())
            alone(f.happened);
        else
            both(f);
        out_ += '\n';
        if (f.faults.empty()) return;
        paragraph("   replay: ", fmt::format(".replay = \"{}\"", printable(f.plan)), shade::strong);
        line("   as a test:");
        const std::string test = test_of(f, found_.name);
        for (const std::string_view l : lines_of(test)) line("     " + std::string(l));
    }
    void repeats(const finding& f) {
        if (f.replayed == 0) {
            if (found_.interrupted) line("     not replayed, since it was interrupted again", shade::dim);
            return;
        }
        if (f.is_repeatable())
            return line(fmt::format("     replayed {} times, with the same outcome", f.replayed), shade::dim);
        paragraph("     ",
                  fmt::format("!!! IT DOES NOT REPEAT: {} of {} replays had the same outcome", f.repeats,
                              f.replayed),
                  shade::wrong);
    }

    static std::string shown(const timeline_entry& e) {
        std::string text = (e.who.empty() ? "" : printable(e.who) + ": ") + printable(e.what);
        constexpr std::string_view usual = " default/";
        for (std::size_t at; (at = text.find(usual)) != std::string::npos;)
            text.erase(at + 1, usual.size() - 1);
        return text;
    }
    std::string begin_of(std::string_view mark, const timeline_entry& e) const {
        const std::string_view name = lane_ == 5 && e.in == lane::operators ? "oper." : to_string(e.in);
        return fmt::format("{:<3}{:>9.3f} {:<{}} ", mark, std::chrono::duration<double>(e.at).count(), name,
                           lane_);
    }
    // One cell across both columns.
    void across(std::string_view mark, const timeline_entry& e) {
        const bool is_fault = e.in == lane::fault;
        std::string text = shown(e);
        if (is_fault && !e.detail.empty()) text += fmt::format(" ({})", printable(e.detail));
        paragraph(begin_of(mark, e), text,
                  is_fault              ? shade::fault
                  : e.in == lane::check ? shade::wrong
                                        : shade::none);
    }

    void alone(const timeline& all) {
        if (all.empty()) return;
        const std::size_t last = std::min<std::size_t>(all.size(), most_rows / 2);
        line(fmt::format("   {:>9} {:<{}} what happened", "seconds", "lane", lane_), shade::dim);
        if (all.size() > last)
            line(fmt::format("   {:>9} {:<{}} ... {} steps before", "", "", lane_, all.size() - last),
                 shade::dim);
        for (std::size_t i = all.size() - last; i < all.size(); ++i) across("", all[i]);
    }

    void both(const finding& f) {
        const comparison c = compare(f.expected, f.happened);
        line(fmt::format("   {:>9} {:<{}} {:<{}} | {}", "seconds", "lane", lane_, "without the fault", cell_,
                         "with the fault"),
             shade::dim);
        std::size_t rows = 0, skipped = 0, in_a_row = 0;
        for (std::size_t i = 0; i < c.rows.size(); ++i) {
            const bool goes_on = i != 0 && side(c, i) != ' ' && side(c, i) == side(c, i - 1);
            in_a_row = goes_on ? in_a_row + 1 : 0;
            const bool is_check = side(c, i) == '+' && f.happened[*c.rows[i].happened].in == lane::check;
            const bool is_too_much = rows >= most_rows || in_a_row >= most_of_a_side;
            if (!is_near(c, i) || (is_too_much && !is_check && c.first_difference != i)) {
                ++skipped;
                continue;
            }
            skip(std::exchange(skipped, 0));
            ++rows;
            row(f, c, i);
        }
        skip(skipped);
        paragraph("   ",
                  "- only without the fault   + only with it   ~ at another time   > the first difference",
                  shade::dim);
    }
    void skip(std::size_t n) {
        if (n != 0)
            line(fmt::format("   {:>9} {:<{}} ... {} more step{}", "", "", lane_, n, n == 1 ? "" : "s"),
                 shade::dim);
    }
    static bool is_alike(const comparison& c, std::size_t i) {
        return (c.rows[i].expected && c.rows[i].happened) || c.rows[i].is_moved;
    }
    static char side(const comparison& c, std::size_t i) {
        const aligned_entries& r = c.rows[i];
        return r.is_moved ? '~' : !r.happened ? '-' : !r.expected ? '+' : ' ';
    }
    // Near a row that differs, or the first difference itself.
    static bool is_near(const comparison& c, std::size_t i) {
        const std::size_t end = std::min(c.rows.size(), i + context + 1);
        for (std::size_t j = i < context ? 0 : i - context; j < end; ++j)
            if (!is_alike(c, j) || c.first_difference == j) return true;
        return false;
    }

    void row(const finding& f, const comparison& c, std::size_t i) {
        const aligned_entries& r = c.rows[i];
        const bool is_first = c.first_difference == i;
        const bool is_across = is_of_all(f, r);
        const std::string mark = fmt::format("{}{}", is_first ? '>' : ' ', is_across ? ' ' : side(c, i));
        if (is_across) return across(mark, f.happened[*r.happened]);
        const timeline_entry& e = r.happened ? f.happened[*r.happened] : f.expected[*r.expected];
        // What is alike is there for orientation.
        const auto cell = [&](const timeline* in, std::optional<std::size_t> at) {
            if (!at) return std::vector<std::string>{""};
            const std::string text = shown((*in)[*at]);
            return is_alike(c, i) ? std::vector{clipped(text, cell_)} : wrapped(text, cell_);
        };
        const auto left = cell(&f.expected, r.expected), right = cell(&f.happened, r.happened);
        const shade s = is_alike(c, i) ? shade::dim
                        : is_first     ? shade::strong
                        : r.expected   ? shade::less
                                       : shade::more;
        for (std::size_t n = 0; n < std::max(left.size(), right.size()); ++n) {
            const std::string l = n < left.size() ? left[n] : "", rt = n < right.size() ? right[n] : "";
            put(n == 0 ? begin_of(mark, e) : std::string(margin(), ' '), s);
            put(l, s);
            out_.append(cell_ - std::min(cell_, columns_of(l)), ' ');
            put(rt.empty() ? " |" : " | ");
            line(rt, s);
        }
        if (is_first) first_detail(e);
    }
    static bool is_of_all(const finding& f, const aligned_entries& r) {
        return r.happened &&
               (f.happened[*r.happened].in == lane::fault || f.happened[*r.happened].in == lane::check);
    }
    void first_detail(const timeline_entry& e) {
        const auto lines = lines_of(e.detail);
        for (std::size_t i = 0; i < std::min(lines.size(), most_of_first_difference); ++i)
            line(clipped(std::string(margin() + 2, ' ') + printable(lines[i]), style_.columns),
                 shade::strong);
    }

    const findings& found_;
    text_style style_;
    std::size_t lane_, cell_;
    std::string out_;
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
    return writer_of_text(found, style).text();
}

std::string findings::text() const {
    return describe(*this, style_of_terminal(STDOUT_FILENO));
}

}  // namespace setpoint::inline v0::sim
