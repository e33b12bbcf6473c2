#include "cli/preview/preview_service.hpp"

#include "cli/api_host.hpp"
#include "cli/stop_signals.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/task_scope.hpp"

#include <iostream>
#include <optional>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

class preview_service {
public:
    preview_service() : random_(random_source::system_seed()), log_(silent_, time_), loop_(time_, random_) {}

    sim::preview_report run(story::program_preview what) {
        raise_file_limit();
        signals_.emplace(loop_, log_, [this] { stop(); });
        run_to_end(loop_, "preview", preview(std::move(what)));
        if (!failure_.empty()) throw story::cannot_preview(failure_);
        return std::move(report_);
    }

private:
    awaitable<void> preview(story::program_preview what) {
        task_scope tasks(loop_, "preview");
        tasks_ = &tasks;
        tasks.spawn("preview", preview_to_end(std::move(what)));
        co_await tasks.join();
        tasks_ = nullptr;
        signals_->finish();
    }
    awaitable<void> preview_to_end(story::program_preview what) {
        try {
            report_ = co_await story::preview(loop_, std::move(what));
        } catch (const std::exception& e) {
            failure_ = e.what();
        }
    }
    void stop() {
        failure_ = "stopped before the operator was at rest";
        if (tasks_) tasks_->request_stop();
    }

    real_clock time_;
    random_source random_;
    null_sink silent_;
    logger log_;
    loop loop_;
    std::optional<stop_signals> signals_;
    task_scope* tasks_ = nullptr;
    std::string failure_;
    sim::preview_report report_;
};

}  // namespace

int exit_code_of(const sim::preview_report& r) {
    if (!r.incomplete.empty() || !r.refused.empty()) return is_incomplete;
    if (r.disrupts()) return disrupts;
    return r.changes.empty() ? nothing_to_write : writes_only;
}

int preview_operator(story::program_preview what, preview_format format) {
    preview_service service;
    const sim::preview_report report = service.run(std::move(what));
    const int code = exit_code_of(report);
    std::cout << formatted(report, format, code) << std::flush;
    if (!std::cout) throw story::cannot_preview("cannot write the standard output");
    return code;
}

}}}  // namespace setpoint::v0::cli
