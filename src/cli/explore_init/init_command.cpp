#include "cli/explore_init/init_command.hpp"

#include "cli/explore/explore_service.hpp"
#include "cli/file.hpp"
#include "cli/temporary_folder.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/story/explore.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

constexpr mode_t file_mode = 0644;

void write_or_throw(const std::string& file, const std::string& text) {
    if (const auto done = write_file(file, text, file_mode); !done)
        throw fault(errc::bad_config, done.error().message);
}

awaitable<void> play(loop& l, const story::exploration& what, story::findings& out, std::string& why) {
    try {
        out = co_await story::check(l, what);
    } catch (const story::cannot_explore& e) {
        why = e.what();
    }
}

}  // namespace

init_command::init_command(CLI::App& explore)
    : app_(explore.add_subcommand(
          "init", "Write a story from a kubebuilder project, a Helm chart or an OLM bundle")) {
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->add_option("--output", output_, "File of the story")->type_name("FILE")->capture_default_str();
    app_->add_flag("--force", force_, "Overwrite the story");
    app_->add_option("FOLDER", folder_, "The project, the chart or the bundle")->type_name("")->required();
    app_->add_option(
            "COMMAND", command_,
            "After --: the operator. It is run to see which conditions and objects to wait for, and whether "
            "the story runs")
        ->type_name("");
    app_->footer(
        "Writes what users do with the samples: create, change, delete, with waits between. Comments in the "
        "story "
        "name\nwhat could not be found out.\n"
        "  setpoint explore init . -- bin/manager --metrics-bind-address=0 --leader-elect=false");
}

bool init_command::is_chosen() const {
    return app_->parsed();
}

std::string init_command::command_text(const operator_source& from) const {
    if (!command_.empty()) return shell_words(command_);
    std::vector<std::string> words;
    if (!from.environment.empty()) words.emplace_back("env");
    words.insert(words.end(), from.environment.begin(), from.environment.end());
    words.insert(words.end(), from.command.begin(), from.command.end());
    return shell_words(words);
}

// What is in no file.
void init_command::write_parts(operator_source& from) const {
    const fs::path story = output_;
    const auto beside = [&](std::string_view what) {
        return (story.parent_path() / fmt::format("{}.{}.yaml", story.stem().string(), what)).string();
    };
    if (!from.rendered.empty()) {
        write_or_throw(beside("crds"), manifest_text(from.rendered));
        from.crds.push_back(beside("crds"));
    }
    if (!from.hooks.empty()) {
        from.webhooks = beside("webhooks");
        write_or_throw(from.webhooks, manifest_text(from.hooks));
    }
    if (!from.roles.empty()) {
        write_or_throw(beside("rbac"), manifest_text(from.roles));
        from.rbac = beside("rbac");
    }
}

observation init_command::observe(loop& l, const operator_source& from,
                                  const std::vector<subject>& subjects) const {
    observation seen;
    if (command_.empty()) return seen;
    const temporary_folder folder;
    story::exploration what;
    what.story = folder.path() + "/story.yaml";
    what.command = command_;
    write_or_throw(what.story, probing_story(from, subjects));
    std::cout << "running the operator ...\n" << std::flush;
    story::findings found;
    std::string why;
    run_to_end(l, "probe", play(l, what, found, why));
    if (!why.empty()) throw fault(errc::bad_config, "the operator was run with the samples: " + why);
    seen.was_played = true;
    seen.end = std::move(found.end);
    return seen;
}

int init_command::check(loop& l) const {
    story::exploration what;
    what.story = output_;
    what.command = command_;
    story::findings found;
    std::string why;
    run_to_end(l, "check", play(l, what, found, why));
    if (!why.empty()) {
        std::cerr << "setpoint: the story was written, and does not run: " << why << '\n';
        return 1;
    }
    std::cout << fmt::format(
        "the story runs: {} points, {:.1f} s{}\n", found.points, found.seconds,
        found.empty() ? "" : "; something is wrong without a fault already: run --check");
    return 0;
}

int init_command::run() {
    std::error_code ec;
    if (!force_ && fs::exists(output_, ec))
        throw fault(errc::bad_config,
                    fmt::format("{} exists: --force overwrites it, --output names another file", output_));
    const fs::path in = fs::absolute(output_, ec).parent_path();
    if (!fs::is_directory(in, ec))
        throw fault(errc::bad_config, fmt::format("cannot write {}: its folder does not exist", output_));
    real_clock time;
    random_source random(random_source::system_seed());
    loop l(time, random);
    operator_source from = read_source(l, folder_);
    write_parts(from);
    if (command_.empty()) std::ranges::move(from.unknown_of_command, std::back_inserter(from.unknown));
    const std::vector<subject> subjects = choose_subjects(from);
    const observation seen = observe(l, from, subjects);
    write_or_throw(output_, draft_story(from, subjects, seen, in));
    const int code = command_.empty() ? 0 : check(l);
    std::cout << fmt::format("{} was written from the {}\n", output_, from.what);
    for (const std::string& one : from.unknown) std::cout << fmt::format("  not known: {}\n", one);
    if (command_.empty() && !from.build.empty())
        std::cout << fmt::format("\nbuild the operator:\n  {}\n", from.build);
    const std::string story = shell_words({"--story", output_}), command = command_text(from);
    if (command_.empty())
        std::cout << fmt::format(
            "\nrun the story once, without faults:\n  setpoint explore {} --check -- {}\n", story, command);
    std::cout << fmt::format("\nexplore for ten minutes:\n  setpoint explore {} --time 10m -- {}\n", story,
                             command);
    if (!from.rbac.empty())
        std::cout << fmt::format("\nunder the rights of its roles, add: {}\n",
                                 shell_words({"--rbac", from.rbac}));
    return code;
}

}}}  // namespace setpoint::v0::cli::draft
