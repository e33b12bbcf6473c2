#pragma once
// The text of kubeconfig files, read and merged; what its fields mean is kubeconfig.cpp's business.

#include "setpoint/client/kubeconfig.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <vector>

namespace setpoint {

// Ends load_config() with errc::bad_config and "where: what".
[[noreturn]] void refuse_config(std::string_view where, std::string_view what);

// "expected a list, found a number".
[[noreturn]] void refuse_type(std::string_view where, std::string_view wanted,
                              const boost::json::value& found);

// A mapping of a kubeconfig, and the words that locate it: "/home/a/.kube/config: users[0] \"admin\"".
class config_fields {
public:
    config_fields() = default;
    config_fields(boost::json::object fields, std::string where, std::string folder);

    bool has(std::string_view key) const;    // there, and neither null nor empty
    bool given(std::string_view key) const;  // there, and not null
    // The text of a field, "" when it is not there. Refuses what is not a string.
    std::string text(std::string_view key) const;
    bool flag(std::string_view key) const;
    // The texts of a list, none when it is not there; null is "". Refuses what is not a list of strings.
    std::vector<std::string> texts(std::string_view key) const;
    // A mapping within this one, empty when it is not there; and the mappings of a list.
    config_fields inner(std::string_view key) const;
    std::vector<config_fields> entries(std::string_view key) const;
    const boost::json::object& raw() const { return fields_; }
    // A file's path, made absolute by the folder of the kubeconfig.
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
    std::vector<std::string> files;  // that were merged, in order

    // Adds what is not there yet. Refuses what is not a kubeconfig.
    void merge(const std::string& path, std::string_view content);
};

}  // namespace setpoint
