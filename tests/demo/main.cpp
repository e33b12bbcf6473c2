// NAME-demo install | play [--keep] [--count FILE] | log : tells the life of an operator's objects on the
// cluster of $KUBECONFIG and verifies every step. FILE gets the number of steps; exit code 0 only if all were
// verified. `log` prints two patterns: what is worth showing of the operator's log, and what must be in it;
// and "webhooks" if the operator's are called.

#include "show.hpp"

#include <fstream>
#include <iostream>
#include <unistd.h>

namespace {

using namespace demo;

awaitable<void> perform(world& w, bool installing, bool keep) {
    if (installing) {
        co_await w.install();
        co_return;
    }
    task_scope views(w.event_loop(), "views");
    std::exception_ptr failure;
    try {
        co_await w.start(views);
        co_await the_show().play(w, keep);
    } catch (...) {
        failure = std::current_exception();
    }
    views.request_stop();
    co_await views.join();
    if (failure) std::rethrow_exception(failure);
}

int run(bool installing, bool keep, const std::string& count_file) {
    real_clock time;
    random_source random(random_source::system_seed());
    loop l(time, random);
    null_sink quiet;
    const logger log(quiet, time);
    auto config = load_config({}, system_sources(), time.wall_now());
    if (!config) throw fault(config.error());
    world w(l, the_show(), *config, log, std::cout, isatty(STDOUT_FILENO) == 1);
    try {
        run_to_end(l, "the demonstration", perform(w, installing, keep));
    } catch (const step_failed& e) {
        w.shown().failed(e.what());
        return 1;
    }
    if (!count_file.empty()) std::ofstream(count_file) << w.shown().steps() << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view act = argc > 1 ? argv[1] : "";
    if (act == "log" && argc == 2) {
        std::cout << the_show().shown_in_log << '\n' << the_show().must_be_in_log << '\n';
        if (the_show().webhooks) std::cout << "webhooks\n";
        return 0;
    }
    bool keep = false, understood = act == "install" || act == "play";
    std::string count_file;
    for (int i = 2; i < argc; ++i) {
        const std::string_view flag = argv[i];
        if (flag == "--keep")
            keep = true;
        else if (flag == "--count" && i + 1 < argc)
            count_file = argv[++i];
        else
            understood = false;
    }
    if (!understood) {
        std::cerr << "usage: " << the_show().program << " install | play [--keep] [--count FILE] | log\n";
        return 2;
    }
    try {
        return run(act == "install", keep, count_file);
    } catch (const std::exception& e) {
        std::cerr << the_show().program << ": " << e.what() << '\n';
        return 1;
    }
}
