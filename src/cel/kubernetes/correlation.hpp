#pragma once

#include "setpoint/cel/json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace cel {

// The elements of a list with keys. Both arguments must outlive it.
class keyed_elements {
public:
    // Knows no elements unless `list` is declared with keys and `elements` is an array.
    keyed_elements(const json_type& list, const boost::json::value* elements);
    // The first one with the same keys as `element`, or nullptr.
    [[nodiscard]] const boost::json::value* find(const boost::json::value& element) const;

private:
    const json_type& list_;
    std::unordered_map<std::string, const boost::json::value*> elements_;
};

// A value and what it was before an update; nothing if there is nothing to compare with.
struct compared {
    const boost::json::value* now = nullptr;
    const boost::json::value* old = nullptr;
    const json_type* declared = nullptr;

    explicit operator bool() const { return now != nullptr; }
    [[nodiscard]] compared field(std::string_view name) const;
    // `before` is the element of the old list with the same keys, or nullptr.
    [[nodiscard]] compared element(const boost::json::value& at, const boost::json::value* before) const;
};

// Compares like CorrelatedObject.CachedDeepEqual in apiserver/pkg/cel/common/equality.go: the order of lists
// with keys does not matter, and a field that is not declared makes an object different.
[[nodiscard]] bool is_unchanged(const compared& tested);

// Decides whether an error is only a warning, on the way from the root to a value.
struct ratchet {
    compared current;
    compared parent;  // the nearest one that could be compared

    [[nodiscard]] ratchet field(std::string_view name) const;
    [[nodiscard]] ratchet element(const boost::json::value& at, const boost::json::value* before) const;
    [[nodiscard]] bool ignores_errors() const;
};

}}}  // namespace setpoint::v0::cel
