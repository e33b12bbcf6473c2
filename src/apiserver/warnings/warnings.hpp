#pragma once
// What the server warns of once an object is valid: an answer's Warning headers (WarningsOnCreate and
// WarningsOnUpdate of the real server's strategies).

#include "apiserver/resources/resource.hpp"

namespace setpoint::apiserver {

using texts = std::vector<std::string>;

// Of the collection "deployments.apps"; null when the kind has none. `old` is null for a create.
using warn_function = void (*)(const bj::object& object, const bj::object* old, std::string_view subresource,
                               texts& to);
warn_function warnings_of(std::string_view storage);
void warn_of_finalizers(const bj::object& object, const bj::object* old, std::string_view subresource,
                        texts& to);  // of custom resources

// --- parts ---

// `path`: "spec.template"; "" for a pod, which is a template of itself.
void warn_of_template(const bj::object& pod_template, const std::string& path, texts& to);
void warn_of_ports(const bj::object& pod_spec, const std::string& path, texts& to);
void warn_of_virtual_paths(const bj::object& pod_spec, texts& to);
// f(container, path) for each one, as the real server goes through them. `path`: of the pod's spec.
void each_container(const bj::object& pod_spec, const std::string& path,
                    const std::function<void(const bj::object&, const std::string&)>& f);
// "key: deprecated ..." of a node's label; empty when it is not.
std::string_view deprecated_label(std::string_view key);
// `values`: looked at, too.
void warn_of_node_term(const bj::object& term, bool values, const std::string& path, texts& to);
void warn_of_ip(std::string_view ip, const std::string& path, texts& to);
// A number of bytes that is none: `amounts` has it under `name`.
void warn_of_fraction(const bj::object& amounts, std::string_view name, const std::string& path, texts& to);
// What Go's tls.X509KeyPair says of data that is PEM; "" when the key is the certificate's.
std::string key_pair_complaint(const std::string& certificate, const std::string& key);

}  // namespace setpoint::apiserver
