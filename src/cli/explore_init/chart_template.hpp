#pragma once
// The templates of a chart that only insert values. Pure.

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::draft {

struct chart_values {
    std::string release;
    boost::json::value values;  // values.yaml
    boost::json::object chart;  // Chart.yaml
};

// The text with {{ .Values.a.b }}, {{ .Release.Name }}, {{ .Release.Namespace }} and {{ .Chart.Name }}
// replaced, also with `| quote` after them, and comments removed. Nothing if the template does anything else.
std::optional<std::string> render_simple(std::string_view text, const chart_values& with);
// Its objects; nothing if it is not a manifest.
std::optional<std::vector<boost::json::object>> json_manifest(const std::string& text,
                                                              const std::string& name);

}}}  // namespace setpoint::v0::cli::draft
