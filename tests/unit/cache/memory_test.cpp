// The peak memory of a cache while large data passes through it, counted at every allocation of
// this executable.
#include "support/fake_client.hpp"
#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::size_t live = 0, peak = 0;  // bytes

void* counted_if_there(std::size_t size) noexcept {
    void* const p = std::malloc(size == 0 ? 1 : size);
    if (!p) return nullptr;
    live += ::malloc_usable_size(p);
    peak = std::max(peak, live);
    return p;
}
void* counted(std::size_t size) {
    void* const p = counted_if_there(size);
    if (!p) throw std::bad_alloc();
    return p;
}
void uncounted(void* p) noexcept {
    live -= ::malloc_usable_size(p);
    std::free(p);
}

}  // namespace

// All except the aligned ones, so that each object has a single allocator.
void* operator new(std::size_t size) {
    return counted(size);
}
void* operator new[](std::size_t size) {
    return counted(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted_if_there(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return counted_if_there(size);
}
void operator delete(void* p) noexcept {
    uncounted(p);
}
void operator delete[](void* p) noexcept {
    uncounted(p);
}
void operator delete(void* p, std::size_t) noexcept {
    uncounted(p);
}
void operator delete[](void* p, std::size_t) noexcept {
    uncounted(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept {
    uncounted(p);
}
void operator delete[](void* p, const std::nothrow_t&) noexcept {
    uncounted(p);
}

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(memory_test)

namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

// Pieces that a function produces on demand, "" at the end.
class made_stream final : public http::response_stream {
public:
    explicit made_stream(std::function<std::string()> make) : make_(std::move(make)) {}
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        piece_ = make_();
        co_return std::string_view(piece_);
    }

private:
    std::function<std::string()> make_;
    http::response_head head_{200, {}};
    std::string piece_;
};

// A cache of gadgets whose lists and watches a test produces.
struct memory_world : virtual_world {
    memory_world()
        : api(l), log(sink, time), measured(registry), c(l, api, log, measured), tasks(l, "cache") {
        api.on_open = [this](const call& k) -> result<std::unique_ptr<http::response_stream>> {
            if (k.op == verb::list && lists) return std::make_unique<made_stream>(lists());
            if (k.op == verb::watch && watches) return std::make_unique<made_stream>(watches());
            return error(errc::unreachable, "not now");
        };
    }
    ~memory_world() {
        tasks.request_stop();
        l.run_until(l.now());
    }
    void pass(duration d) { l.run_until(l.now() + d); }

    fake_client api;
    null_sink sink;
    logger log;
    prometheus::Registry registry;
    metrics measured;
    cache c;
    task_scope tasks;
    std::function<std::function<std::string()>()> lists, watches;
};

// `n` gadgets of about 300 bytes, 30 per piece.
std::function<std::string()> many_gadgets(int n, int version) {
    return [n, version, next = 0]() mutable {
        std::string piece;
        if (next > n) return piece;
        if (next == 0)
            piece = fmt::format(R"({{"metadata":{{"resourceVersion":"{}"}},"items":[)", version + 1);
        for (int i = 0; i < 30 && next < n; ++i, ++next) {
            made_gadget g = thing(fmt::format("{:06}", next), std::to_string(version));
            g.node = "a-node-with-a-name-of-some-length-" + std::to_string(next);
            piece += (next == 0 ? "" : ",") + g.json();
        }
        if (next == n) {
            piece += "]}";
            ++next;
        }
        return piece;
    };
}

}  // namespace

// The memory for a re-list is what makes operators with large caches run out of memory.
BOOST_AUTO_TEST_CASE(a_re_list_costs_its_differences_and_not_its_size) {
    constexpr int n = 20000;
    int version = 1000000;
    memory_world w;
    w.lists = [&] { return many_gadgets(n, version); };
    cached_collection& v = w.c.watch<gadget>();
    const std::size_t empty = live;
    w.c.start(w.tasks);
    w.pass(1s);
    BOOST_REQUIRE(v.size() == std::size_t{n});
    const std::size_t held = live - empty;
    BOOST_TEST(held > std::size_t{n} * sizeof(gadget));
    const auto list_anew = [&] {
        peak = live;
        const std::size_t before = live;
        // The watch is refused until now: the version has expired.
        w.watches = [] {
            return [reported = false]() mutable -> std::string {
                if (std::exchange(reported, true)) return "";
                return error_frame(410, "Expired");
            };
        };
        w.pass(1min);
        w.watches = {};
        return peak - before;
    };
    const std::size_t same = list_anew();
    version += 1000000;
    const std::size_t other = list_anew();
    BOOST_TEST(v.size() == std::size_t{n});
    BOOST_TEST((v.find({"default", "000000"}) &&
                as_gadget(v.find({"default", "000000"})).metadata.resource_version == "2000000"));
    BOOST_TEST_MESSAGE(n << " objects: " << held << " bytes held, " << same
                         << " more while the same list came again, " << other << " while all had changed");
    // The pointers of a second table, and one object at a time.
    BOOST_TEST(same < held / 4);
    BOOST_TEST(other < held + held / 4);
    // And it is freed again.
    BOOST_TEST(live < empty + held + held / 8);
}

BOOST_AUTO_TEST_CASE(objects_of_a_megabyte_and_a_half_pass_through_without_being_held) {
    constexpr int n = 200;
    const std::string big(1'400'000, 'x');
    memory_world w;
    w.lists = [&]() -> std::function<std::string()> {
        return [&big, next = 0]() mutable -> std::string {
            if (next > n) return "";
            if (next++ == n) return "]}";
            std::string o = thing(std::to_string(next), "5").json();
            o.insert(o.size() - 1, ",\"more\":\"" + big + "\"");
            return (next == 1 ? R"({"metadata":{"resourceVersion":"9"},"items":[)" : ",") + o;
        };
    };
    cached_collection& v = w.c.watch<gadget_names>();
    const std::size_t before = live;
    peak = live;
    w.c.start(w.tasks);
    w.pass(10s);
    BOOST_TEST(v.size() == std::size_t{n});
    BOOST_TEST_MESSAGE("280 MB went through with " << peak - before << " bytes at most");
    // The piece itself, held twice while it is produced.
    BOOST_TEST(peak - before < 8 * mib);
}

BOOST_AUTO_TEST_CASE(a_frame_without_an_end_costs_its_limit_and_not_its_size) {
    std::size_t sent = 0;
    memory_world w;
    w.lists = [] { return many_gadgets(10, 5); };
    w.watches = [&]() -> std::function<std::string()> {
        return [&]() -> std::string {
            sent += 256 * 1024;
            if (sent <= 500 * mib) return std::string(256 * 1024, 'x');
            return "";
        };
    };
    cached_collection& v = w.c.watch<gadget>();
    const std::size_t before = live;
    peak = live;
    w.c.start(w.tasks);
    w.pass(500ms);  // back-off is longer
    BOOST_TEST((v.state() == sync_state::retrying));
    BOOST_TEST(sent <= 17 * mib);
    BOOST_TEST_MESSAGE(sent << " bytes were read with " << peak - before << " bytes at most");
    // A buffer that doubles exists twice while it grows.
    BOOST_TEST(peak - before < 56 * mib);
    // And once for all retries.
    w.watches = {};
    w.pass(10min);
    BOOST_TEST(live - before < mib);
}

BOOST_AUTO_TEST_SUITE_END()
