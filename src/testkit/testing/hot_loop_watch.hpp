#pragma once
// Detects reconcilers that keep waking themselves or each other, and describes what wakes them. No I/O.
//
// The cause of a reconcile is the reconcile that wrote the object whose change queued it, that posted its
// key to a channel, or that asked to run again. A chain of many reconciles within a second of cluster
// time, each caused by the one before, is a hot loop; a burst of many objects is not, since its chains
// are short. If there are several causes, the one with the shortest chain counts. A change by the API
// server's own controllers counts as one by the reconcile that last wrote the object.

#include "setpoint/controller/reconcile_observer.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/http/message.hpp"

#include <map>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

class hot_loop_watch {
    struct step;

public:
    static constexpr duration window = std::chrono::seconds(1);
    // Maximum number of reconciles of one key within the window, whatever their causes.
    static constexpr std::size_t most_of_any = 20'000;

    // `most`: maximum number of reconciles of a chain within the window; 0: unlimited.
    explicit hot_loop_watch(std::size_t most) : most_(most) {}
    hot_loop_watch(const hot_loop_watch&) = delete;
    hot_loop_watch& operator=(const hot_loop_watch&) = delete;
    ~hot_loop_watch();

    // The reconcile that a change of an object is attributed to, and the previous one.
    struct write {
        std::string object;
        std::shared_ptr<const step> by, before;
    };
    // Call it before `task` sends a request. The task of a reconcile is named after controller and key.
    write sent(std::string_view task, const http::request& r);
    void changed_nothing(const write& w);

    // See reconcile_observer.
    void queued(std::string_view controller, const object_key& key, std::string_view reason,
                const kind_info& kind, const object_key& object);
    void posted(std::string_view controller, const object_key& key, std::string_view task);
    // Returns true when it finds the first hot loop.
    bool began(std::string_view controller, const object_key& key, std::string_view reason, lane in,
               time_point now);

    // The description of the hot loop, on several lines; "" if there is none.
    const std::string& found() const { return found_; }

private:
    struct cause {
        std::string reason, object;
        std::shared_ptr<const step> by;  // null: not a reconcile
    };
    struct key_state {
        std::shared_ptr<const step> last;
        std::unique_ptr<cause> pending;
        time_point since{};  // start of the window of `reconciles`
        std::size_t reconciles = 0;
    };

    std::shared_ptr<const step> last_step_of(std::string_view task) const;
    void add(std::string_view controller, const object_key& key, cause c);
    std::string describe(const step& last, std::size_t reconciles, time_point now) const;

    const std::size_t most_;
    std::map<std::string, key_state, std::less<>> keys_;  // by task name
    std::map<std::string, std::shared_ptr<const step>, std::less<>>
        written_by_;  // by object; by reconciles only
    std::string found_;
};

}}}  // namespace setpoint::v0::testing
