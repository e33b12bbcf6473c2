// From the bytes of a watch to a typed object: the kind as it is built in, the view of a pod that a cache
// holds, a custom resource.
#include "setpoint/json/decode.hpp"

#include "../pod_event.hpp"
#include "events.hpp"
#include "framework/cache/watch_frames.hpp"
#include "meter.hpp"
#include "setpoint/api/core_v1/pod.hpp"

namespace setpoint { inline namespace v0 { namespace gate {

using namespace kinds;

namespace {

struct placement {
    interned_string node_name;
    static constexpr auto describe() {
        return schema::object("", schema::field(&placement::node_name, "nodeName", ""));
    }
};
struct placed_pod {
    basic_meta metadata;
    placement spec;
    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        return schema::object("", schema::field(&placed_pod::metadata, "metadata", ""),
                              schema::field(&placed_pod::spec, "spec", ""));
    }
};

template <class T>
void decode_stream(meter& m, const char* name, std::string_view event) {
    constexpr std::size_t events = 500;
    string_pool pool;
    json::decoder decoder({.max_depth = 64, .pool = &pool});
    watch_frames frames;
    m.measure(name, events, [&] {
        for (std::size_t i = 0; i < events; ++i) {
            frames.feed(event);
            const auto frame = frames.next();
            meter::expect(frame && *frame, "the event is a frame");
            const auto object = kind_of<T>().make();
            decoder.start(*kind_of<T>().type, object.get());
            meter::expect(decoder.write((*frame)->object).has_value() && decoder.finish().has_value(),
                          "the object can be decoded");
            meter::expect(!frames.next()->has_value(), "nothing follows");
        }
    });
}

}  // namespace

void decode_events(meter& m) {
    decode_stream<pod>(m, "decode a pod", bench::pod_event);
    decode_stream<placed_pod>(m, "decode a view of a pod", bench::pod_event);
    decode_stream<web_server::web_server>(m, "decode a WebServer",
                                          watch_event_of("MODIFIED", web_server_json(7, 2)));
}

}}}  // namespace setpoint::v0::gate
