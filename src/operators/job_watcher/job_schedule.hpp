#pragma once
// Determines which JobWatcher deletes which ended Job, and when, from all JobWatchers and all Jobs. No
// clock, no I/O.
//
// Among the watchers whose patterns match it, a Job belongs to the one with the shortest TTL for its
// result; if TTLs are equal, to the first by namespace and name. It is due when that time has passed
// since its end. If its end is unknown or in the future, the Job ended when set_job() first reported it
// as ended.

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

    // --- input from the watches ---
    void set_watcher(const setpoint::object_key& key, rules r);
    void remove_watcher(const setpoint::object_key& key);
    void set_job(setpoint::snapshot<job_end> job, setpoint::wall_time now);
    void remove_job(const job_end& job);

    // After a change of watchers, assigns all Jobs again, up to `limit` per call. Returns true if it must be
    // called again; until then the functions below must not be called.
    bool distribute(std::size_t limit);

    // --- due Jobs ---
    std::vector<setpoint::object_key> watchers() const;
    // Returns null if there is no such watcher. Valid until a watcher changes.
    const rules* rules_for(const setpoint::object_key& watcher) const;
    // Returns the watcher that the Job belongs to, if any.
    std::optional<setpoint::object_key> owner_of(const job_end& job) const;
    // Returns the time when the watcher's next Job is due, if it has one.
    std::optional<setpoint::wall_time> next(const setpoint::object_key& watcher) const;
    // Returns the Job that has been due longest, or the next one after `after`, if any.
    std::optional<ended_job> first_due(const setpoint::object_key& watcher, setpoint::wall_time now,
                                       const ended_job* after = nullptr) const;
    std::size_t waiting(const setpoint::object_key& watcher) const;
    // Returns true if a Job of the watcher could not be deleted and still exists, or was due at `now`.
    bool is_behind(const setpoint::object_key& watcher, setpoint::wall_time now) const;

    // Returns the number of Jobs that have ended and are not being deleted. May be called before distribute()
    // has finished.
    std::size_t ended() const { return jobs_.size(); }

    // --- results of deletions ---
    // Call it when the Job was deleted or no longer exists: it is not due again. Returns false if it was
    // closed before.
    bool close(const ended_job& j);
    // Call it when the Job could not be deleted: it is due again at `again`.
    void postpone(const ended_job& j, setpoint::wall_time again);

private:
    struct job_name {
        setpoint::interned_string ns, name;
        friend auto operator<=>(const job_name&, const job_name&) = default;
    };
    struct queued {
        setpoint::wall_time due;
        const job_name* job;
    };
    struct earlier {
        bool operator()(const queued& a, const queued& b) const {
            return a.due != b.due ? a.due < b.due : *a.job < *b.job;
        }
    };
    struct watcher {
        setpoint::object_key key;
        rules own_rules;
        std::set<queued, earlier> queue;
        std::map<setpoint::interned_string, bool> namespaces;  // cached results of rules::accepts_namespace
        std::size_t postponed = 0;                             // Jobs in the queue
    };
    struct entry {
        setpoint::snapshot<job_end> job;
        finish reported;
        setpoint::wall_time finished, due;
        watcher* owner = nullptr;
        bool closed = false;
        bool postponed = false;
    };
    using jobs = std::map<job_name, entry>;

    void restart_distribution();
    void assign(jobs::value_type& j);
    void remove_from_queue(jobs::value_type& j);
    static bool accepts(watcher& w, const job_name& n);
    static void add_to_queue(jobs::value_type& j, watcher& w, setpoint::wall_time due);
    jobs::value_type* find(const ended_job& j);

    std::map<setpoint::object_key, std::list<watcher>::iterator> watchers_;
    std::list<watcher> active_, removed_;  // removed ones stay until their Jobs are reassigned
    jobs jobs_;                            // ended and not being deleted
    bool distributed_ = true;
    std::optional<job_name> cursor_;  // progress of distribute()
};

}  // namespace job_watcher
