#pragma once
// YAML in and out, as trees: kubeconfigs, request bodies, manifests, printed CRDs. It is read as kubectl,
// client-go and kube-apiserver read it: by the rules of sigs.k8s.io/yaml, which are those of go-yaml v2.

#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::json {

// The first document of a YAML text in UTF-8 or, with a byte order mark, UTF-16; null when there is none.
// What stands behind it is not looked at. Scalars follow YAML 1.1: yes, no, on, off, y and n are booleans;
// 0b11, 0o17, 017, 0x1F and 1_000 are integers; there are no numbers to the base 60, and times are strings.
// JSON is read as YAML too. Keys are strings in the order of their bytes (on: is "true"), merge keys (<<) are
// carried out, tags are obeyed where YAML defines them. Of keys that repeat the last one counts; `repeated`,
// when given, gets a line for each: `line 3: key "name" already set in map`. Error: errc::bad_data with
// `name`, line and column; without a name in Go's words, as the API server answers them, which may quote the
// text. errc::too_large over 16 MiB. Other limits: depth 64, where Go has 10,000; what aliases repeat, as in
// Go.
result<boost::json::value> parse_yaml(std::string_view text, std::string_view name,
                                      std::vector<std::string>* repeated = nullptr);

// All documents of a manifest, as kubectl takes it apart: at lines that begin with ---. Documents without
// content are left out. Errors and limits are those of parse_yaml().
result<std::vector<boost::json::value>> parse_manifests(std::string_view text, std::string_view name);

// One document in block style, keys in the order of the object, strings quoted only where a reader of
// YAML 1.1 or 1.2 would take them for something else. The same value gives the same text.
std::string to_yaml(const boost::json::value& value);

}  // namespace setpoint::json
