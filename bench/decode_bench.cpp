// What decoding one watch event costs: a small view of a pod, whole and in network-sized chunks, with its
// allocations.

#include "pod_event.hpp"
#include "pod_view.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {
std::size_t allocations = 0;
}
// glibc's own malloc, counted: operator new and interned_string both end here.
extern "C" void* __libc_malloc(std::size_t);  // NOLINT(bugprone-reserved-identifier): glibc's name
extern "C" void* malloc(std::size_t n) {
    ++allocations;
    return __libc_malloc(n);
}

namespace setpoint { inline namespace v0 { namespace bench {

struct event_view {
    interned_string type;
    pod_view object;
    static constexpr auto describe() {
        return schema::object("", schema::field(&event_view::type, "type", ""),
                              schema::field(&event_view::object, "object", ""));
    }
};

std::string_view only;  // part of the name of what to measure

double cpu_microseconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) / 1e3;
}

// The best of several runs, in CPU time: the machine may be shared.
template <class F>
void measure(std::string_view what, F f) {
    if (what.find(only) == what.npos) return;
    constexpr int runs = 9, rounds = 20000;
    double best = 1e9;
    for (int i = 0; i < 2000; ++i) f();
    const std::size_t before = allocations;
    f();
    const std::size_t per_event = allocations - before;
    for (int run = 0; run < runs; ++run) {
        const double begin = cpu_microseconds();
        for (int i = 0; i < rounds; ++i) f();
        best = std::min(best, (cpu_microseconds() - begin) / rounds);
    }
    std::printf("%-26.*s %6.2f us  %5.2f GB/s  %3zu allocations\n", static_cast<int>(what.size()),
                what.data(), best, static_cast<double>(pod_event.size()) / best / 1e3, per_event);
}

// What the parser itself costs.
struct no_handler {
    using ec = boost::json::error_code;
    using chars = boost::json::string_view;
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1),
                                 max_object_size = max_array_size, max_string_size = max_array_size,
                                 max_key_size = max_array_size;
    bool on_document_begin(ec&) { return true; }
    bool on_document_end(ec&) { return true; }
    bool on_array_begin(ec&) { return true; }
    bool on_array_end(std::size_t, ec&) { return true; }
    bool on_object_begin(ec&) { return true; }
    bool on_object_end(std::size_t, ec&) { return true; }
    bool on_string_part(chars, std::size_t, ec&) { return true; }
    bool on_string(chars, std::size_t, ec&) { return true; }
    bool on_key_part(chars, std::size_t, ec&) { return true; }
    bool on_key(chars, std::size_t, ec&) { return true; }
    bool on_number_part(chars, ec&) { return true; }
    bool on_int64(std::int64_t, chars, ec&) { return true; }
    bool on_uint64(std::uint64_t, chars, ec&) { return true; }
    bool on_double(double, chars, ec&) { return true; }
    bool on_bool(bool, ec&) { return true; }
    bool on_null(ec&) { return true; }
    bool on_comment_part(chars, ec&) { return true; }
    bool on_comment(chars, ec&) { return true; }
};

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
    string_pool pool;
    json::decoder shared({.max_depth = 64, .pool = &pool});
    json::decoder unshared;
    boost::json::basic_parser<no_handler> bare{boost::json::parse_options()};
    measure("the parser alone, whole", [&] {
        boost::json::error_code ec;
        bare.reset();
        bare.write_some(true, pod_event.data(), pod_event.size(), ec);
    });
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

}}}  // namespace setpoint::v0::bench

int main(int argc, char** argv) {
    if (argc > 1) setpoint::bench::only = argv[1];
    return setpoint::bench::run();
}
