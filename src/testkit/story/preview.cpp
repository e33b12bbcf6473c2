#include "setpoint/story/preview.hpp"

#include "setpoint/story/explore.hpp"
#include "testkit/sim/preview/previewed_cluster.hpp"
#include "testkit/story/private_folder.hpp"
#include "testkit/story/process_tree.hpp"
#include "testkit/story/story_run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

using output_file = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Pods and Jobs of the operator are done soon.
story setting_of(const program_preview& what) {
    constexpr duration soon = std::chrono::milliseconds(10);
    story s;
    s.file = "preview";
    s.ns = what.ns;
    s.server.nodes.start_delay = s.server.nodes.ready_delay = s.server.nodes.stop_delay = soon;
    s.server.nodes.job_delay = soon;
    return s;
}

output_file open_log(const std::string& path) {
    output_file file(path.empty() ? nullptr : std::fopen(path.c_str(), "we"), &std::fclose);
    if (!path.empty() && !file) throw cannot_preview("cannot write " + path);
    return file;
}

awaitable<sim::preview_report> preview_program(loop& l, program_preview what) {
    if (what.command.empty())
        throw cannot_preview(
            "missing operator command; add it after --, for example -- ./operator --kubeconfig {kubeconfig}");
    const private_folder folder;
    adopt_orphans();
    const story setting = setting_of(what);
    const output_file log = open_log(what.log);
    const instance_options program{what.command, folder.path(), log.get()};
    run_settings settings{setting, program};
    settings.settle = what.quiet;
    story_run run(l, settings);
    sim::previewed_cluster previewed(run.its_cluster().api(),
                                     {std::move(what.live), std::move(what.definitions), what.keeps_secrets});
    run.record(&previewed.writes());
    bool has_controllers = false;
    const auto advance = [&] {
        const bool has_rolled_out = previewed.advance();
        if (has_controllers || !previewed.writes().has_created_or_deleted()) return has_rolled_out;
        has_controllers = true;
        run.its_cluster().run_controllers();
        return true;
    };
    std::string why = co_await run.observe(what.limit, advance);
    sim::preview_report out = previewed.report();
    out.incomplete = std::move(why);
    co_return out;
}

}  // namespace

awaitable<sim::preview_report> preview(loop& l, program_preview what) {
    std::string why;
    try {
        co_return co_await preview_program(l, std::move(what));
    } catch (const cannot_explore& e) {
        why = e.what();
    } catch (const setpoint::fault& e) {
        why = e.what();
    }
    throw cannot_preview(why);
}

}}}  // namespace setpoint::v0::story
