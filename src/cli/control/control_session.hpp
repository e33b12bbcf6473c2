#pragma once
// `setpoint apiserver --control`: reads commands from standard input and answers them on standard output. A
// thin driver of control_request and control_commands.

#include "cli/api_host.hpp"
#include "cli/control/control_request.hpp"
#include "cli/control/control_streams.hpp"
#include "setpoint/apiserver/request_faults.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"

#include <deque>
#include <functional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

class control_session {
public:
    // `ended` is called when standard input has ended and what it contained is done, or when nobody reads the
    // answers. `l` must outlive it, and it the tasks of begin().
    control_session(loop& l, logger log, std::function<void()> ended);

    apiserver::request_faults& faults() { return faults_; }
    // Reads at once, and executes commands after announce(). `host` must outlive the tasks.
    void begin(task_scope& tasks, api_host& host);
    // Prints the line, and executes commands from now on.
    awaitable<void> announce(std::string line);

private:
    awaitable<void> read_all();
    awaitable<void> take(std::vector<control::line_splitter::line> lines);
    awaitable<void> execute_all(api_host& host);

    loop& loop_;
    logger log_;
    std::function<void()> ended_;
    apiserver::request_faults faults_;
    control::open_stream in_, out_;
    latch ready_;
    notifier changed_;  // lines were added or removed, or the input has ended
    std::deque<control::line_splitter::line> lines_;
    std::size_t waiting_bytes_ = 0;
    bool has_ended_ = false, is_executing_ = false;
};

}}}  // namespace setpoint::v0::cli
