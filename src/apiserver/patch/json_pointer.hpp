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

// Valid until the document changes.
class place {
public:
    // Nothing when what would hold it is not there. What stands before the first '/' is not looked at. Maps
    // on the way get their keys sorted.
    static std::optional<place> find(bj::value& document, std::string_view path);

    struct content {
        bool valid = false;            // false: no such index
        const bj::value* v = nullptr;  // null: an object without that key
    };
    content get() const;
    // Each is false when the index is none; in a list add() makes room, and "-" is its end.
    bool add(bj::value v);
    bool set(bj::value v);
    bool remove();

private:
    place(bj::value& holder, std::string key) : holder_(&holder), key_(std::move(key)) {}
    // Of what is there; negative ones count from the end of `size` items.
    std::optional<std::size_t> index(std::size_t size, std::size_t last) const;

    bj::value* holder_;
    std::string key_;
};

}  // namespace setpoint::apiserver::patching
