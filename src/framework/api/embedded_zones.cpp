// Time zones of the program itself, for hosts without tzdata, such as an image FROM scratch. Only programs
// that are configured with SETPOINT_ZONES contain them. The host's own are preferred, since they may be
// newer.
#ifdef SETPOINT_TABLES

#include "framework/api/zone_archive.hpp"
#include "framework/core/embedded_text.hpp"

#include <algorithm>
#include <cctz/zone_info_source.h>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

SETPOINT_TABLE(zones, "zones");

namespace setpoint { inline namespace v0 { namespace {

class embedded_zone final : public cctz::ZoneInfoSource {
public:
    explicit embedded_zone(std::string_view content) : rest_(content) {}

    std::size_t Read(void* to, std::size_t size) override {
        const std::string_view part = rest_.substr(0, size);
        std::memcpy(to, part.data(), part.size());
        rest_.remove_prefix(part.size());
        return part.size();
    }
    int Skip(std::size_t offset) override {
        rest_.remove_prefix(std::min(offset, rest_.size()));
        return 0;
    }

private:
    std::string_view rest_;
};

using open_host_zone = std::function<std::unique_ptr<cctz::ZoneInfoSource>(const std::string&)>;

std::unique_ptr<cctz::ZoneInfoSource> open_zone(const std::string& name, const open_host_zone& on_host) {
    if (auto found = on_host(name)) return found;
    const std::string_view content = zone_in_archive(SETPOINT_TABLE_TEXT(zones), name);
    if (content.empty()) return nullptr;
    return std::make_unique<embedded_zone>(content);
}

}}}  // namespace setpoint::v0

// Replaces the library's own.
namespace cctz_extension {
ZoneInfoSourceFactory zone_info_source_factory = setpoint::open_zone;
}  // namespace cctz_extension

#endif
