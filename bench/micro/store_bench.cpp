// What an object costs the store of a view: when a list brings it, and when an event changes it.
//
//     bench_store [OBJECTS]
#include "../gate/events.hpp"
#include "best_of.hpp"
#include "framework/cache/store.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace setpoint;

namespace {

using stored = web_server::web_server;
constexpr int runs = 5;

void by_image(const void* object, std::vector<std::string>& values) {
    values.push_back(static_cast<const stored*>(object)->spec.image);
}

std::vector<object_ptr> all_of_version(std::size_t count, std::size_t version) {
    std::vector<object_ptr> all;
    all.reserve(count);
    for (std::size_t i = 0; i < count; ++i) all.push_back(gate::make_web_server(i, version));
    std::shuffle(all.begin(), all.end(), std::mt19937_64(version));
    return all;
}

void list(store& s, std::vector<object_ptr>& objects) {
    while (s.discard(store::slice)) {
    }
    s.begin();
    for (object_ptr& o : objects) s.stage(std::move(o));
    s.commit();
    while (s.announce(store::slice)) {
    }
    while (s.release(store::slice)) {
    }
}

void measure(std::size_t count, bool indexed) {
    std::size_t told = 0, version = 1;
    store s(kind_of<stored>(), [&told](const object_change&) { ++told; });
    if (indexed) s.add_index("image", by_image);
    const auto prepare = [&] { return all_of_version(count, version++); };
    auto first = prepare();
    list(s, first);
    const double listed = bench::best_of(runs, count, prepare, [&](auto& objects) { list(s, objects); });
    const double updated = bench::best_of(runs, count, prepare, [&](auto& objects) {
        for (object_ptr& o : objects) s.put(std::move(o));
    });
    if (told != count * (1 + 2 * runs)) throw std::logic_error("not every change was told");
    fmt::print("{:>8} {:>8} {:>22.0f} ns {:>14.0f} ns\n", count, indexed ? "one" : "none", listed, updated);
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t most = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100'000;
    fmt::print("{:>8} {:>8} {:>25} {:>17}\n", "objects", "indexes", "list, all changed", "update");
    for (const std::size_t count : {most / 100, most / 10, most})
        for (const bool indexed : {false, true}) measure(count, indexed);
}
