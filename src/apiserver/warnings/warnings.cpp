#include "apiserver/warnings/warnings.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/validation/names.hpp"
#include "apiserver/warnings/rows.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint::inline v0::apiserver {

warn_function warnings_of(std::string_view storage) {
    for (const auto& rows : {workload_warnings(), network_warnings(), storage_warnings(), cluster_warnings()})
        for (const warning_row& r : rows)
            if (r.storage == storage) return r.warn;
    return nullptr;
}

void warn_of_finalizers(const bj::object& object, const bj::object* old, std::string_view subresource,
                        texts& to) {
    if (subresource == "status") return;
    std::set<std::string_view> added;
    for (const bj::value& f : list_of(object_of(object, "metadata"), "finalizers")) added.insert(text_of(f));
    if (old)
        for (const bj::value& f : list_of(object_of(*old, "metadata"), "finalizers")) added.erase(text_of(f));
    for (const std::string_view name : added) {
        const std::string here = "metadata.finalizers: " + go_text::quoted(name) + ": ";
        for (const std::string& wrong : qualified_name(name)) to.push_back(here + wrong);
        const bool standard = name == "orphan" || name == "foregroundDeletion" || name == "kubernetes" ||
                              name.find('/') != std::string_view::npos;
        if (!standard)
            to.push_back(
                fmt::format("{}prefer a domain-qualified finalizer name {}to avoid accidental conflicts "
                            "with other finalizer writers",
                            here, name.find('.') != std::string_view::npos ? "including a path (/) " : ""));
    }
}

void warn_of_ip(std::string_view ip, const std::string& path, texts& to) {
    const auto a = parse_ip(ip);
    if (!a || a->is_v4()) return;
    if (a->to_v6().is_v4_mapped()) {
        const auto inner = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, a->to_v6());
        to.push_back(fmt::format("{}: non-standard IP address {} is invalid: use {}", path,
                                 go_text::quoted(ip), go_text::quoted(inner.to_string())));
        return;
    }
    if (a->to_string() != ip)
        to.push_back(fmt::format("{}: IPv6 address {} should be in RFC 5952 canonical format ({})", path,
                                 go_text::quoted(ip), go_text::quoted(a->to_string())));
}

}  // namespace setpoint::inline v0::apiserver
