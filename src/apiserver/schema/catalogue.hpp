#pragma once
// The catalogue of the built-in types and kinds: src/apiserver/kinds/catalogue/<group>.<version>.json, one
// file for each package of Go types, embedded in the executable. README.md in that folder describes the
// format. Entries are found by name in the text; what reads them parses the members that it needs, when it
// needs them.

#include <boost/json/value.hpp>

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// A damaged catalogue. The text names the file and the entry.
struct catalogue_error : std::logic_error {
    using std::logic_error::logic_error;
};

struct catalogue_file {
    std::string_view package;  // "apps.v1"
    std::string_view text;
};
// The embedded files, sorted by package.
std::span<const catalogue_file> catalogue_files();

// A type or a kind.
struct catalogue_entry {
    std::string_view package;      // "apps.v1"
    std::string_view api_version;  // of a kind: "apps/v1"; of a type: ""
    std::string_view name;         // "Deployment"; of a type: "io.k8s.api.apps.v1.Deployment"
    std::string_view definition;   // of a type: the members that OpenAPI shows, without the closing brace
    std::string_view members;      // the others

    // "apps.v1.Deployment" of a type. Each type has another one.
    std::string_view short_name() const;
    // The unparsed JSON of one of `members`; "" if the entry does not have it.
    std::string_view member(std::string_view name) const;
    // Null if the entry does not have it. Throws catalogue_error if it is not JSON.
    boost::json::value parse(std::string_view member) const;
    // The definition of a type in OpenAPI; null if OpenAPI does not have the type.
    boost::json::value parse_definition() const;
    [[noreturn]] void fail(std::string_view why) const;
};

// Entries are indexed when their package, or the first kind, is asked for. References and views live as long
// as the catalogue. Thread-safe. Throws catalogue_error if a file is cut off.
class catalogue {
public:
    // `files`: sorted by package. The texts live longer than this.
    explicit catalogue(std::span<const catalogue_file> files);
    ~catalogue();
    catalogue(const catalogue&) = delete;
    catalogue& operator=(const catalogue&) = delete;

    // `name`: short, or with the prefix of OpenAPI. Null if there is no such type.
    const catalogue_entry* type(std::string_view name) const;
    // Sorted by name; empty if there is no such package.
    std::span<const catalogue_entry> types(std::string_view package) const;
    std::vector<std::string_view> packages() const;
    // Null if there is no such kind. `api_version`: "apps/v1".
    const catalogue_entry* kind(std::string_view api_version, std::string_view kind) const;
    // Of all packages, sorted by name and API version.
    std::span<const catalogue_entry> kinds() const;

private:
    struct index;
    std::unique_ptr<index> index_;
};

const catalogue& builtin_catalogue();

}}}  // namespace setpoint::v0::apiserver
