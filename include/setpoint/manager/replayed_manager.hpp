#pragma once
// Runs the manager of a recording again, and stops at its reconciles.
//
//     const auto recorded = recording::read_file("web-server.recording");
//     replayed_manager again(*recorded, [](manager& m) { ... as in main() ... }, sink);
//     const result<> same = again.run();

#include "setpoint/controller/outcome.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/recording/recording.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

struct replayed_reconcile {
    std::uint64_t number = 0;  // from 1, in the order of their beginnings
    std::string controller;
    object_key key;
    std::string reason;
    time_point began{};            // since the start of the program
    std::optional<outcome> ended;  // nothing if the run ended or cancelled it before
};

class replayed_manager {
public:
    // Calls `set_up`, which must declare what the recorded program declared. Its log is that of the recorded
    // run. `r` and `sink` must outlive the object. Errors: throws fault, bad_data, if the recording is not of
    // a manager.
    replayed_manager(const recording& r, const std::function<void(manager&)>& set_up, log_sink& sink);
    replayed_manager(const replayed_manager&) = delete;
    replayed_manager& operator=(const replayed_manager&) = delete;
    ~replayed_manager();

    // Called when a reconcile begins, right before the reconciler is called, and when it has ended. Set them
    // before run().
    std::function<void(const replayed_reconcile&)> on_begin, on_end;
    // Ends run() when this reconcile has ended. From its beginning, the run may differ from the recording;
    // see replay::stop_comparing().
    void stop_after(std::uint64_t number);
    // Runs once. Errors: see replay::run(); not_found if the run has no reconcile of that number.
    result<> run();
    const std::vector<replayed_reconcile>& reconciles() const;
    recording_state state() const;
    // Returns the text of the manager's exception; "" without one.
    std::string failure() const;

private:
    struct parts;
    std::unique_ptr<parts> parts_;
};

// The options that change the manager's requests and steps, as the header of a recording contains them; and
// the options that follow from it.
boost::json::object recorded_options(const manager_options& o);
// Errors: bad_data, with the member's name.
result<manager_options> options_of(const recording_header& h);

}}  // namespace setpoint::v0
