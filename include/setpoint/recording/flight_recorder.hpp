#pragma once
// Records the run of a program part, such as a manager, while it works.

#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/transport.hpp"
#include "setpoint/recording/recording.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

struct recorder_options {
    // The limit for what is recorded, in bytes. When it is reached, the recording ends and the part
    // continues: a run can be repeated from its beginning only.
    std::size_t memory = 16 * 1024 * 1024;
};

// The recorded part gets a loop and a transport of its own, and nothing else from outside:
//
//     flight_recorder recorder(l, connections, header, {});
//     manager m(recorder.inner_loop(), client_with(recorder.net()), log, metrics, options);
//     co_await recorder.run("manager", m.run());
class flight_recorder {
public:
    // `outer` is the process's loop and `net` its way out, on that loop. Both must outlive the recorder,
    // which must outlive the recorded part. Precondition: outer does not run a task of the recorded part.
    flight_recorder(loop& outer, http::transport& net, recording_header header, recorder_options options);
    flight_recorder(const flight_recorder&) = delete;
    flight_recorder& operator=(const flight_recorder&) = delete;
    ~flight_recorder();

    // For the recorded part. If one of its tasks opens a socket or the like on this loop, run() ends with a
    // fault: its input would be missing in the recording.
    loop& inner_loop();
    http::transport& net();
    // Observes the turns of the recorded part, timed by the outer loop's clock: the clock of the recorded
    // loop stands still in a turn. Null removes it; it must outlive the run.
    void observe(loop_observer* o);
    // Runs on the recorded loop when signal() is called.
    void on_signal(std::function<void(int)> handle);

    // Runs `body` on the recorded loop until it has ended, and rethrows its exception. Call it once, in a
    // task of the outer loop. Cancellation cancels `body`, waits for its end and throws `cancelled`; the
    // recording then ends before it.
    awaitable<void> run(std::string name, awaitable<void> body);
    // Gives a signal to the recorded part.
    void signal(int number);

    // Returns the recording so far, as the content of a file.
    recording_text text() const;
    recording_state state() const;
    std::size_t size() const;  // of the recording, in bytes
    // Returns why the recording has ended before the run: the memory is full, or an answer could not be
    // recorded. "" if it has not.
    std::string_view cut_because() const;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

}}  // namespace setpoint::v0
