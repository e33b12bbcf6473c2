#pragma once
// The recording of a run: every input of a process, in the order in which it took effect.
//
// A process that records runs its manager on a loop under virtual time, which a driver outside steps. All
// inputs of the manager pass the driver: answers and pieces of their bodies, the time, signals and the ends
// of blocking jobs. The same inputs at the same steps give the same run. docs/replay.md describes the file.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/http/header_list.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

struct recording_header {
    std::string program, version;  // of the program and of setpoint
    std::string build;             // of the executable, from build_of_this_program()
    std::vector<std::string> arguments;
    // What the program found outside and is not an argument, such as its namespace.
    boost::json::object found;
    std::uint64_t seed = 0;
    wall_time start{};
};

// Identifies the executable of this process: its GNU build ID, which a stripped copy has too, or a
// checksum of the file if it was linked without one. Errors: bad_config if the file cannot be read.
result<std::string> build_of_this_program();
// The same for another executable. Errors: bad_config, with its path.
result<std::string> build_of_program(const std::string& path);

// One input, or a step of the loop.
struct recorded_input {
    enum class kind : std::uint8_t {
        step = 1,     // the loop ran `turns`; `check` is a part of the trace hash after them
        head,         // of the answer to `call`: `status` and `headers`
        piece,        // `text` of the body of the answer to `call`; empty at its end. `redacted` values of
                      // secrets were replaced
        failure,      // of `call`, in sending or reading: `why`
        signal,       // `number`
        job_done,     // the blocking job `number` has ended
        clock_moved,  // the time of day was shifted by `shift`
        end           // the state after everything before, as in recording_state
    };
    kind what = kind::step;
    std::uint16_t check = 0;
    int status = 0;
    time_point when{};
    std::uint64_t call = 0, number = 0, turns = 0, redacted = 0;
    std::shared_ptr<const http::header_list> headers;
    std::string_view text;  // valid as long as the recording
    duration shift{};
    error why;
};

// Two runs are compared by it, apart from the time, which may pass without an effect after the last step.
struct recording_state {
    std::uint64_t turns = 0, trace = 0, requests = 0;
    time_point when{};
    friend bool operator==(const recording_state& a, const recording_state& b) {
        return a.turns == b.turns && a.trace == b.trace && a.requests == b.requests;
    }
};

// The content of a file, in parts that do not change any more: a copy takes microseconds and may be used on
// another thread.
struct recording_text {
    std::vector<std::shared_ptr<const std::string>> parts;
    std::size_t size() const;
    std::string joined() const;
};

// A recording that was read and checked as a whole.
class recording {
public:
    static constexpr std::string_view magic = "setpoint recording 1\n";
    static constexpr std::size_t max_size = 1024 * 1024 * 1024;

    // `name` is that of the file, for errors. Errors: bad_data if the text is not a recording, has another
    // version of the format, was cut short (with the place) or changed.
    static result<recording> parse(std::string text, std::string_view name);
    // Errors: bad_config if the file cannot be read; those of parse().
    static result<recording> read_file(const std::string& path);

    const recording_header& header() const { return header_; }
    // Decodes one input after the other, since they take more memory than the file, until `see` returns
    // false.
    void for_each(const std::function<bool(const recorded_input&)>& see) const;
    std::uint64_t inputs() const { return inputs_; }  // their number
    const recording_state& end() const { return end_; }
    // The run continued without being recorded: the memory was full, or an answer could not be recorded.
    bool ends_early() const { return ends_early_; }
    // The number of values of secrets that were replaced.
    std::uint64_t redacted() const { return redacted_; }

private:
    friend class recording_parser;
    std::unique_ptr<std::string> text_;
    recording_header header_;
    recording_state end_;
    bool ends_early_ = false;
    std::uint64_t inputs_ = 0, redacted_ = 0;
};

}}  // namespace setpoint::v0
