#pragma once
// Warnings about a valid object, sent as Warning headers (WarningsOnCreate and WarningsOnUpdate of
// the real server's strategies).

#include "apiserver/resources/resource.hpp"

namespace setpoint::inline v0::apiserver {

using texts = std::vector<std::string>;

// By collection ("deployments.apps"); null if the kind has no warnings. `old` is null for a create.
using warn_function = void (*)(const bj::object& object, const bj::object* old, std::string_view subresource,
                               texts& to);
warn_function warnings_of(std::string_view storage);
void warn_of_finalizers(const bj::object& object, const bj::object* old, std::string_view subresource,
                        texts& to);  // for custom resources

// --- parts ---

// `path`: "spec.template"; "" for a pod, which is handled like a template.
void warn_of_template(const bj::object& pod_template, const std::string& path, texts& to);
void warn_of_ports(const bj::object& pod_spec, const std::string& path, texts& to);
void warn_of_virtual_paths(const bj::object& pod_spec, texts& to);
// Calls f(container, path) for each container, in the real server's order. `path`: of the pod's
// spec.
void each_container(const bj::object& pod_spec, const std::string& path,
                    const std::function<void(const bj::object&, const std::string&)>& f);
// "key: deprecated ..." for a deprecated node label, otherwise empty.
std::string_view deprecated_label(std::string_view key);
// `values`: also check the values.
void warn_of_node_term(const bj::object& term, bool values, const std::string& path, texts& to);
void warn_of_ip(std::string_view ip, const std::string& path, texts& to);
// A fractional number of bytes at amounts[name].
void warn_of_fraction(const bj::object& amounts, std::string_view name, const std::string& path, texts& to);
// The error of Go's tls.X509KeyPair for PEM data; "" if the key belongs to the certificate.
std::string key_pair_error(const std::string& certificate, const std::string& key);

}  // namespace setpoint::inline v0::apiserver
