#pragma once
// The plans of an exploration that have ended, in a file: another exploration continues after them.

#include "setpoint/story/explore.hpp"

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct ended_plan {
    std::string plan;
    bool is_early = false, is_reached = true;
    std::string symptom{};             // of a finding that has another plan, or this one; "": it was right
    std::vector<std::string> pairs{};  // with --pairs: plans that begin with it
};

// A line of JSON for each finding and each plan, after a line that names the story and the command. A last
// line without its end was being written when the process ended, and is removed.
class resume_file {
public:
    // Reads the file if it exists, and opens it. Throws cannot_explore: it cannot be read or written, another
    // exploration has it open, or it is of another story or command.
    explicit resume_file(const exploration& what);

    // As they were read.
    const std::map<std::string, ended_plan>& ended() const { return ended_; }
    const std::vector<finding>& known() const { return known_; }
    // Throws cannot_explore if they cannot be written.
    void add(const ended_plan& p);
    void add(const finding& f);

private:
    void open();
    void read(std::string_view text, const std::string& expected_head);
    void read_line(const std::string& text, std::size_t line);
    void append(std::string line);

    std::string name_;
    struct closer {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    std::unique_ptr<std::FILE, closer> file_;
    std::map<std::string, ended_plan> ended_;
    std::vector<finding> known_;
};

}}}  // namespace setpoint::v0::story
