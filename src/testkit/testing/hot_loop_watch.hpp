#pragma once
// Recognises reconcilers that wake themselves, or each other, for ever, and says what wakes them. No I/O.
//
// It follows causes: a reconcile is caused by the reconcile that wrote the object whose change queued it,
// that posted its key to a channel, or that asked to run again. A chain of many reconciles within a second of
// cluster time, each caused by the one before, is a hot loop; a burst of many objects is not, since its
// chains are short. Of several causes the one with the shortest chain counts. Changes that the API server's
// own controllers make count for the reconcile that wrote the object last.

#include "setpoint/controller/reconcile_observer.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/http/message.hpp"

#include <map>
#include <memory>
#include <string>

namespace setpoint::testing {

class hot_loop_watch {
    struct step;

public:
    static constexpr duration window = std::chrono::seconds(1);
    // Reconciles of one key within the window whose causes are not known to be one chain.
    static constexpr std::size_t most_of_any = 20'000;

    // `most`: reconciles of a chain within the window; 0: any number.
    explicit hot_loop_watch(std::size_t most) : most_(most) {}
    hot_loop_watch(const hot_loop_watch&) = delete;
    hot_loop_watch& operator=(const hot_loop_watch&) = delete;
    ~hot_loop_watch();

    // Who a change of an object counts for, and who it counted for before.
    struct write {
        std::string object;
        std::shared_ptr<const step> by, before;
    };
    // A request is about to be sent by `task`. A reconcile's task is named after controller and key.
    write sent(std::string_view task, const http::request& r);
    void changed_nothing(const write& w);

    // See reconcile_observer.
    void queued(std::string_view controller, const object_key& key, std::string_view reason,
                const kind_info& kind, const object_key& object);
    void posted(std::string_view controller, const object_key& key, std::string_view task);
    // True: a hot loop was found, for the first time.
    bool began(std::string_view controller, const object_key& key, std::string_view reason, lane in,
               time_point now);

    // What was found, over several lines; "": nothing.
    const std::string& found() const { return found_; }

private:
    struct cause {
        std::string reason, object;
        std::shared_ptr<const step> by;  // null: no reconcile
    };
    struct key_state {
        std::shared_ptr<const step> last;
        std::unique_ptr<cause> pending;
        time_point since{};  // of the window in which `reconciles` are counted
        std::size_t reconciles = 0;
    };

    std::shared_ptr<const step> last_step_of(std::string_view task) const;
    void add(std::string_view controller, const object_key& key, cause c);
    std::string describe(const step& last, std::size_t reconciles, time_point now) const;

    const std::size_t most_;
    std::map<std::string, key_state, std::less<>> keys_;  // by the name of their task
    std::map<std::string, std::shared_ptr<const step>, std::less<>>
        written_by_;  // by object; by reconciles only
    std::string found_;
};

}  // namespace setpoint::testing
