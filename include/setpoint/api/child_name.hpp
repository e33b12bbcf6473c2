#pragma once
// Names and label values that a controller derives from the name of an object.
//
// The API server accepts names of custom resources that their children cannot take over: "my.site", "9lives",
// or 253 characters, where a Service is named by a DNS label of 63 and a label's value has at most 63. These
// functions keep a name that fits. They change any other to fit, cut it, and end it with "--" and a hash of
// itself, 16 digits; a name that looks as if it had been changed is changed as well. So two owners share a
// result only if their names have the same 64-bit hash (FNV-1a).
//
// The results are part of what an operator has stored in clusters: they stay the same from release to
// release. A Deployment's selector, for one, can never be changed.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint {

// What a kind accepts as a name (apimachinery, util/validation).
enum class name_form : std::uint8_t {
    label,  // RFC 1035: a letter, then letters, digits and '-'; at most 63 characters. Services, and whatever
            // becomes part of a host name. Any kind accepts such a name.
    subdomain  // RFC 1123: labels with dots between them, which may begin with a digit; at most 253. Most
               // kinds.
};

constexpr std::size_t longest_name(name_form f) {
    return f == name_form::label ? 63 : 253;
}
// Changed names end with so many characters: "--" and 16 digits.
inline constexpr std::size_t name_hash_size = 18;

// What the names of children begin with: `owner` when it has that form and at most `longest` characters,
// otherwise the changed name. For several children of one owner that are to have one beginning.
// Throws std::invalid_argument unless name_hash_size < longest <= longest_name(form).
std::string child_name_stem(std::string_view owner, std::size_t longest, name_form form = name_form::label);

// The stem with `suffix` after it, which fits in longest_name(form). `suffix` holds lower-case letters,
// digits and
// '-', and ends with a letter or digit; it may be empty. Throws std::invalid_argument when no stem fits
// before it.
//   child_name("web", "-service")     == "web-service"
//   child_name("my.site", "-service") == "my-site--<16 digits>-service"
std::string child_name(std::string_view owner, std::string_view suffix, name_form form = name_form::label);

// A label's value that stands for an object of this name: the name itself when it has at most 63 characters,
// otherwise its stem.
std::string label_value_of(std::string_view owner);

// A child of `owner` to fill in: in its namespace, and named after it with `suffix`, by child_name().
template <class T, class Owner>
T child_of(const Owner& owner, std::string_view suffix = {}) {
    T child;
    child.metadata.name = child_name(owner.metadata.name, suffix);
    child.metadata.ns = owner.metadata.ns;
    return child;
}

}  // namespace setpoint
