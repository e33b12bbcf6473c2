#pragma once
// Sets of completion indexes, in the format of status.completedIndexes: "0,2-4".

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class index_set {
public:
    // Skips unreadable parts and indexes >= `completions`.
    static index_set parse(std::string_view text, int completions);
    std::string to_string() const;
    void insert(int index);
    void insert(const index_set& other);
    bool has(int index) const;
    int total() const;
    int in_common(const index_set& other) const;  // how many indexes both contain
    // The first `count` indexes below `completions` that it does not contain.
    std::vector<int> missing(int count, int completions) const;
    friend bool operator==(const index_set&, const index_set&) = default;

private:
    struct interval {
        int first, last;
        friend bool operator==(const interval&, const interval&) = default;
    };
    std::vector<interval> intervals_;  // ascending, not adjacent
};

}}}  // namespace setpoint::v0::apiserver
