#pragma once
// Which writes an API accepted in which term of leadership: terms must follow each other.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace embedded {

// A term begins with its first write that was accepted and ends with its last. A write counts as an overlap
// when one of a later term was accepted before it, or when another writer has written in its term.
class term_ledger {
public:
    void accepted(std::int32_t term, const std::string& writer) {
        ++writes_;
        const auto [at, fresh] = writers_.try_emplace(term, writer);
        if (at->second != writer || term < writers_.rbegin()->first) ++overlaps_;
    }
    std::size_t writes() const { return writes_; }
    std::size_t overlaps() const { return overlaps_; }
    std::size_t terms() const { return writers_.size(); }

private:
    std::map<std::int32_t, std::string> writers_;
    std::size_t writes_ = 0, overlaps_ = 0;
};

}  // namespace embedded
