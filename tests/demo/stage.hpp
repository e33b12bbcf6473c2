#pragma once
// What the audience sees: verified steps, line by line, and on a terminal below them a table that is redrawn
// whenever something changes.

#include "cli/terminal/live_text.hpp"

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace demo {

class stage {
public:
    // `table`: the lines below the steps, as they are now. Only a terminal shows them live.
    stage(std::ostream& out, bool terminal, std::function<std::vector<std::string>()> table)
        : table_(std::move(table)), text_(out, terminal, [this] { return below(); }) {}

    void title(std::string_view text);
    void verified(std::string_view what);
    void failed(std::string_view what);
    void say(std::string_view line);
    void show_table();  // once, as lines that stay
    // Something changed: draws the table anew.
    void refresh() { text_.refresh(); }
    // What is being waited for; "" for nothing.
    void waiting(std::string_view what);
    int steps() const { return steps_; }

private:
    std::vector<std::string> below() const;

    std::function<std::vector<std::string>()> table_;
    std::string waiting_;
    int steps_ = 0;
    setpoint::cli::live_text text_;  // last: it draws the others
};

}  // namespace demo
