#include "apiserver/request/request_path.hpp"

#include <cstddef>
#include <span>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// More parts than any resource's path has.
constexpr std::size_t most_parts = 16;

using part_span = std::span<const std::string>;

std::vector<std::string> split_parts(std::string_view path) {
    while (path.starts_with('/')) path.remove_prefix(1);
    while (path.ends_with('/')) path.remove_suffix(1);
    std::vector<std::string> out;
    if (path.empty()) return out;
    while (out.size() <= most_parts) {
        const std::size_t end = path.find('/');
        out.emplace_back(path.substr(0, end));
        if (end == std::string_view::npos) break;
        path.remove_prefix(end + 1);
    }
    return out;
}

// /namespaces/NAME/RESOURCE/...; status and finalize are subresources of the namespace itself.
part_span without_namespace(part_span rest, request_path& to) {
    if (rest.front() != "namespaces" || rest.size() < 2) return rest;
    to.namespace_name = rest[1];
    to.in_namespace = rest.size() > 2 && rest[2] != "status" && rest[2] != "finalize";
    return to.in_namespace ? rest.subspan(2) : rest;
}

}  // namespace

request_path read_path(std::string_view path) {
    request_path out;
    std::vector<std::string> all = split_parts(path);
    if (all.size() < 3 || (all[0] != "api" && all[0] != "apis")) return out;
    const bool is_core = all[0] == "api";
    if (!is_core && all.size() < 4) return out;
    out.is_resource = true;
    out.is_core = is_core;
    out.is_long = all.size() > most_parts;
    if (out.is_long) all.resize(most_parts);
    part_span rest = part_span(all).subspan(1);
    if (!out.is_core) {
        out.group = rest[0];
        rest = rest.subspan(1);
    }
    out.version = rest[0];
    rest = rest.subspan(1);
    if (rest[0] == "watch" || rest[0] == "proxy") {
        out.verb = rest[0];
        out.is_cut = rest.size() < 2;
        if (!out.is_cut) rest = rest.subspan(1);
    }
    if (!out.is_cut) rest = without_namespace(rest, out);
    out.parts.assign(rest.begin(), rest.end());
    return out;
}

}}}  // namespace setpoint::v0::apiserver
