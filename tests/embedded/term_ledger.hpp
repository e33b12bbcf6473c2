#pragma once
// Records which writes an API accepted in which leadership term: terms must not overlap.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace embedded {

// A term spans its first to its last accepted write. A write counts as an overlap if a write of a
// later term was accepted before it, or if another writer has written in its term.
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
