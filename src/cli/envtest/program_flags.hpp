#pragma once
// The flags of kube-apiserver and etcd, as their users pass them: --name=value, --name value, -name=value,
// --switch.

#include "setpoint/core/error.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// All flags of the real program, by src/apiserver/kinds/generate. `program`: "kube-apiserver" or "etcd".
std::vector<std::string_view> flags_of(std::string_view program);

class program_flags {
public:
    // Errors: bad_config for an argument that is no flag, and for a flag that is not in `known`.
    static result<program_flags> parse(std::span<const std::string> arguments,
                                       std::span<const std::string_view> known);
    // Whether it was given, and not taken.
    bool has(std::string_view name) const { return given_.contains(name); }
    // Whether a flag whose name begins so was given, and not taken.
    bool has_any(std::string_view prefix) const;
    // The last value given; "true" for a switch. Nothing if the flag was not given. The flag has an effect:
    // it is not in others().
    std::optional<std::string> take(std::string_view name);
    // The same for a flag that needs a value. Throws fault: bad_config if it was given without one.
    std::optional<std::string> take_text(std::string_view name);
    // All values of a flag that may be repeated, in order. Throws as take_text().
    std::vector<std::string> take_all(std::string_view name);
    // The flags that were given and not taken: without effect.
    std::vector<std::string> others() const;

private:
    struct given_flag {
        std::vector<std::string> values;  // not empty
        bool has_value;
    };
    std::map<std::string, given_flag, std::less<>> given_;
};

}}}  // namespace setpoint::v0::cli
