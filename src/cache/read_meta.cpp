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

}  // namespace setpoint
