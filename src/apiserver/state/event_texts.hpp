#pragma once
// The lines of watch events, encoded once for all watches in the same format.

#include "apiserver/resources/resource.hpp"

#include <map>
#include <memory>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace apiserver {

class event_texts {
public:
    using text = std::shared_ptr<const std::string>;
    // Bounds the cache. Watches are woken together, so a few recent texts are enough.
    static constexpr std::size_t max_texts = 256, max_bytes = 4 * 1024 * 1024;

    struct id {
        std::uint64_t revision;
        std::string_view type;  // "ADDED", "MODIFIED", "DELETED", or "LEFT"; a literal
        std::uint8_t format;    // chosen by the caller: equal numbers mean equal text
    };
    // The cached text, otherwise the result of `make`. Texts in use stay alive after eviction.
    template <class Make>
    text get(const resource_ptr& kind, const id& i, Make make) {
        const key k{i.revision, kind.get(), i.format, i.type};
        const auto at = texts_.find(k);
        if (at != texts_.end()) return at->second.line;
        text made = std::make_shared<const std::string>(make());
        add(k, kind, made);
        return made;
    }
    std::size_t size() const { return texts_.size(); }
    std::size_t bytes() const { return bytes_; }

private:
    using key = std::tuple<std::uint64_t, const resource*, std::uint8_t, std::string_view>;
    struct entry {
        resource_ptr kind;  // keeps the address unique
        text line;
    };
    void add(const key& k, const resource_ptr& kind, const text& t);

    std::map<key, entry> texts_;  // the oldest revisions first
    std::size_t bytes_ = 0;
};

}}}  // namespace setpoint::v0::apiserver
