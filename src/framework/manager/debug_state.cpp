// Collects the state of a manager for /debug/setpoint.
#include "framework/manager/debug_document.hpp"
#include "framework/manager/webhook_host.hpp"
#include "setpoint/manager/manager.hpp"

namespace setpoint { inline namespace v0 {

boost::json::object manager::debug_document() const {
    debug_state s;
    s.program = options_.name;
    s.instance = options_.instance;
    s.version = SETPOINT_VERSION;
    s.now = loop_.wall_now();
    s.not_ready = ready_.failing();
    for (const setpoint::controller& c : controllers_) s.controllers.push_back(c.report());
    s.informers = cache_.report();
    s.waiting_tasks = loop_.waiting_tasks();
    s.blocking_jobs = loop_.blocking_jobs();
    if (webhook_host_) s.sections.emplace_back("webhooks", webhook_host_->describe());
    for (const debug_section& d : debug_sections_) s.sections.emplace_back(d.name, d.describe());
    return setpoint::debug_document(s);
}

}}  // namespace setpoint::v0
