#pragma once
// The lists of a strategic merge patch: telling items apart, and putting them in order.

#include <boost/json/array.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace setpoint::apiserver::patching {

namespace bj = boost::json;

inline constexpr std::string_view directive = "$patch";
inline constexpr std::string_view order_prefix = "$setElementOrder";
inline constexpr std::string_view delete_prefix = "$deleteFromPrimitiveList";
inline constexpr std::string_view retain_keys = "$retainKeys";

// How an item is recognised: by the field `merge_key` of an object, or by itself when that is empty.
class item_index {
public:
    item_index(const bj::array& list, std::string_view merge_key);
    std::optional<std::size_t> find(const bj::value& item) const;  // the first one
    void add(const bj::value& item, std::size_t at);

private:
    std::string merge_key_;
    std::map<std::string, std::size_t> at_;
};

// The name of the value's type in messages; integers are one type, other numbers another.
std::string_view type_in_go(const bj::value& v);
// All items are of one type, and no lists; "" or what is wrong.
std::string element_type_error(const bj::array& a, const bj::array& b);
// Every item is an object with the key; "" or what is wrong.
std::string missing_key(const bj::array& list, std::string_view merge_key);

// `merged` in the order that a patch wants: items of `wanted` as there, the others as in `original`, in
// between where they stood.
bj::array ordered(bj::array merged, const bj::array& wanted, const bj::array& original,
                  std::string_view merge_key);

// `original` as the real server sees it once items were merged into it, which decides the places of others:
// new items stand where deleted ones made room.
bj::array places_after(const bj::array& original, const bj::array& items, std::string_view merge_key);

}  // namespace setpoint::apiserver::patching
