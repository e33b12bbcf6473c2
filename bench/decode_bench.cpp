// What decoding one watch event costs: a small view of a pod, whole and in network-sized chunks, with its
// allocations.

#include "pod_event.hpp"
#include <setpoint/core/text_map.hpp>
#include <setpoint/json/decode.hpp>
#include <setpoint/json/encode.hpp>

#include <boost/json/parse.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}
void* operator new(std::size_t n) {
    ++allocations;
    if (void* p = std::malloc(n)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

namespace setpoint::bench {

using namespace setpoint::schema;

struct meta_view {
    text name, namespace_, uid, resource_version;
    text_map labels;
    static constexpr auto describe() {
        using self = meta_view;
        return object("", field(&self::name, "name", "", unique), field(&self::namespace_, "namespace", ""),
                      field(&self::uid, "uid", "", unique),
                      field(&self::resource_version, "resourceVersion", "", unique),
                      field(&self::labels, "labels", ""));
    }
};
struct container_view {
    text image;
    static constexpr auto describe() { return object("", field(&container_view::image, "image", "")); }
};
struct spec_view {
    text node_name;
    std::vector<container_view> containers;
    static constexpr auto describe() {
        using self = spec_view;
        return object("", field(&self::node_name, "nodeName", ""),
                      field(&self::containers, "containers", ""));
    }
};
struct status_view {
    text phase;
    static constexpr auto describe() { return object("", field(&status_view::phase, "phase", "")); }
};
struct pod_view {
    meta_view metadata;
    spec_view spec;
    status_view status;
    static constexpr auto describe() {
        using self = pod_view;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};
struct event_view {
    text type;
    pod_view object;
    static constexpr auto describe() {
        return schema::object("", field(&event_view::type, "type", ""),
                              field(&event_view::object, "object", ""));
    }
};

// The best of several runs: the machine is shared.
template <class F>
void measure(const char* what, F f) {
    constexpr int runs = 9, rounds = 20000;
    double best = 1e9;
    for (int i = 0; i < 2000; ++i) f();
    const std::size_t before = allocations;
    f();
    const std::size_t per_event = allocations - before;
    for (int run = 0; run < runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < rounds; ++i) f();
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
        best = std::min(best, took.count() / rounds);
    }
    std::printf("%-34s %6.2f us  %5.2f GB/s  %3zu operator new\n", what, best,
                static_cast<double>(pod_event.size()) / best / 1e3, per_event);
}

void check(const result<>& r) {
    if (r) return;
    std::fprintf(stderr, "%s\n", r.error().to_string().c_str());
    std::exit(1);
}

void decode_in_chunks(json::decoder& d, std::size_t chunk) {
    event_view event;
    d.start(json::type_of<event_view>(), &event);
    for (std::size_t at = 0; at < pod_event.size(); at += chunk) check(d.write(pod_event.substr(at, chunk)));
    check(d.finish());
    if (event.object.spec.containers.size() != 1) std::exit(1);
}

int run() {
    std::printf("pod event of %zu bytes\n", pod_event.size());
    text_pool pool;
    json::decoder shared({.max_depth = 64, .pool = &pool});
    json::decoder unshared;
    measure("view, whole", [&] { decode_in_chunks(shared, pod_event.size()); });
    measure("view, 1,400-byte chunks", [&] { decode_in_chunks(shared, 1400); });
    measure("view, whole, no pool", [&] { decode_in_chunks(unshared, pod_event.size()); });
    measure("tree (any), whole", [&] {
        boost::json::value v;
        shared.start(json::type_of<boost::json::value>(), &v);
        check(shared.write(pod_event));
        check(shared.finish());
    });
    measure("boost::json::parse", [&] { (void)boost::json::parse({pod_event.data(), pod_event.size()}); });
    return 0;
}

}  // namespace setpoint::bench

int main() {
    return setpoint::bench::run();
}
