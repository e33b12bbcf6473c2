// What an informer does with the events of its watch.
#include "cache/informer.hpp"
#include <setpoint/client/status.hpp>

#include <fmt/format.h>

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

bool informer::deliver(const watch_frame& frame, std::string_view what) {
    measured_.event(frame.type, loop_.wall_now());
    if (frame.type == watch_event::error) {
        fsm_.error_event(loop_.now(), to_error(parse_status(frame.object), 0, what));
        return false;
    }
    bool readable = true;
    if (frame.type == watch_event::bookmark) {
        const auto meta = read_meta(frame.object);
        readable = meta.has_value();
        if (meta) {
            fsm_.event(frame.type, meta->resource_version);
            for (fed_part& p : parts_)
                if (p.fed) p.part->bookmark(fsm_.version(), loop_.now());
        }
    } else {
        readable = deliver_object(frame);
    }
    if (readable) return true;
    error lost(errc::bad_data, fmt::format("{}: an event has no readable object", what));
    lost.server_text = frame.object.substr(0, 128);
    fsm_.watch_broken(loop_.now(), lost);
    return false;
}

std::optional<basic_meta> informer::read_meta(std::string_view object) {
    only_meta m;
    decoder_.start(json::type_of<only_meta>(), &m);
    auto ok = decoder_.write(object);
    if (ok) ok = decoder_.finish();
    if (!ok) return std::nullopt;
    return std::move(m.metadata);
}

bool informer::deliver_object(const watch_frame& frame) {
    if (frame.type == watch_event::deleted) {
        // Of what went the key is enough: what was held is what handlers get.
        const auto meta = read_meta(frame.object);
        if (!meta || meta->name.empty()) return false;
        fsm_.event(frame.type, meta->resource_version);
        for (fed_part& p : parts_)
            if (p.fed) p.part->deliver_deletion(*meta, fsm_.version());
        return true;
    }
    bool told = false;
    for (fed_part& p : parts_) {
        if (!p.fed) continue;
        const auto o = p.part->decode(decoder_, frame.object);
        if (!o) {
            const auto meta = read_meta(frame.object);
            if (!meta || meta->name.empty()) return false;
            measured_.unreadable(1);
            p.part->unreadable(key_of(*meta), o.error());
            if (!std::exchange(told, true)) fsm_.event(frame.type, meta->resource_version);
            continue;
        }
        if (!std::exchange(told, true))
            fsm_.event(frame.type, p.part->kind().meta(o->get()).resource_version);
        p.part->deliver(*o, fsm_.version());
    }
    return true;
}

}  // namespace setpoint
