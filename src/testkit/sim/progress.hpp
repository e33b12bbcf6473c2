#pragma once
// How far an exploration is, on standard error: a line that is redrawn on a terminal, and otherwise a plain
// line every ten seconds. Nothing appears in the first two seconds.

#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

class progress {
public:
    static constexpr duration silence = std::chrono::seconds(2), between_lines = std::chrono::seconds(10),
                              between_redraws = std::chrono::milliseconds(200);
    using sink = std::function<void(std::string_view)>;
    // `to`: null for no progress. `columns`: of the terminal; 0: it is none. `name`: of the exploration, may
    // be empty. `time` must outlive it.
    progress(const clock& time, sink to, std::size_t columns, std::string name);
    // To standard error.
    static progress of_process(const clock& time, bool is_wanted, std::string name);
    progress(progress&&) = default;
    progress& operator=(progress&&) = delete;
    // Clears the line.
    ~progress();

    // `what`: "plans", of which there are `all`; if that is 0, what is done, in words. With pairs, more are
    // run for each plan: `more`.
    void begin(std::string_view what, std::size_t all);
    void done(std::size_t done, std::size_t more, std::size_t findings);
    // Draws if it is time; called often.
    void tick();

private:
    std::string line(double seconds) const;
    void clear();

    const clock& time_;
    sink to_;
    std::size_t columns_;
    bool is_drawn_ = false;
    std::string name_, what_;
    time_point first_, begun_, drawn_;  // the first use, of what is under way, the last line
    std::size_t all_ = 0, done_ = 0, more_ = 0, findings_ = 0;
};

}}}  // namespace setpoint::v0::sim
