#include "cache/read_meta.hpp"

namespace setpoint {

namespace {

struct only_meta {
    basic_meta metadata;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&only_meta::metadata, "metadata", ""));
    }
};

}  // namespace

std::optional<basic_meta> read_meta(json::decoder& d, std::string_view object) {
    only_meta m;
    d.start(json::type_of<only_meta>(), &m);
    auto ok = d.write(object);
    if (ok) ok = d.finish();
    if (!ok) return std::nullopt;
    return std::move(m.metadata);
}

std::optional<basic_meta> peek_meta(json::decoder& d, std::string_view object) {
    constexpr std::size_t enough = 512;  // names may have 253 bytes
    only_meta m;
    d.start(json::type_of<only_meta>(), &m);
    const auto ok = d.write(object.substr(0, enough));
    if (!ok || m.metadata.uid.empty() || m.metadata.resource_version.empty()) return std::nullopt;
    return std::move(m.metadata);
}

}  // namespace setpoint
