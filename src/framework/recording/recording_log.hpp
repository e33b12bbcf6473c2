#pragma once
// The recording in memory, up to a limit. No I/O.

#include "setpoint/recording/recording.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// Once the limit is reached, nothing is added any more: a run can be repeated from its beginning only.
class recording_log {
public:
    // `limit` in bytes, for everything that is kept.
    recording_log(const recording_header& header, std::size_t limit);

    // Each adds one input, which took effect at `when`.
    void step(time_point when, std::uint64_t turns, std::uint16_t check, const recording_state& after);
    void head(time_point when, std::uint64_t call, int status, const http::header_list& headers);
    void piece(time_point when, std::uint64_t call, std::string_view text, std::uint64_t redacted);
    void failure(time_point when, std::uint64_t call, const error& why);
    void signal(time_point when, int number);
    void job_done(time_point when, std::uint64_t number);
    void clock_moved(time_point when, duration shift);

    // Nothing is added after either. With cut(), the recording ends before the run, as if the memory were
    // full; `why` is a literal.
    void close() { closed_ = true; }
    void cut(std::string_view why) {
        if (cut_.empty()) cut_ = why;
    }
    bool is_recording() const { return !closed_ && cut_.empty(); }
    // Why the recording ends before the run: "" if it does not.
    std::string_view cut_because() const { return cut_; }
    std::size_t size() const { return size_; }
    // Does not contain a step that is being run.
    recording_text text() const;

private:
    static constexpr std::size_t chunk_size = 64 * 1024;  // a multiple of eight: see hash_bytes()
    static constexpr std::size_t most_heads = 1000;

    void begin(recorded_input::kind what, time_point when);
    bool add(std::string_view tail = {});
    void append(std::string_view bytes);

    std::size_t limit_, size_ = 0;
    std::shared_ptr<const std::string> begin_;  // up to the first entry
    std::vector<std::shared_ptr<const std::string>> chunks_;
    std::string last_chunk_;
    std::uint64_t checksum_;  // of begin_ and chunks_
    std::string entry_;       // that is being written
    time_point entry_time_{}, last_{};
    std::map<std::string, std::uint64_t> heads_;
    recording_state end_;
    std::string_view cut_;
    bool closed_ = false;
};

namespace detail {
void append_number(std::string& to, std::uint64_t n);  // seven bits in a byte, the lowest first
boost::json::object to_json(const recording_header& h);
}  // namespace detail

}}  // namespace setpoint::v0
