// The timelines of a finding, side by side.

#include "setpoint/sim/report.hpp"
#include "testkit/sim/printable.hpp"
#include "testkit/sim/shaded_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr std::size_t wide_enough_for_lanes = 96;
// Rows around those that differ, rows in all; lines of what else may be long.
constexpr std::size_t context = 3, most_rows = 60, most_of_a_side = 9, most_of_first_difference = 4,
                      most_decisive = 40;

class writer_of_timelines {
public:
    explicit writer_of_timelines(text_style style) : out_(style) {
        lane_ = out_.columns() < wide_enough_for_lanes ? 5 : 8;
        cell_ = (out_.columns() - margin() - 3) / 2;
    }

    std::string text(const finding& f) {
        if (f.expected.empty())
            alone(f.happened);
        else
            both(f);
        return out_.take();
    }

private:
    std::size_t margin() const { return 3 + 9 + 1 + lane_ + 1; }

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
        out_.paragraph(begin_of(mark, e), text,
                       is_fault              ? shade::fault
                       : e.in == lane::check ? shade::wrong
                                             : shade::none);
    }

    void alone(const timeline& all) {
        if (all.empty()) return;
        const std::size_t last = std::min<std::size_t>(all.size(), most_rows / 2);
        out_.line(fmt::format("   {:>9} {:<{}} what happened", "seconds", "lane", lane_), shade::dim);
        if (all.size() > last)
            out_.line(fmt::format("   {:>9} {:<{}} ... {} steps before", "", "", lane_, all.size() - last),
                      shade::dim);
        for (std::size_t i = all.size() - last; i < all.size(); ++i) across("", all[i]);
    }

    void both(const finding& f) {
        const comparison c = compare(f.expected, f.happened);
        const bool has_fault = !f.faults.empty() || f.plan.empty();
        out_.line(fmt::format("   {:>9} {:<{}} {:<{}} | {}", "seconds", "lane", lane_,
                              !f.expected_title.empty() ? f.expected_title
                              : has_fault               ? "without the fault"
                                                        : "a run without this",
                              cell_,
                              !f.happened_title.empty() ? f.happened_title
                              : has_fault               ? "with the fault"
                                                        : "a run with it"),
                  shade::dim);
        const std::vector<std::string> wrong = wrong_objects(f);
        std::size_t rows = 0, skipped = 0, in_a_row = 0, decisive = 0;
        for (std::size_t i = 0; i < c.rows.size(); ++i) {
            const bool goes_on = i != 0 && side(c, i) != ' ' && side(c, i) == side(c, i - 1);
            in_a_row = goes_on ? in_a_row + 1 : 0;
            const bool is_check = side(c, i) == '+' && f.happened[*c.rows[i].happened].in == lane::check;
            const bool is_too_much = rows >= most_rows || in_a_row >= most_of_a_side;
            const bool is_decisive = is_too_much && decisive < most_decisive && concerns(f, c.rows[i], wrong);
            decisive += is_decisive ? 1 : 0;
            if (!is_near(c, i) || (is_too_much && !is_check && !is_decisive && c.first_difference != i)) {
                ++skipped;
                continue;
            }
            skip(std::exchange(skipped, 0));
            ++rows;
            row(f, c, i);
        }
        skip(skipped);
        out_.paragraph(
            "   ",
            f.expected_title.empty()
                ? fmt::format(
                      "- only without {}   + only with it   ~ at another time   > the first difference",
                      has_fault ? "the fault" : "this")
                : std::string("- only left   + only right   ~ at another time   > the first difference"),
            shade::dim);
    }
    // The objects that the violation names, as entries name them: "jobs default/shop-final" of
    // "jobs.batch default/shop-final created 2 times".
    static std::vector<std::string> wrong_objects(const finding& f) {
        std::vector<std::string> all;
        const auto add = [&](std::string_view resource, std::string_view name) {
            resource = resource.substr(0, resource.find('.'));
            if (name.ends_with(':') || name.ends_with(',')) name.remove_suffix(1);
            if (!resource.empty()) all.push_back(fmt::format("{} {}", resource, name));
        };
        for (const difference& d : f.differences)
            if (const std::size_t space = d.object.find(' '); space != std::string::npos)
                add(std::string_view(d.object).substr(0, space),
                    std::string_view(d.object).substr(space + 1));
        std::string_view before;
        for (const std::string_view line : lines_of(f.detail))
            for (std::size_t at = 0; at < line.size();) {
                const std::size_t end = std::min(line.find(' ', at), line.size());
                const std::string_view word = line.substr(at, end - at);
                if (word.find('/') != std::string_view::npos && word.front() != '/') add(before, word);
                before = word;
                at = end + 1;
            }
        return all;
    }
    // A change of an object that is wrong, or something that an operator or a user does to it.
    static bool concerns(const finding& f, const aligned_entries& r, const std::vector<std::string>& wrong) {
        if (r.expected && r.happened) return false;
        const timeline_entry& e = r.happened ? f.happened[*r.happened] : f.expected[*r.expected];
        if (e.in == lane::fault) return true;
        return e.in == lane::api && std::ranges::any_of(wrong, [&](const std::string& object) {
                   const std::size_t at = e.what.find(object);
                   const std::size_t end = at + object.size();
                   return at != std::string::npos && (end == e.what.size() || e.what[end] == ':');
               });
    }
    void skip(std::size_t n) {
        if (n != 0)
            out_.line(fmt::format("   {:>9} {:<{}} ... {} more step{}", "", "", lane_, n, n == 1 ? "" : "s"),
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
            out_.put(n == 0 ? begin_of(mark, e) : std::string(margin(), ' '), s);
            out_.put(l, s);
            out_.append(std::string(cell_ - std::min(cell_, columns_of(l)), ' '));
            out_.put(rt.empty() ? " |" : " | ");
            out_.line(rt, s);
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
            out_.line(clipped(std::string(margin() + 2, ' ') + printable(lines[i]), out_.columns()),
                      shade::strong);
    }

    shaded_text out_;
    std::size_t lane_, cell_;
};

}  // namespace

std::string describe_timelines(const finding& f, text_style style) {
    return writer_of_timelines(style).text(f);
}

}}}  // namespace setpoint::v0::sim
