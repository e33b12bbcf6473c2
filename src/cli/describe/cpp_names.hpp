#pragma once
// Names and literals of C++ for the names and texts of a schema. Pure.

#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

// Returns the name in lower case with '_' between its words: podCIDRs -> pod_cidrs, HTTPRoute -> http_route.
// Other characters than letters and digits become '_', never two in a row. "" if nothing is left.
std::string snake_case(std::string_view name);

// Whether it is a word that C++ or a usual macro takes: class, default, linux.
bool is_reserved_word(std::string_view word);
// Returns snake_case() as a valid name: after a keyword comes '_', before a digit 'n'; never empty.
std::string identifier(std::string_view name);
// Whether it is a namespace such as a::b, without keywords.
bool is_namespace(std::string_view name);

// Gives each name away once.
class unused_names {
public:
    // Returns `wanted` or, if that is taken, wanted_2, wanted_3, ...
    std::string take(const std::string& wanted);
    bool is_taken(const std::string& name) const { return taken_.contains(name); }

private:
    std::set<std::string> taken_;
};

// Returns a string literal.
std::string literal(std::string_view text);
// Returns a raw string literal if that is easier to read, for patterns.
std::string raw_literal(std::string_view text);

// Returns the first sentence on one line, at most `most` bytes of it.
std::string first_sentence(std::string_view text, std::size_t most = 160);

}}}  // namespace setpoint::v0::cli
