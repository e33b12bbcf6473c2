#pragma once
// The task scopes of a running manager, in starting order. They are stopped and joined in reverse.

#include "setpoint/core/task_scope.hpp"
#include "setpoint/manager/manager.hpp"

#include <exception>
#include <optional>

namespace setpoint { inline namespace v0 {

struct manager::running {
    running(loop& l, latch& stop, std::exception_ptr& first)
        : on_failure([&stop, &first](std::string_view, std::exception_ptr e) {
              if (!first) first = std::move(e);
              stop.set();
          }),
          events(l, "events", on_failure),
          webhooks(l, "webhooks", on_failure),
          caches(l, "caches", on_failure),
          others(l, "runnables", on_failure),
          controllers(l, "controllers", on_failure),
          election(l, "leader election", on_failure) {}

    // The scope for tasks that need leadership; null while this process does not lead.
    task_scope* leading(bool with_election) {
        if (!with_election) return &controllers;
        return term ? &*term : nullptr;
    }

    // A limit for one step of the shutdown: at most half of the remaining time, so that later steps have
    // time.
    duration at_most(duration limit, time_point now) const { return std::min(limit, (due - now) / 2); }

    task_scope::failure_handler on_failure;
    task_scope events, webhooks, caches, others;
    task_scope controllers;  // without leader election all controllers, otherwise those that do not need it
    task_scope election;
    std::optional<task_scope> term;  // tasks that run while this process leads
    time_point due = never;          // the end of the shutdown
};

}}  // namespace setpoint::v0
