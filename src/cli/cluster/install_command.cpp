#include "cli/cluster/install_command.hpp"

#include "cli/project/manifests_command.hpp"
#include "cli/project/program_output.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/manager/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

void declare_yes(CLI::App& app, bool& yes) {
    app.add_flag("--yes", yes, "Also delete the objects of these kinds that exist");
}

// Deletes, unless objects exist that would go too and nobody agreed to that.
awaitable<result<>> remove_with_consent(object_writer& writer, std::vector<bj::object> objects, bool yes) {
    std::vector<bj::object> definitions;
    std::copy_if(objects.begin(), objects.end(), std::back_inserter(definitions), is_definition);
    if (!yes) {
        const auto uses = co_await writer.in_use(std::move(definitions));
        if (!uses) co_return uses.error();
        if (!uses->empty()) co_return error(errc::bad_config, refusal_text(*uses));
    }
    co_return co_await writer.remove(deletion_order(std::move(objects)));
}

}  // namespace

std::string refusal_text(const std::vector<definition_use>& in_use) {
    constexpr std::size_t shown = 10;
    std::string text = "nothing was deleted. Deleting the definitions would also delete these objects:\n";
    for (const definition_use& use : in_use) {
        for (std::size_t i = 0; i < std::min(use.objects.size(), shown); ++i)
            text += fmt::format("  {} {}\n", use.definition, use.objects[i].to_string());
        if (use.objects.size() > shown)
            text += fmt::format("  {} and {} more\n", use.definition, use.objects.size() - shown);
    }
    return text + "Pass --yes to delete them.";
}

std::vector<bj::object> deletion_order(std::vector<bj::object> objects) {
    std::vector<bj::object> ordered, others;
    for (auto o = objects.rbegin(); o != objects.rend(); ++o)
        (is_definition(*o) ? ordered : others).push_back(std::move(*o));
    std::move(others.begin(), others.end(), std::back_inserter(ordered));
    return ordered;
}

cluster_command::cluster_command(CLI::App& parent, const std::string& name, const std::string& what)
    : app_(parent.add_subcommand(name, what)) {
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->add_flag("--dry-run", dry_run_, "Let the API server check everything and change nothing");
    declare_cluster(*app_, cluster_);
}

void cluster_command::declare_migration() {
    app_->add_flag(
        "--migrate-storage", migrate_storage_,
        "Store all objects in the storage version of the definitions, so that others can be removed");
    app_->add_option("--migrate-after", settle_,
                     "Wait until a definition was not changed for this long, so that all API servers know it")
        ->type_name("DURATION")
        ->capture_default_str();
}

int cluster_command::run() {
    const result<std::string> program = program_of(operator_.program);
    if (!program) throw fault(program.error());
    cluster_session session(cluster_);
    session.run(perform(session, *program));
    return static_cast<int>(exit_code::ok);
}

awaitable<result<>> cluster_command::perform(cluster_session& session, std::string program) {
    const auto settle = go_duration::parse(settle_);
    if (!settle || settle->value() < duration::zero())
        co_return error(errc::bad_config,
                        fmt::format("--migrate-after: \"{}\" is not a duration such as 1m", settle_));
    auto objects = co_await objects_of(session.event_loop(), program, arguments());
    if (!objects) co_return objects.error();
    kind_lookup kinds;
    object_writer_options o;
    o.dry_run = dry_run_;
    o.migrate_storage = migrate_storage_;
    o.settle = settle->value();
    object_writer writer(
        session.event_loop(), session.api(), kinds,
        [](const std::string& line) { std::cout << line << "\n"
                                                << std::flush; }, o);
    co_return co_await act(writer, std::move(*objects));
}

install_command::install_command(CLI::App& parent)
    : cluster_command(parent, "install", "Install the CustomResourceDefinitions of the project's operator") {
    declare_migration();
    operator_.declare(*app_, "flags of the operator");
}
std::vector<std::string> install_command::arguments() const {
    std::vector<std::string> words = operator_.more;
    words.emplace_back("--print-crd");
    return words;
}
awaitable<result<>> install_command::act(object_writer& writer, std::vector<bj::object> objects) {
    return writer.apply(std::move(objects));
}

uninstall_command::uninstall_command(CLI::App& parent)
    : cluster_command(parent, "uninstall", "Delete the CustomResourceDefinitions of the project's operator") {
    declare_yes(*app_, yes_);
    operator_.declare(*app_, "flags of the operator");
}
std::vector<std::string> uninstall_command::arguments() const {
    std::vector<std::string> words = operator_.more;
    words.emplace_back("--print-crd");
    return words;
}
awaitable<result<>> uninstall_command::act(object_writer& writer, std::vector<bj::object> objects) {
    return remove_with_consent(writer, std::move(objects), yes_);
}

deploy_command::deploy_command(CLI::App& parent)
    : cluster_command(parent, "deploy", "Apply all that a cluster needs to run the project's operator") {
    app_->add_option("--image", image_, "Image of the operator")->type_name("IMAGE")->required();
    declare_migration();
    operator_.declare(*app_, "flags of `OPERATOR manifests`, such as --namespace web");
}
std::vector<std::string> deploy_command::arguments() const {
    std::vector<std::string> words{"manifests", "--image", image_};
    words.insert(words.end(), operator_.more.begin(), operator_.more.end());
    return words;
}
awaitable<result<>> deploy_command::act(object_writer& writer, std::vector<bj::object> objects) {
    return writer.apply(std::move(objects));
}

undeploy_command::undeploy_command(CLI::App& parent)
    : cluster_command(parent, "undeploy", "Delete all that `setpoint deploy` applied") {
    declare_yes(*app_, yes_);
    operator_.declare(*app_, "flags of `OPERATOR manifests`, as for deploy");
}
std::vector<std::string> undeploy_command::arguments() const {
    // Objects have the same names whatever the image.
    std::vector<std::string> words{"manifests", "--image", "operator:latest"};
    words.insert(words.end(), operator_.more.begin(), operator_.more.end());
    return words;
}
awaitable<result<>> undeploy_command::act(object_writer& writer, std::vector<bj::object> objects) {
    return remove_with_consent(writer, std::move(objects), yes_);
}

}}}  // namespace setpoint::v0::cli
