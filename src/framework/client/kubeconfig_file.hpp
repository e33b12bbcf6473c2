#pragma once
// Reads and merges the text of kubeconfig files. kubeconfig.cpp interprets the fields.

#include "setpoint/client/kubeconfig.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <vector>

namespace setpoint { inline namespace v0 {

// Throws the fault that ends load_config(): errc::bad_config and "where: what".
[[noreturn]] void refuse_config(std::string_view where, std::string_view what);

// The same with "expected a list, found a number".
[[noreturn]] void refuse_type(std::string_view where, std::string_view wanted,
                              const boost::json::value& found);

// A mapping of a kubeconfig and its location for messages: "/home/a/.kube/config: users[0]
// \"admin\"".
class config_fields {
public:
    config_fields() = default;
    config_fields(boost::json::object fields, std::string where, std::string folder);

    bool has(std::string_view key) const;    // present and neither null nor empty
    bool given(std::string_view key) const;  // present and not null
    // Returns the text of a field, "" if it is missing. Rejects other types.
    std::string text(std::string_view key) const;
    bool flag(std::string_view key) const;
    // Returns the texts of a list, none if it is missing; null is "". Rejects anything but a list
    // of strings.
    std::vector<std::string> texts(std::string_view key) const;
    // Return a nested mapping, empty if it is missing, and the mappings of a list.
    config_fields inner(std::string_view key) const;
    std::vector<config_fields> entries(std::string_view key) const;
    const boost::json::object& raw() const { return fields_; }
    // Returns a file's path, relative to the folder of the kubeconfig if it is not absolute.
    std::string path(std::string_view key) const;
    std::string at(std::string_view key) const;  // "where: key"
    const std::string& folder() const { return folder_; }
    const std::string& where() const { return where_; }

private:
    boost::json::object fields_;
    std::string where_, folder_;
};

struct kubeconfig {
    std::map<std::string, config_fields> clusters, contexts, users;
    std::string current_context;
    std::vector<std::string> files;  // the merged files, in order

    // Adds what is not set yet. Rejects a text that is not a kubeconfig.
    void merge(const std::string& path, std::string_view content);
};

}}  // namespace setpoint::v0
