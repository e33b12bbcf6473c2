// What compiling and evaluating rules takes, and how often an evaluation allocates.
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/program.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* made = std::malloc(size)) return made;
    throw std::bad_alloc();
}
void operator delete(void* freed) noexcept {
    std::free(freed);
}
void operator delete(void* freed, std::size_t) noexcept {
    std::free(freed);
}

int main() {
    using namespace setpoint::cel;
    using clock = std::chrono::steady_clock;
    environment env = kubernetes_environment();
    env.add_variable("self", &types::dyn);
    const boost::json::value json = boost::json::parse(
        R"({"x": 1, "y": 2, "name": "web-1", "list": [1, 2, 3, 4, 5, 6, 7, 8], "items": [{"name": "a", "port": 80}, {"name": "b", "port": 81}]})");
    constexpr std::string_view rules[] = {
        "has(self.x) && self.x <= self.y", "self.list.all(e, e > 0)",
        "self.items.exists(i, i.name == 'b' && i.port == 81)",
        "self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
        "self.x in [1, 2, 3] && self.name.startsWith('web') && size(self.list) < 10"};
    for (const std::string_view rule : rules) {
        constexpr int rounds = 200'000;
        const auto compile_start = clock::now();
        for (int i = 0; i < 200; ++i) program(*env.compile(rule).made);
        const auto compile_end = clock::now();
        const program made(*env.compile(rule).made);
        evaluation in(kubernetes_call_limit);
        arena memory;
        const std::array bindings = {binding{"self", json_value(json, memory)}};
        bool all = true;
        for (int i = 0; i < 1000; ++i) all = all && made.evaluate(in, bindings).is_true();
        const std::size_t before = allocations;
        const auto start = clock::now();
        for (int i = 0; i < rounds; ++i) all = all && made.evaluate(in, bindings).is_true();
        const auto end = clock::now();
        const double each = std::chrono::duration<double, std::nano>(end - start).count() / rounds;
        fmt::print("{:>7.0f} ns  {:.2f} allocations  cost {:>3}  compile {:>6.1f} us  {}  {}\n", each,
                   static_cast<double>(allocations - before) / rounds, in.cost(),
                   std::chrono::duration<double, std::micro>(compile_end - compile_start).count() / 200, all,
                   rule);
    }
}
