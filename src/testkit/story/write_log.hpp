#pragma once
// What operators have written in a run, and whether it is too much. No I/O.

#include "testkit/sim/point.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct write_record {
    std::map<std::string, int> created, deleted;  // "deployments.apps default/web"
    std::vector<std::string> all;                 // "patch deployments default/web#1"
    std::set<std::string> without_change;         // of them: the object stayed as it was
};

class write_log {
public:
    // `most`: writes after the story's end.
    explicit write_log(std::size_t most) : most_(most) {}

    const write_record& record() const { return record_; }
    // Returns why there are too many writes; "" if there are not.
    std::string add(const sim::point& p);
    void changed_nothing(const sim::point& p) { record_.without_change.insert(p.text); }
    void created(const std::string& object) { ++record_.created[object]; }
    void deleted(const std::string& object) { ++record_.deleted[object]; }
    void story_ends() {
        has_ended_ = true;
        at_end_ = record_.all.size();
    }
    // The last ones, each on a line.
    std::string last(std::size_t n) const;

private:
    std::size_t most_, at_end_ = 0;
    bool has_ended_ = false;
    write_record record_;
    std::map<std::string, int> after_end_;  // by request
};

}}}  // namespace setpoint::v0::story
