// What an exchange costs the client: one keep-alive connection against our own server in a child process.
//     bench_http [exchanges]
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/http/detail/pool.hpp"
#include "setpoint/http/server.hpp"
#include "support/test_certs.hpp"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace setpoint;
using namespace setpoint::http;

namespace {

std::uint64_t allocations = 0;

double cpu_seconds() {
    rusage u{};
    getrusage(RUSAGE_SELF, &u);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(u.ru_utime) + seconds(u.ru_stime);
}

struct world {
    real_clock time;
    random_source random{1};
    loop l{time, random};
    null_sink sink;
    logger log{sink, time};
};

// Headers and sizes as an API server answers an apply of a Deployment.
awaitable<response> answer(const server_request& r) {
    static const std::string small(1000, 'x'), large(32 << 20, 'y');
    const std::string uid = "0b6e4d5e-1111-2222-3333-444444444444";
    co_return response{200,
                       {{"Audit-Id", uid},
                        {"Cache-Control", "no-cache, private"},
                        {"Content-Type", "application/json"},
                        {"X-Kubernetes-Pf-Flowschema-Uid", uid},
                        {"X-Kubernetes-Pf-Prioritylevel-Uid", uid}},
                       r.path() == "/large" ? large : small};
}

// Writes its port to `to` and serves until it is killed.
[[noreturn]] void serve(int to, const test_cert& cert, bool tls) {
    world w;
    tls_context_ptr context = make_server_tls(cert.cert_pem, secret(cert.key_pem)).value();
    server_options options;
    options.at = {"127.0.0.1", 0};
    if (tls) options.tls = [context] { return context; };
    server s(w.l, w.log, options, answer);
    const bool started = s.start().has_value();
    const std::uint16_t port = s.port();
    if (!started || write(to, &port, sizeof port) != sizeof port) _exit(1);
    w.l.run();
    _exit(0);
}

request apply(std::string target) {
    return {"PATCH",
            std::move(target),
            {{"Accept", "application/json"},
             {"Authorization", "Bearer " + std::string(900, 't')},
             {"Content-Type", "application/apply-patch+yaml"}},
            std::string(500, 'b')};
}

awaitable<std::size_t> exchange(https_pool& pool, std::string target) {
    auto stream = co_await pool.send(apply(std::move(target)), {});
    std::size_t size = 0;
    for (;;) {
        const std::string_view piece = (co_await stream.value()->read()).value();
        if (piece.empty()) co_return size;
        size += piece.size();
    }
}

awaitable<void> measure(world& w, https_pool& pool, const char* name, int exchanges) {
    for (int i = 0; i < 100; ++i) co_await exchange(pool, "/apis/apps/v1/namespaces/default/deployments/web");
    double cpu = cpu_seconds();
    const std::uint64_t before = allocations;
    time_point begin = w.time.now();
    for (int i = 0; i < exchanges; ++i)
        co_await exchange(pool, "/apis/apps/v1/namespaces/default/deployments/web");
    double took = std::chrono::duration<double>(w.time.now() - begin).count();
    std::printf("%s: %.0f exchanges/s, %.1f us CPU and %.1f allocations of the client per exchange\n", name,
                exchanges / took, (cpu_seconds() - cpu) / exchanges * 1e6,
                static_cast<double>(allocations - before) / exchanges);
    cpu = cpu_seconds();
    begin = w.time.now();
    std::size_t size = 0;
    for (int i = 0; i < 8; ++i) size += co_await exchange(pool, "/large");
    took = std::chrono::duration<double>(w.time.now() - begin).count();
    std::printf("%s: a body at %.0f MB/s, %.2f s CPU of the client per GB\n", name,
                static_cast<double>(size) / 1e6 / took,
                (cpu_seconds() - cpu) / (static_cast<double>(size) / 1e9));
}

void run(bool tls, int exchanges) {
    test_ca ca;
    const test_cert cert = ca.issue({"bench", {"IP:127.0.0.1"}});
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    const pid_t child = fork();
    if (child == 0) serve(ends[1], cert, tls);
    std::uint16_t port = 0;
    if (read(ends[0], &port, sizeof port) != sizeof port) std::abort();
    {
        world w;
        tls_settings settings;
        settings.ca_pem = ca.pem();
        tls_context_ptr context = make_client_tls(settings, w.time.wall_now()).value();
        https_pool pool(w.l, {tls ? "https" : "http", "127.0.0.1", std::to_string(port)},
                        [context] { return context; });
        run_to_end(w.l, "bench", measure(w, pool, tls ? "TLS" : "plain", exchanges));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

}  // namespace

// Coroutine frames are not counted: Asio takes them from aligned_alloc.
void* operator new(std::size_t size) {
    ++allocations;
    if (void* p = std::malloc(size)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

int main(int argc, char** argv) {
    const int exchanges = argc > 1 ? std::atoi(argv[1]) : 20000;
    run(true, exchanges);
    run(false, exchanges);
}
