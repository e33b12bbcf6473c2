#pragma once
// Writes recordings to files: on request, and when a failed reconcile matches a pattern.

#include "setpoint/controller/reconcile_observer.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/manager/options.hpp"
#include "setpoint/recording/flight_recorder.hpp"

#include <memory>
#include <string>

namespace re2 {
class RE2;
}

namespace setpoint { inline namespace v0 {

// An observer of the recorded manager. Files are written by run(), on the process's loop.
class recording_files final : public reconcile_observer {
public:
    // A pattern that keeps matching writes one file in this time.
    static constexpr duration between_failures = std::chrono::minutes(10);
    static constexpr std::uint64_t most_failures = 10;  // files for it, so that no volume fills up

    // All references must outlive it. Errors: throws fault, bad_config, for an invalid pattern.
    recording_files(loop& l, const flight_recorder& recorder, const recorder_flags& flags,
                    std::string program, logger log);
    ~recording_files() override;

    // Requests a file; `why` is logged. Returns false if another request waits, whose file will be the same.
    bool request(std::string why);
    // Writes the requested files, until cancelled.
    awaitable<void> run();

    void queued(std::string_view, const object_key&, std::string_view, const kind_info&,
                const object_key&) override {}
    void posted(std::string_view, const object_key&) override {}
    void began(std::string_view, const object_key&, std::string_view, lane) override {}
    void ended(std::string_view controller, const object_key& key, const outcome& how) override;

private:
    awaitable<void> write(std::string why);

    loop& loop_;
    const flight_recorder& recorder_;
    std::string folder_, program_;
    logger log_;
    std::unique_ptr<re2::RE2> pattern_;
    mailbox<std::string> requests_;
    time_point next_{};
    std::uint64_t written_ = 0, failures_ = 0;
    bool has_ended_ = false;  // the recording; it was logged
};

}}  // namespace setpoint::v0
