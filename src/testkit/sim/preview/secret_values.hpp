#pragma once
// Hides the values of Secrets that an operator copies into other objects. No I/O.

#include "setpoint/apiserver/cluster_snapshot.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <string>

namespace setpoint { inline namespace v0 { namespace sim {

class secret_values {
public:
    // Notes the values of a Secret, except those that are so short that they occur anywhere.
    void add(const boost::json::object& secret, const apiserver::secret_redactor& redactor);
    // Replaces the values in all texts by their placeholders.
    void hide_in(boost::json::object& object) const;
    void hide_in(std::string& text) const;

private:
    void hide_in(boost::json::value& v, int depth) const;

    std::map<std::string, std::string> placeholders_;  // by value, as it is and in base64
};

}}}  // namespace setpoint::v0::sim
