#pragma once
// The place that a path of a JSON patch names: the object or list that holds it, and the key in that.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint::apiserver::patching {

namespace bj = boost::json;

// Paths of more steps than this name nothing.
inline constexpr std::size_t max_steps = 128;
// What the operations of one patch may take: keys that are looked at (moving one counts for 32), and four
// items of a list that make room or close a gap. 10,000 additions at the head of a list take 12.5 million.
inline constexpr std::size_t max_effort = 20'000'000;

// Valid until the document changes.
class place {
public:
    // Nothing when what would hold it is not there. What stands before the first '/' is not looked at. Maps
    // on the way get their keys sorted. What it and the place take is added to `effort`, which outlives both.
    static std::optional<place> find(bj::value& document, std::string_view path, std::size_t& effort);

    struct content {
        bool valid = false;            // false: no such index
        const bj::value* v = nullptr;  // null: an object without that key
    };
    content get() const;
    // Each is false when the index is none; in a list add() makes room, and "-" is its end.
    bool add(bj::value v);
    bool set(bj::value v);
    bool remove();
    // Steps from the document to it, at least 1.
    std::size_t depth() const { return depth_; }

private:
    place(bj::value& holder, std::string key, std::size_t depth, std::size_t& effort)
        : holder_(&holder), key_(std::move(key)), depth_(depth), effort_(&effort) {}
    // Of what is there; negative ones count from the end of `size` items.
    std::optional<std::size_t> index(std::size_t size, std::size_t last) const;

    bj::value* holder_;
    std::string key_;
    std::size_t depth_;
    std::size_t* effort_;
};

}  // namespace setpoint::apiserver::patching
