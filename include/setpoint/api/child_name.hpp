#pragma once
// Names and label values that a controller derives from an object's name.
//
// The API server accepts names of custom resources that their children cannot use: "my.site",
// "9lives", or 253 characters, while a Service needs a DNS label of 63 characters and a label value
// has at most 63. These functions keep a name that is valid. They change any other name to make it
// valid, truncate it, and append "--" and a hash of the original, 16 digits. A name that looks like
// a changed one is changed as well. So two owners share a result only if their names have the same
// 64-bit hash (FNV-1a).
//
// The results are part of the state that operators have stored in clusters, so they never change
// from release to release. The selector of a Deployment, for example, is immutable.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// The names that a kind accepts (apimachinery, util/validation).
enum class name_form : std::uint8_t {
    // RFC 1035: a letter, then letters, digits and '-'; at most 63 characters. For Services, and
    // for names that become part of a host name. Valid for any kind.
    label,
    // RFC 1123: labels separated by dots, which may start with a digit; at most 253 characters. For
    // most kinds.
    subdomain
};

// In characters; names are ASCII.
constexpr std::size_t longest_name(name_form f) {
    return f == name_form::label ? 63 : 253;
}
// The size of a changed name's suffix: "--" and 16 digits.
inline constexpr std::size_t name_hash_size = 18;

// Returns the common beginning of the names of children: `owner` if it has that form and at most
// `longest` characters, otherwise the changed name. Throws std::invalid_argument unless
// name_hash_size < longest <= longest_name(form).
// For names to which the caller or Kubernetes appends more than a fixed suffix: the pods of a StatefulSet,
// for instance, get "-" and an index. Pure: the same arguments give the same result in every process and
// release. `owner` may be any text, also "".
std::string child_name_stem(std::string_view owner, std::size_t longest, name_form form = name_form::label);

// Returns the stem followed by `suffix`, within longest_name(form). `suffix` consists of lower-case
// letters, digits and '-', and ends with a letter or digit; it may be empty. Throws
// std::invalid_argument if the suffix leaves no room for a stem.
//   child_name("web", "-service")     == "web-service"
//   child_name("my.site", "-service") == "my-site--<16 digits>-service"
std::string child_name(std::string_view owner, std::string_view suffix, name_form form = name_form::label);

// Returns the label value for an object of this name: the name itself if it has at most 63
// characters, otherwise its stem.
std::string label_value_of(std::string_view owner);

// A child of `owner` to fill in: in its namespace, and named after it with `suffix`, by child_name().
// Sets no owner reference: a reconciler's apply does that. Preconditions and exceptions: those of
// child_name(). Owner may be cluster-scoped; the child then has no namespace either.
//     auto service = child_of<kinds::service>(site, "-service");
template <class T, class Owner>
T child_of(const Owner& owner, std::string_view suffix = {}) {
    T child;
    child.metadata.name = child_name(owner.metadata.name, suffix);
    child.metadata.ns = owner.metadata.ns;
    return child;
}

}}  // namespace setpoint::v0
