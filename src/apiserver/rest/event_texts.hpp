#pragma once
// The lines of watch events, made once for all who watch in one format.

#include "apiserver/resources/resource.hpp"

#include <map>
#include <memory>
#include <tuple>

namespace setpoint::apiserver {

class event_texts {
public:
    using text = std::shared_ptr<const std::string>;
    // What the last changes take at most: watchers are woken in one go, so that few are enough.
    static constexpr std::size_t max_texts = 256, max_bytes = 4 * 1024 * 1024;

    struct id {
        std::uint64_t revision;
        std::string_view type;  // "ADDED", "MODIFIED", "DELETED", or "LEFT": of a literal
        std::uint8_t format;    // of the caller's choice: one number, one text
    };
    // The text that was kept, or what `make` returns. Texts that are in use are not freed.
    template <class Make>
    text get(const resource_ptr& kind, const id& i, Make make) {
        const key k{i.revision, kind.get(), i.format, i.type};
        const auto at = texts_.find(k);
        if (at != texts_.end()) return at->second.said;
        text made = std::make_shared<const std::string>(make());
        add(k, kind, made);
        return made;
    }
    std::size_t size() const { return texts_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    using key = std::tuple<std::uint64_t, const resource*, std::uint8_t, std::string_view>;
    struct entry {
        resource_ptr kind;  // so that its address stays its own
        text said;
    };
    void add(const key& k, const resource_ptr& kind, const text& t);

    std::map<key, entry> texts_;  // the oldest revisions first
    std::size_t bytes_ = 0;
};

}  // namespace setpoint::apiserver
