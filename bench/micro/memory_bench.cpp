// What the cache holds of a pod when a view of it has name, namespace, uid, resourceVersion, labels, node,
// images and phase.
//
//     bench_memory [OBJECTS]
#include "../pod_event.hpp"
#include "../pod_view.hpp"
#include "framework/cache/store.hpp"
#include "setpoint/json/decode.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <malloc.h>

using namespace setpoint;
using bench::pod_view;

namespace {

void replace_all(std::string& in, std::string_view what, std::string_view with) {
    for (std::size_t at = 0; (at = in.find(what, at)) != in.npos; at += with.size())
        in.replace(at, what.size(), with);
}

// Ten pods of each Deployment, on a hundred nodes; names, uid, version and hash are their own.
std::string pod_json(std::size_t n) {
    constexpr std::string_view begin = R"({"type":"MODIFIED","object":)";
    std::string text(bench::pod_event.substr(begin.size()));
    text.erase(text.rfind('}'));
    replace_all(text, "x2v7k", fmt::format("{:05x}", n * 7919 % 0xfffff));
    replace_all(text, "5c8f7d9b46", fmt::format("{:010x}", n / 10 * 2654435761U));
    replace_all(text, "web-0", fmt::format("web-{}", n / 10));
    replace_all(text, "0f6d1c5e-3a0e-4a5f-9a34-1f0f6c1b2d3e",
                fmt::format("0f6d1c5e-3a0e-4a5f-9a34-{:012x}", n));
    replace_all(text, "48213", std::to_string(48213 + n));
    replace_all(text, "node-17", fmt::format("node-{}", n % 100));
    return text;
}

// As an informer does it: decoded straight into the store.
struct staging final : json::list_handler {
    explicit staging(store& s) : into(s) {}
    void* next_item() override { return (item = kind_of<pod_view>().make()).get(); }
    void item_done() override { into.stage(std::move(item)); }
    bool item_failed(const error&) override { return false; }
    store& into;
    std::shared_ptr<void> item;
};

void check(const result<>& r) {
    if (r) return;
    fmt::print(stderr, "{}\n", r.error().to_string());
    std::exit(1);
}

std::size_t in_use() {
    const auto now = mallinfo2();
    return now.uordblks + now.hblkhd;
}

void measure(std::size_t count) {
    string_pool pool;
    store s(kind_of<pod_view>(), [](const object_change&) {});
    std::size_t json_bytes = 0;
    const std::size_t before = in_use();
    s.begin();
    for (std::size_t done = 0; done < count;) {
        staging handler(s);
        json::list_decoder page(json::type_of<pod_view>(), handler, {.pool = &pool});
        check(page.write(
            R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[)"));
        for (const std::size_t end = std::min(count, done + 500); done < end;) {
            const std::string text = pod_json(done++);
            json_bytes += text.size();
            check(page.write(text + (done < end ? "," : "]}")));
        }
        check(page.finish());
    }
    s.commit();
    while (s.announce(store::slice)) {
    }
    while (s.release(store::slice)) {
    }
    if (s.objects().size() != count) throw std::logic_error("not every pod is held");
    const auto held = static_cast<double>(in_use() - before);
    fmt::print("{:>8} {:>10.1f} MB {:>12.0f} bytes {:>16.3f}\n", count, static_cast<double>(json_bytes) / 1e6,
               held / static_cast<double>(count), held / static_cast<double>(json_bytes));
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t most = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100'000;
    fmt::print("{:>8} {:>13} {:>18} {:>16}\n", "pods", "of JSON", "held for each", "for a byte");
    for (const std::size_t count : {most / 100, most / 10, most}) measure(count);
}
