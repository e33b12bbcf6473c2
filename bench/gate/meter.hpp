#pragma once
// What an event costs in instructions and allocations. Both are the same on every run, however busy the
// machine is; script/gate holds them against baseline.json.

#include <cstddef>
#include <string>

namespace setpoint { inline namespace v0 { namespace gate {

// Calls of malloc, calloc, realloc and aligned_alloc so far: operator new and text end there.
std::size_t allocations() noexcept;

class meter {
public:
    // Calls round() twice: once so that what is made only once is no event's, and once measured. Each call
    // handles `events` events.
    template <class F>
    void measure(const std::string& name, std::size_t events, F&& round) {
        round();
        begin();
        round();
        end(name, events);
    }
    // Throws when a case did not do what it measures.
    static void expect(bool holds, const char* what);

private:
    void begin();
    // Writes {"name":..,"events":..,"allocations":..} to stdout; under callgrind a dump with this name has
    // the instructions.
    void end(const std::string& name, std::size_t events);

    std::size_t before_ = 0;
};

// The cases, in files of the same names.
void decode_events(meter& m);
void update_store(meter& m);
void run_queue(meter& m);
void dispatch_reconciles(meter& m);
void encode_writes(meter& m);
void answer_reviews(meter& m);

}}}  // namespace setpoint::v0::gate
