#pragma once
// Which JobWatcher deletes which ended Job, and when. Fed with every JobWatcher and every Job, and asked what
// is due. No clock, no I/O.
//
// A Job belongs to the watcher with the shortest TTL for the way it ended, among those whose patterns match
// it; of several with the same TTL, to the first by namespace and name. It is due that TTL after its end. A
// Job whose end is in the future or unknown ended when it was first seen ended.

#include "operators/job_watcher/rules.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/core/interned_string.hpp"

#include <list>
#include <map>
#include <set>
#include <vector>

namespace job_watcher {

struct ended_job {
    setpoint::snapshot<job_end> job;
    ending how = ending::completed;
    setpoint::wall_time finished, due;
};

class job_schedule {
public:
    job_schedule() = default;
    job_schedule(const job_schedule&) = delete;
    job_schedule& operator=(const job_schedule&) = delete;

    // --- what the watches deliver ---
    void set_watcher(const setpoint::object_key& key, rules r);
    void remove_watcher(const setpoint::object_key& key);
    void set_job(setpoint::snapshot<job_end> job, setpoint::wall_time now);
    void remove_job(const job_end& job);

    // After a change of watchers, assigns all Jobs again, up to `limit` per call. Returns true if it must be
    // called again; until then the functions below must not be called.
    bool settle(std::size_t limit);

    // --- what is due ---
    std::vector<setpoint::object_key> watchers() const;
    // Null: there is no such watcher. Valid until a watcher changes.
    const rules* rules_for(const setpoint::object_key& watcher) const;
    // The watcher that the Job belongs to.
    std::optional<setpoint::object_key> claimant(const job_end& job) const;
    // When the next Job of the watcher is due.
    std::optional<setpoint::wall_time> next(const setpoint::object_key& watcher) const;
    // The Job that has been due longest, if any.
    std::optional<ended_job> first_due(const setpoint::object_key& watcher, setpoint::wall_time now) const;
    std::size_t waiting(const setpoint::object_key& watcher) const;

    // Jobs that have ended and are not being deleted. May be called before settle() has finished.
    std::size_t ended() const { return jobs_.size(); }

    // --- what was done ---
    // It was deleted, or is gone: not due again. Returns false if that was known.
    bool close(const ended_job& j);
    // It could not be deleted: due again at `again`.
    void postpone(const ended_job& j, setpoint::wall_time again);

private:
    struct job_name {
        setpoint::interned_string ns, name;
        friend auto operator<=>(const job_name&, const job_name&) = default;
    };
    struct turn {
        setpoint::wall_time due;
        const job_name* job;
    };
    struct earlier {
        bool operator()(const turn& a, const turn& b) const {
            return a.due != b.due ? a.due < b.due : *a.job < *b.job;
        }
    };
    struct watcher {
        setpoint::object_key key;
        rules says;
        std::set<turn, earlier> queue;
        std::map<setpoint::interned_string, bool> namespaces;  // known answers of says.accepts_namespace
    };
    struct entry {
        setpoint::snapshot<job_end> job;
        finish said;
        setpoint::wall_time finished, due;
        watcher* claim = nullptr;
        bool closed = false;
    };
    using jobs = std::map<job_name, entry>;

    void unsettle();
    void assign(jobs::value_type& j);
    void leave(jobs::value_type& j);
    static bool accepts(watcher& w, const job_name& n);
    static void enter(jobs::value_type& j, watcher& w, setpoint::wall_time due);
    jobs::value_type* find(const ended_job& j);

    std::map<setpoint::object_key, std::list<watcher>::iterator> watchers_;
    std::list<watcher> present_, gone_;  // those that are gone are kept until their Jobs have left them
    jobs jobs_;                          // those that have ended and are not being deleted
    bool settled_ = true;
    std::optional<job_name> cursor_;  // of settle(): done up to here
};

}  // namespace job_watcher
