#pragma once
// A manager that runs, in the order of starting. Each scope is stopped and joined in reverse.

#include "setpoint/core/task_scope.hpp"
#include "setpoint/manager/manager.hpp"

#include <exception>
#include <optional>

namespace setpoint {

struct manager::running {
    running(loop& l, latch& stop, std::exception_ptr& first)
        : on_failure([&stop, &first](std::string_view, std::exception_ptr e) {
              if (!first) first = std::move(e);
              stop.set();
          }),
          events(l, "events", on_failure),
          caches(l, "caches", on_failure),
          others(l, "runnables", on_failure),
          controllers(l, "controllers", on_failure),
          election(l, "leader election", on_failure) {}

    // Where what needs leadership runs; null while somebody else leads.
    task_scope* leading(bool with_election) {
        if (!with_election) return &controllers;
        return term ? &*term : nullptr;
    }

    task_scope::failure_handler on_failure;
    task_scope events, caches, others;
    task_scope controllers;  // without an election all of them, else those that need none
    task_scope election;
    std::optional<task_scope> term;  // what runs while this process leads
};

}  // namespace setpoint
