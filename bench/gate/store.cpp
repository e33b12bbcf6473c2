// A change of an object that the store holds: found, replaced, indexed, told.
#include "framework/cache/store.hpp"

#include "events.hpp"
#include "meter.hpp"

namespace setpoint { inline namespace v0 { namespace gate {

namespace {

using stored = web_server::web_server;

void by_image(const void* object, std::vector<std::string>& values) {
    values.push_back(static_cast<const stored*>(object)->spec.image);
}

std::vector<object_ptr> all_of_version(std::size_t count, std::size_t version) {
    std::vector<object_ptr> all;
    all.reserve(count);
    for (std::size_t i = 0; i < count; ++i) all.push_back(make_web_server(i * 7919 % count, version));
    return all;
}

}  // namespace

void update_store(meter& m) {
    constexpr std::size_t objects = 2000;
    std::size_t told = 0;
    store held(kind_of<stored>(), [&told](const object_change& c) { told += c.after != nullptr; });
    held.add_index("image", by_image);
    held.begin();
    for (object_ptr& o : all_of_version(objects, 1)) held.stage(std::move(o));
    held.commit();
    while (held.announce(store::slice)) {
    }
    while (held.release(store::slice)) {
    }
    std::vector<object_ptr> versions[] = {all_of_version(objects, 2), all_of_version(objects, 3)};
    std::size_t next = 0;
    m.measure("update the store", objects, [&] {
        for (object_ptr& o : versions[next]) held.put(std::move(o));
        ++next;
    });
    meter::expect(told == 3 * objects, "every change is told");
}

}}}  // namespace setpoint::v0::gate
