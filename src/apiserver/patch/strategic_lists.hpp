#pragma once
// Lists in a strategic merge patch: identity and order of items.

#include <boost/json/array.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace bj = boost::json;

inline constexpr std::string_view directive = "$patch";
inline constexpr std::string_view order_prefix = "$setElementOrder";
inline constexpr std::string_view delete_prefix = "$deleteFromPrimitiveList";
inline constexpr std::string_view retain_keys = "$retainKeys";

// Identifies items by the field `merge_key`, or by value if that is empty.
class item_index {
public:
    item_index(const bj::array& list, std::string_view merge_key);
    std::optional<std::size_t> find(const bj::value& item) const;  // the first match
    void add(const bj::value& item, std::size_t at);

private:
    std::string merge_key_;
    std::map<std::string, std::size_t> at_;
};

// The type name in messages. All integers are one type, other numbers another.
std::string_view go_type_name(const bj::value& v);
// Checks that all items have one type and are not lists. Returns "" or the error.
std::string element_type_error(const bj::array& a, const bj::array& b);
// Checks that every item is an object with the key. Returns "" or the error.
std::string missing_key(const bj::array& list, std::string_view merge_key);

// Sorts `merged` by the order of a patch: items in `wanted` in its order, the others between them
// as in `original`.
bj::array ordered(bj::array merged, const bj::array& wanted, const bj::array& original,
                  std::string_view merge_key);

// The list by which kube-apiserver decides the places of the others: `original` after merging
// `items`, where new items take the room of deleted ones.
bj::array order_after_merge(const bj::array& original, const bj::array& items, std::string_view merge_key);

}}}  // namespace setpoint::v0::apiserver::patching
