#include "setpoint/sim/preview.hpp"

#include "apiserver/server/local_transport.hpp"
#include "setpoint/core/task_scope.hpp"
#include "testkit/sim/preview/previewed_cluster.hpp"
#include "testkit/testing/environment_parts.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

testing::environment_options without_rights(testing::environment_options o) {
    if (o.real_time) throw std::logic_error("sim::preview() needs virtual time");
    o.rbac = false;
    return o;
}

awaitable<void> run_previewed(testing::detail::manager_run& one) {
    co_await one.run();
}

class preview_in_process {
public:
    explicit preview_in_process(operator_preview what)
        : what_(std::move(what)),
          env_(without_rights(what_.cluster)),
          parts_(testing::detail::environment_access::parts(env_)),
          way_(*parts_.l, [this](const http::server_request& r) { return answer(r); }),
          tasks_(*parts_.l, "operators", [this](std::string_view task, std::exception_ptr e) {
              if (failure_.empty()) failure_ = fmt::format("{}: {}", task, testing::detail::text_of(e));
          }) {}
    preview_in_process(const preview_in_process&) = delete;
    preview_in_process& operator=(const preview_in_process&) = delete;
    ~preview_in_process() {
        parts_.join(tasks_);
        parts_.managers.clear();
    }

    preview_report run() {
        std::vector<testing::detail::manager_run*> all;
        for (const auto& declare : what_.operators) {
            testing::detail::manager_run& one = parts_.add_manager(declare, what_.options, way_, nullptr);
            all.push_back(&one);
            for (boost::json::object& o : one.m.crds())
                what_.definitions.objects.push_back({std::move(o), "declared by " + one.name});
        }
        previewed_.emplace(parts_.api, preview_content{std::move(what_.live), std::move(what_.definitions),
                                                       what_.keeps_secrets});
        for (testing::detail::manager_run* const one : all) tasks_.spawn(one->name, run_previewed(*one));
        std::string why = until_rest();
        preview_report out = previewed_->report();
        out.incomplete = std::move(why);
        return out;
    }

private:
    std::string until_rest() {
        const time_point due = saturating_add(parts_.l->now(), what_.limit);
        try {
            for (;;) {
                const std::size_t before = previewed_->changes();
                env_.advance(what_.quiet);
                if (!failure_.empty()) return failure_;
                const bool has_advanced = previewed_->advance();
                if (!has_advanced && previewed_->changes() == before) return {};
                if (parts_.l->now() >= due)
                    return fmt::format("the operators are not at rest after {} s; their last writes: {}",
                                       std::chrono::duration_cast<std::chrono::seconds>(what_.limit).count(),
                                       previewed_->writes().last_writes());
            }
        } catch (const testing::failure& e) {
            return e.what();
        }
    }

    awaitable<http::response> answer(const http::server_request& r) {
        write_recorder* const to = previewed_ ? &previewed_->writes() : nullptr;
        const auto noted = to ? to->begin(r) : std::nullopt;
        if (to) to->note_missing(r);
        http::response given = co_await parts_.api.handle(r);
        if (noted) to->end(*noted, given.status, given.body);
        co_return given;
    }

    operator_preview what_;
    testing::environment env_;
    testing::detail::environment_parts& parts_;
    apiserver::local_transport way_;
    std::string failure_;
    task_scope tasks_;
    std::optional<previewed_cluster> previewed_;
};

}  // namespace

preview_report preview(operator_preview what) {
    return preview_in_process(std::move(what)).run();
}

}}}  // namespace setpoint::v0::sim
