#pragma once
// What the audience sees: verified steps, line by line, and on a terminal below them a table that is redrawn
// whenever something changes.

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
        : out_(out), terminal_(terminal), table_(std::move(table)) {}
    ~stage() { clear(); }
    stage(const stage&) = delete;
    stage& operator=(const stage&) = delete;

    void title(std::string_view text);
    void verified(std::string_view what);
    void failed(std::string_view what);
    void say(std::string_view line);
    void show_table();  // once, as lines that stay
    // Something changed: draws the table anew.
    void refresh();
    // What is being waited for; "" for nothing.
    void waiting(std::string_view what);
    int steps() const { return steps_; }

private:
    std::string colour(std::string_view code, std::string_view text) const;
    void clear();
    void line(const std::string& text);

    std::ostream& out_;
    bool terminal_;
    std::function<std::vector<std::string>()> table_;
    std::string waiting_;
    std::size_t drawn_ = 0;
    int steps_ = 0;
};

}  // namespace demo
