#include "apiserver/server/program_transport.hpp"

#include "setpoint/api/kubernetes_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view manager_key = "fieldManager=", validation_key = "fieldValidation=";

void set_user_agent(http::header_list& headers, std::string_view program) {
    http::header_list out;
    for (const auto& [name, value] : headers)
        if (!http::same_token(name, "User-Agent")) out.add(name, value);
    out.add("User-Agent", fmt::format("{}/v{} (linux/amd64) kubernetes", program, kubernetes_release));
    headers = std::move(out);
}

}  // namespace

void as_program(http::request& r) {
    if (r.method != "POST" && r.method != "PUT" && r.method != "PATCH") return;
    if (http::find_header(r.headers, "Content-Type").starts_with("application/apply-patch")) return;
    const auto mark = r.target.find('?');
    if (mark == std::string::npos) return;
    const std::string query = r.target.substr(mark + 1);
    std::string kept, program;
    for (std::size_t at = 0; at < query.size();) {
        const std::size_t end = std::min(query.find('&', at), query.size());
        const std::string_view part = std::string_view(query).substr(at, end - at);
        if (part.starts_with(manager_key))
            program = part.substr(manager_key.size());
        else if (!part.starts_with(validation_key))
            kept.append(kept.empty() ? "?" : "&").append(part);
        at = end + 1;
    }
    r.target.resize(mark);
    r.target += kept;
    if (!program.empty()) set_user_agent(r.headers, program);
}

}}}  // namespace setpoint::v0::apiserver
