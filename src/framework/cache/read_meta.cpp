#include "framework/cache/read_meta.hpp"

#include "framework/json/member_scanner.hpp"

namespace setpoint { inline namespace v0 {

namespace {

struct only_meta {
    basic_meta metadata;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&only_meta::metadata, "metadata", ""));
    }
};

std::optional<seen_meta> peek_names(json::member_scanner& scan) {
    seen_meta m;
    if (!scan.take('{')) return std::nullopt;
    do {
        const std::string_view member = scan.take_string();
        if (member.empty() || !scan.take(':')) return std::nullopt;
        std::string_view* const wanted = member == "\"name\""              ? &m.name
                                         : member == "\"namespace\""       ? &m.ns
                                         : member == "\"uid\""             ? &m.uid
                                         : member == "\"resourceVersion\"" ? &m.resource_version
                                                                           : nullptr;
        const std::string_view value = wanted ? scan.take_string() : scan.take_value();
        if (value.empty()) return std::nullopt;
        if (!wanted) continue;
        if (value.find('\\') != value.npos) return std::nullopt;
        *wanted = value.substr(1, value.size() - 2);
        if (!m.uid.empty() && !m.resource_version.empty()) return m;
    } while (scan.take(','));
    return std::nullopt;
}

}  // namespace

std::optional<basic_meta> read_meta(json::decoder& d, std::string_view object) {
    only_meta m;
    d.start(json::type_of<only_meta>(), &m);
    auto ok = d.write(object);
    if (ok) ok = d.finish();
    if (!ok) return std::nullopt;
    return std::move(m.metadata);
}

std::optional<seen_meta> peek_meta(std::string_view object) {
    json::member_scanner scan(object);
    if (!scan.take('{')) return std::nullopt;
    for (;;) {
        const std::string_view member = scan.take_string();
        if (member.empty() || !scan.take(':')) return std::nullopt;
        if (member == "\"metadata\"") return peek_names(scan);
        if (scan.take_value().empty() || !scan.take(',')) return std::nullopt;
    }
}

}}  // namespace setpoint::v0
