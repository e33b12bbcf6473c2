#include "setpoint/testing/round_trips.hpp"

#include "framework/manager/disconnected_client.hpp"

#include <fmt/format.h>
#include <prometheus/registry.h>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

std::shared_ptr<void> random_of(const kind_info& kind, const round_trip_options& options,
                                random_source& random) {
    std::shared_ptr<void> object = kind.make();
    // Metadata is copied by the framework.
    for (const json::field_info& f : kind.type->fields)
        if (f.name != "metadata") set_random(*f.type, static_cast<char*>(object.get()) + f.offset, random);
    if (const auto* make_valid = options.find(kind)) (*make_valid)(object.get(), random);
    return object;
}

// "" if the object comes back as it was.
std::string there_and_back(const kind_info& from, const kind_info& to, const void* object,
                           const conversion_declaration::step& there,
                           const conversion_declaration::step& back) {
    const std::string before = encode_object(from, object);
    const auto what = [&] {
        return fmt::format("{} {} to {} and back", from.gvk.kind, from.gvk.version, to.gvk.version);
    };
    const std::shared_ptr<void> between = to.make(), after = from.make();
    if (const auto done = there(object, between.get()); !done)
        return fmt::format("{}: {}\n  object: {}", what(), done.error().to_string(), before);
    const std::string half_way = encode_object(to, between.get());
    if (const auto done = back(between.get(), after.get()); !done)
        return fmt::format("{}: {}\n  object: {}\n  as {}: {}", what(), done.error().to_string(), before,
                           to.gvk.version, half_way);
    const std::string result = encode_object(from, after.get());
    if (result == before) return {};
    return fmt::format("{}: not the same\n  object: {}\n  as {}: {}\n  back: {}", what(), before,
                       to.gvk.version, half_way, result);
}

}  // namespace

std::string round_trips(const std::function<void(manager&)>& declare, const round_trip_options& options) {
    virtual_clock time;
    random_source random(options.seed);
    loop l(time, random);
    null_sink sink;
    prometheus::Registry registry;
    metrics m(registry);
    disconnected_client nowhere;
    manager declared(l, nowhere, logger(sink, time), m, {});
    declare(declared);
    if (declared.conversions().empty()) return "no conversions are declared";
    for (const conversion_declaration& d : declared.conversions())
        for (const auto& v : d.versions)
            for (int i = 0; i < options.objects; ++i) {
                std::string failure = there_and_back(
                    *v.kind, *d.hub, random_of(*v.kind, options, random).get(), v.to_hub, v.from_hub);
                if (failure.empty())
                    failure = there_and_back(*d.hub, *v.kind, random_of(*d.hub, options, random).get(),
                                             v.from_hub, v.to_hub);
                if (!failure.empty()) return failure;
            }
    return {};
}

}}}  // namespace setpoint::v0::testing
