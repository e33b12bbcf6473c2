#include "setpoint/manager/replayed_manager.hpp"

#include "setpoint/controller/reconcile_observer.hpp"
#include "setpoint/manager/connection.hpp"
#include "setpoint/recording/replay.hpp"

#include <boost/json/value_to.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

std::string text_in(const recording_header& h, std::string_view name) {
    const boost::json::value* const v = h.found.if_contains(name);
    if (!v || !v->is_string()) throw fault(errc::bad_data, fmt::format("the recording has no \"{}\"", name));
    return boost::json::value_to<std::string>(*v);
}

manager_options required_options(const recording_header& h) {
    auto o = options_of(h);
    if (!o) throw fault(o.error());
    return std::move(*o);
}

// The end of a recording is not a part of the run: the log lines of a cancelled manager are left out.
class run_log final : public log_sink {
public:
    explicit run_log(log_sink& to) : to_(to) { level = to.level; }
    void write(const log_record& r) override {
        if (!closed) to_.write(r);
    }
    bool closed = false;

private:
    log_sink& to_;
};

}  // namespace

struct replayed_manager::parts final : reconcile_observer {
    parts(replayed_manager& by, const recording& r, log_sink& sink, manager_options o)
        : of(by),
          lines(sink),
          again(r),
          log(lines, again.inner_loop().time()),
          measured(registry),
          api(again.inner_loop(), again.net(), o.name, text_in(r.header(), "server"),
              text_in(r.header(), "pathPrefix"), log, measured),
          running(again.inner_loop(), api.client(), log, measured, o) {
        running.listen_nowhere();
        running.observe(*this);
        again.on_signal([this](int number) {
            // 0: a part of the program has failed.
            if (number != 0) log.info("Signal received: stopping", {{"signal", number}});
            running.request_stop();
        });
        again.on_end([this] { lines.closed = true; });
    }

    void queued(std::string_view, const object_key&, std::string_view, const kind_info&,
                const object_key&) override {}
    void posted(std::string_view, const object_key&) override {}
    void began(std::string_view controller, const object_key& key, std::string_view reason, lane) override {
        if (lines.closed) return;
        all.push_back({all.size() + 1, std::string(controller), key, std::string(reason),
                       again.inner_loop().now(), std::nullopt});
        if (all.size() == last) again.stop_comparing();
        if (of.on_begin) of.on_begin(all.back());
    }
    // No two reconciles of one key run at a time.
    void ended(std::string_view controller, const object_key& key, const outcome& how) override {
        if (lines.closed) return;
        const auto at = std::find_if(all.rbegin(), all.rend(), [&](const replayed_reconcile& one) {
            return one.key == key && one.controller == controller;
        });
        if (at == all.rend()) return;
        at->ended = how;
        if (of.on_end) of.on_end(*at);
        if (at->number == last) again.stop();
    }

    replayed_manager& of;
    run_log lines;
    replay again;
    logger log;
    prometheus::Registry registry;
    metrics measured;
    detached_connection api;
    manager running;
    std::vector<replayed_reconcile> all;
    std::uint64_t last = 0;
};

replayed_manager::replayed_manager(const recording& r, const std::function<void(manager&)>& set_up,
                                   log_sink& sink)
    : parts_(std::make_unique<parts>(*this, r, sink, required_options(r.header()))) {
    set_up(parts_->running);
}

replayed_manager::~replayed_manager() = default;

void replayed_manager::stop_after(std::uint64_t number) {
    parts_->last = number;
}

result<> replayed_manager::run() {
    parts& p = *parts_;
    auto same = p.again.run("manager", p.running.run());
    if (same && p.last != 0 && !p.again.was_stopped())
        return error(errc::not_found,
                     fmt::format("the run has no reconcile {} that ends: it has {}", p.last, p.all.size()));
    return same;
}

const std::vector<replayed_reconcile>& replayed_manager::reconciles() const {
    return parts_->all;
}
recording_state replayed_manager::state() const {
    return parts_->again.state();
}

std::string replayed_manager::failure() const {
    const std::exception_ptr e = parts_->again.failure();
    if (!e) return {};
    try {
        std::rethrow_exception(e);
    } catch (const std::exception& x) {
        return x.what();
    } catch (const cancelled&) {
        return "cancelled";
    }
}

}}  // namespace setpoint::v0
