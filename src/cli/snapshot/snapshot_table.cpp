#include "cli/json_members.hpp"
#include "cli/snapshot/snapshot_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

struct share {
    std::size_t objects = 0, bytes = 0;
};
using shares = std::map<std::string, share, std::less<>>;

void add_share(shares& to, std::string name, std::size_t bytes) {
    share& s = to[std::move(name)];
    ++s.objects;
    s.bytes += bytes;
}

void append_shares(std::string& to, std::string_view title, const shares& all) {
    std::size_t width = title.size();
    for (const auto& [name, s] : all) width = std::max(width, name.size());
    to += fmt::format("\n{:<{}}  {:>8}  {:>10}\n", title, width, "OBJECTS", "BYTES");
    for (const auto& [name, s] : all)
        to += fmt::format("{:<{}}  {:>8}  {:>10}\n", name, width, s.objects, s.bytes);
}

std::string origin_text(const apiserver::snapshot_origin& from) {
    if (from.server_version.empty()) return "Not written by setpoint snapshot save\n";
    std::string out = fmt::format("Server    {}\nRevision  {}\nTime      {}\n", from.server_version,
                                  from.revision, from.time);
    out += fmt::format("Secrets   {}\n", from.redacted ? "redacted" : "in plain text");
    return out;
}

}  // namespace

std::string snapshot_table(const apiserver::cluster_snapshot& all) {
    shares kinds, namespaces;
    share whole;
    for (const apiserver::snapshot_object& o : all.objects) {
        const std::size_t bytes = apiserver::snapshot_line(o.content).size();
        const bj::object* const meta = object_in(o.content, "metadata");
        const std::string_view ns = meta ? text_in(*meta, "namespace") : std::string_view();
        add_share(kinds, fmt::format("{} {}", text_in(o.content, "apiVersion"), text_in(o.content, "kind")),
                  bytes);
        add_share(namespaces, ns.empty() ? "(no namespace)" : std::string(ns), bytes);
        ++whole.objects;
        whole.bytes += bytes;
    }
    std::string out = origin_text(all.origin);
    out += fmt::format("Objects   {}, {} bytes\n", whole.objects, whole.bytes);
    append_shares(out, "KIND", kinds);
    append_shares(out, "NAMESPACE", namespaces);
    return out;
}

}}}  // namespace setpoint::v0::cli
