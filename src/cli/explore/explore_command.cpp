#include "cli/explore/explore_command.hpp"

#include "cli/explore/explore_service.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr const char* explore_footer =
    R"(In the command, {kubeconfig} is the path of a kubeconfig, {port} a free port, and {instance} 1 or 2.
With `webhooks` in the story, {webhook-port} is their port, {certificates} the folder of tls.crt, tls.key and
ca.crt, and {ca} the CA in base64.
The story runs twice without faults, then once for each fault at each point where it makes sense. A
finding is reported after three runs, and is the simplest plan that shows it. Ctrl-C ends with the findings so
far. The exit code is 0 if nothing was found, 1 if something was, 2 if the story or the operator cannot
be explored.
  setpoint explore --story story.yaml -- ./operator --kubeconfig {kubeconfig})";

duration parsed_duration(const std::string& text, std::string_view flag) {
    const auto d = go_duration::parse(text);
    if (!d || d->value() < std::chrono::milliseconds(100))
        throw fault(errc::bad_config, fmt::format("{}: \"{}\" is not a duration such as 5s", flag, text));
    return d->value();
}

// "2/5"
void read_shard(const std::string& text, story::exploration& to) {
    constexpr std::size_t most = 1000;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, to.shard);
    const bool has_slash = first.ec == std::errc() && first.ptr != end && *first.ptr == '/';
    const auto second = has_slash ? std::from_chars(first.ptr + 1, end, to.shards) : first;
    if (!has_slash || second.ec != std::errc() || second.ptr != end || to.shard < 1 || to.shard > to.shards ||
        to.shards > most)
        throw fault(errc::bad_config,
                    fmt::format("--shard: \"{}\" is not a part such as 2/5, the second of five", text));
}

[[noreturn]] void refuse(std::string_view one, std::string_view other, std::string_view why) {
    throw fault(errc::bad_config, fmt::format("{} and {}: {}", one, other, why));
}

}  // namespace

explore_command::explore_command(CLI::App& parent)
    : app_(parent.add_subcommand(
          "explore",
          "Play a story of an operator in any language under faults: kill it at each of "
          "its writes, lose answers, delay watches")),
      init_(*app_) {
    app_->get_formatter()->column_width(26);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    declare(*app_);
}

void explore_command::declare(CLI::App& f) {
    f.add_option("--story", what_.story, "What users do, and what must always hold, as YAML")
        ->type_name("FILE");
    declare_rights(f);
    f.add_option("--replay", what_.replay, "Run only this plan, and print both timelines")->type_name("PLAN");
    f.add_flag("--pairs", what_.pairs,
               "After the plans of one fault, try two: P1, P2, P4, P6 or P7 after any of them");
    f.add_option("--time", time_, "Stop starting plans after this time; running plans finish")
        ->type_name("DURATION");
    f.add_option("--plans", what_.max_plans, "Run at most this many plans")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000));
    declare_inputs(f);
    declare_files(f);
    f.add_option("--jobs", what_.jobs,
                 "Number of plans to run in parallel; plans that only wait do not count")
        ->type_name("N")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    f.add_option("--only", what_.only, "Perturbations to try, separated by commas; P5 stands for P5.409, ...")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    f.add_option("--except", what_.except, "Perturbations that the operator is not meant to survive")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    f.add_option("--patience", patience_,
                 "How long the operator may do nothing before an outcome looks wrong and is tried again")
        ->type_name("DURATION")
        ->capture_default_str();
    f.add_option(
         "--longest-retry", longest_retry_,
         "How long it may do nothing before an outcome is wrong: longer than its delay between retries. "
         "Other plans continue")
        ->type_name("DURATION")
        ->capture_default_str();
    f.add_option("--max-findings", what_.max_findings, "Stop after this many findings")
        ->type_name("N")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    f.add_option("--logs", what_.logs,
                 "Keep the operator's output in this folder: without faults, and of each finding")
        ->type_name("FOLDER");
    declare_ci(f);
    f.add_flag("--list-plans", lists_plans_, "Print the plans, and do not run them");
    f.add_flag("--list-perturbations", lists_perturbations_, "Print the perturbations and exit");
    f.add_option("COMMAND", what_.command, "After --: the operator's program and its arguments")
        ->type_name("");
    f.footer(explore_footer);
}

void explore_command::declare_inputs(CLI::App& f) {
    f.add_flag(
        "--inputs", what_.inputs,
        "Change the fields of the story's object instead, by its schema, and compare with new objects; with "
        "--pairs also under a fault");
    f.add_option("--seed", what_.seed, "With --inputs: which changes are combined in one sequence")
        ->type_name("N")
        ->capture_default_str();
}

void explore_command::declare_files(CLI::App& f) {
    f.add_option("--page", page_, "Write a page with all findings to this file, as HTML")->type_name("FILE");
    f.add_option("--report", reports_,
                 "Write the findings for other programs: to a file .json, .xml (JUnit) or .sarif (code "
                 "scanning); may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

void explore_command::declare_ci(CLI::App& f) {
    f.add_flag("--check", checks_, "Play the story once, without faults, and print how long it takes");
    f.add_option("--accept", accept_,
                 "Findings that are known, in the file that --write-accepted writes: they are listed and do "
                 "not fail")
        ->type_name("FILE");
    f.add_option("--write-accepted", write_accepted_,
                 "Write the findings to this file, with those of --accept that are not gone")
        ->type_name("FILE");
    f.add_option("--shard", shard_, "Run only this part of the plans: 2/5 is the second of five")
        ->type_name("N/OF");
    f.add_option("--resume", what_.resume,
                 "Note plans in this file when they end; if it exists, do not run those in it again")
        ->type_name("FILE");
    f.add_option("--annotations", annotations_,
                 "Also print the findings as GitHub's annotations. Default: github if GITHUB_ACTIONS is true")
        ->type_name("HOW")
        ->check(CLI::IsMember({"github", "none"}));
}

void explore_command::declare_rights(CLI::App& f) {
    f.add_option("--rbac", what_.rbac,
                 "Run the operator as its service account, with the roles and bindings in this file or "
                 "folder; report the rights that it lacks, and those that it never uses")
        ->type_name("FILE");
    f.add_option("--service-account", what_.service_account,
                 "With --rbac: which account. Default: that of the Deployment, or the only one that is bound")
        ->type_name("[NAMESPACE/]NAME");
}

bool explore_command::is_chosen() const {
    return app_->parsed();
}

int explore_command::run() {
    if (init_.is_chosen()) return init_.run();
    if (lists_perturbations_) {
        std::cout << story::list_perturbations();
        return 0;
    }
    if (what_.story.empty()) throw fault(errc::bad_config, "--story is required: the file with the story");
    if (what_.command.empty())
        throw fault(
            errc::bad_config,
            "missing operator command; add it after --, for example -- ./operator --kubeconfig {kubeconfig}");
    check_flags();
    what_.patience = parsed_duration(patience_, "--patience");
    what_.longest_retry = parsed_duration(longest_retry_, "--longest-retry");
    if (!time_.empty()) what_.time_limit = parsed_duration(time_, "--time");
    if (!shard_.empty()) read_shard(shard_, what_);
    if (lists_plans_) return list_story_plans(what_);
    return explore_story(what_, outputs());
}

explore_outputs explore_command::outputs() const {
    explore_outputs all;
    all.accept = accept_;
    all.write_accepted = write_accepted_;
    all.checks = checks_;
    const char* const actions = std::getenv("GITHUB_ACTIONS");
    const bool is_github = actions && std::string_view(actions) == "true";
    all.annotates = annotations_.empty() ? is_github : annotations_ == "github";
    std::vector<sim::report_file>& out = all.files;
    if (!page_.empty()) out.push_back({page_, sim::report_format::page});
    for (const std::string& name : reports_) {
        const auto as = sim::format_of_file(name);
        if (!as)
            throw fault(errc::bad_config,
                        fmt::format("--report {}: the name has to end in .json, .xml or .sarif", name));
        out.push_back({name, *as});
    }
    return all;
}

void explore_command::check_flags() const {
    if (what_.rbac.empty() && !what_.service_account.empty())
        throw fault(errc::bad_config, "--service-account needs --rbac, the file with the account");
    check_single_runs();
    check_inputs();
    if (lists_plans_ && what_.pairs)
        refuse("--list-plans", "--pairs",
               "where second faults make sense is known when the first ones were run");
    if (lists_plans_ && !page_.empty()) refuse("--list-plans", "--page", "nothing is found");
    for (const auto& [flag, is_set] :
         {std::pair("--report", !reports_.empty()), std::pair("--accept", !accept_.empty()),
          std::pair("--write-accepted", !write_accepted_.empty())})
        if (lists_plans_ && is_set) refuse("--list-plans", flag, "nothing is found");
    if (lists_plans_ && !what_.resume.empty()) refuse("--list-plans", "--resume", "no plan is run");
}

void explore_command::check_inputs() const {
    if (!what_.inputs) {
        if (app_->count("--seed") != 0)
            throw fault(errc::bad_config, "--seed needs --inputs: it chooses which changes are combined");
        return;
    }
    if (checks_) refuse("--inputs", "--check", "a check runs no plan");
    if (!what_.resume.empty()) refuse("--inputs", "--resume", "only plans of faults can be resumed");
    for (const auto& [flag, is_set] :
         {std::pair("--only", !what_.only.empty()), std::pair("--except", !what_.except.empty())})
        if (is_set && !what_.pairs) refuse("--inputs", flag, "it chooses faults, which need --pairs, too");
}

// A replay runs one plan, and a check none.
void explore_command::check_single_runs() const {
    const std::pair<std::string_view, bool> all[] = {
        {"--list-plans", lists_plans_},
        {"--pairs", what_.pairs},
        {"--time", !time_.empty()},
        {"--plans", what_.max_plans != 0},
        {"--only", !what_.only.empty()},
        {"--except", !what_.except.empty()},
        {"--shard", !shard_.empty()},
        {"--resume", !what_.resume.empty()},
        {"--seed", app_->count("--seed") != 0},
    };
    if (checks_ && !what_.replay.empty()) refuse("--check", "--replay", "a check runs no plan");
    for (const auto& [flag, is_set] : all) {
        if (checks_ && is_set) refuse("--check", flag, "a check runs no plan");
        if (what_.replay.empty() || !is_set) continue;
        refuse("--replay", flag,
               flag == "--pairs" ? "a replay runs one plan, which may have two faults"
                                 : "a replay runs one plan");
    }
}

}}}  // namespace setpoint::v0::cli
