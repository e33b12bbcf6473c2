#pragma once
// Reads and writes YAML as trees: kubeconfigs, request bodies, manifests, printed CRDs. Reads it as
// kubectl, client-go and kube-apiserver do: by the rules of sigs.k8s.io/yaml, which are those of
// go-yaml v2.
//
// What often surprises, and is the same in kubectl:
//     version: 1.10        the number 1.1
//     enabled: no          false
//     country: NO          false
//     mode: 0644           the integer 420
//     time: 12:30          a string
//     key: ~               null

#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json {

// Returns the first document of a YAML text in UTF-8 or, with a byte order mark, UTF-16; null if
// there is none. Ignores everything after it. Scalars follow YAML 1.1: yes, no, on, off, y and n
// are booleans; 0b11, 0o17, 017, 0x1F and 1_000 are integers; base 60 is not supported, and times
// are strings. JSON is accepted as YAML. Keys are strings in byte order (on: becomes "true"), merge
// keys (<<) are resolved, and the tags that YAML defines are obeyed. The last of duplicate keys
// wins; `repeated`, if set, receives one line for each: `line 3: key "name" already set in map`.
// Errors: bad_data with `name`, line and column; without a name in Go's words, as the API server
// returns them, which may quote the text. too_large over 16 MiB. Other limits: depth 64 (Go:
// 10,000); the expansion of aliases as in Go.
// Time and memory are bounded by the size of the text: aliases may expand it only within go-yaml's limit.
// The result does not refer to `text`.
result<boost::json::value> parse_yaml(std::string_view text, std::string_view name,
                                      std::vector<std::string>* repeated = nullptr);

// Returns all documents of a manifest, split as kubectl does: at lines that start with ---. Skips
// empty documents. Errors and limits: those of parse_yaml().
// Fails as a whole: the error of the first invalid document, whose line counts from the start of the text.
result<std::vector<boost::json::value>> parse_manifests(std::string_view text, std::string_view name);

// Returns one document in block style, with keys in the order of the object. Strings are quoted
// only where a YAML 1.1 or 1.2 reader would read them as something else. The same value gives the
// same text.
// Ends with a line break. parse_yaml() reads an equal value from it, if it is within its limits.
//     {"name":"a","ports":[80,443],"on":"yes","empty":{}}
// is written as
//     name: a
//     ports:
//     - 80
//     - 443
//     "on": "yes"
//     empty: {}
std::string to_yaml(const boost::json::value& value);

}}}  // namespace setpoint::v0::json
