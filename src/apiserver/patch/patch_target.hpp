#pragma once
// The target of a path in a JSON patch: the object or array that contains it, and the key in it.

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace bj = boost::json;

// Longer paths have no target.
inline constexpr std::size_t max_steps = 128;
// Limit on the cost of all operations of a patch: 1 for each key visited, 32 for each key moved, 1
// for each 4 array items shifted. 10,000 additions at the front of an array cost 12.5 million.
inline constexpr std::size_t max_cost = 20'000'000;

// Valid until the document changes.
class patch_target {
public:
    // Returns nothing if the container does not exist. Text before the first '/' is ignored. Sorts
    // the keys of the maps on the path. Adds the cost of this and of later operations to `cost`,
    // which must outlive the returned value.
    static std::optional<patch_target> find(bj::value& document, std::string_view path, std::size_t& cost);

    struct content {
        bool valid = false;            // false if the index is invalid
        const bj::value* v = nullptr;  // null if the object does not have the key
    };
    content get() const;
    // Each returns false if the index is invalid. In an array, add() inserts, and "-" is its end.
    bool add(bj::value v);
    bool set(bj::value v);
    bool remove();
    // Number of steps from the document, at least 1.
    std::size_t depth() const { return depth_; }

private:
    patch_target(bj::value& container, std::string key, std::size_t depth, std::size_t& cost)
        : container_(&container), key_(std::move(key)), depth_(depth), cost_(&cost) {}
    // An index of an existing item; negative ones count from the end of `size` items.
    std::optional<std::size_t> index(std::size_t size, std::size_t last) const;

    bj::value* container_;
    std::string key_;
    std::size_t depth_;
    std::size_t* cost_;
};

}}}  // namespace setpoint::v0::apiserver::patching
