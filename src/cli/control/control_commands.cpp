#include "cli/control/control_commands.hpp"

#include "cli/file.hpp"
#include "cli/json_members.hpp"
#include "cli/snapshot_file.hpp"
#include "setpoint/apiserver/install_definitions.hpp"
#include "setpoint/apiserver/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

namespace {

bj::object counts_in(const apiserver::restore_counts& done) {
    return {{"created", done.created}, {"replaced", done.replaced}, {"removed", done.removed}};
}

bj::array texts_in(const std::vector<std::string>& all) {
    bj::array out;
    for (const std::string& one : all) out.push_back(chars(one));
    return out;
}

using snapshot_objects = std::vector<apiserver::snapshot_object>;

// Files and folders of definitions have other objects too.
result<snapshot_objects> read_definitions(const std::vector<std::string>& files) {
    snapshot_objects out;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::string place = fmt::format("files[{}]", i);
        if (files[i] == "-") return error(errc::bad_config, place + ": standard input is for commands");
        auto all = read_snapshot_files(files[i]);
        if (!all) return all.error().within(place);
        std::erase_if(all->objects, [](const auto& o) { return !apiserver::is_definition(o); });
        if (all->objects.empty())
            return error(errc::bad_config,
                         fmt::format("{}: {}: it has no CustomResourceDefinition", place, files[i]));
        std::ranges::move(all->objects, std::back_inserter(out));
    }
    return out;
}

snapshot_objects objects_in(bj::array all) {
    snapshot_objects out;
    for (std::size_t i = 0; i < all.size(); ++i)
        out.push_back({std::move(all[i].get_object()), fmt::format("objects[{}]", i)});
    return out;
}

std::string description_of(const apiserver::request_fault& f) {
    std::string out = fmt::format("{}: {}", f.requests.text(), f.effect.text());
    if (f.effect.what == apiserver::fault_effect::kind::hold_watches) return out;
    if (f.skip > 0) out += fmt::format(", after {} requests", f.skip);
    if (f.times > 1) out += fmt::format(", {} times", f.times);
    if (f.times == 0) out += ", until it is cleared";
    return out;
}

}  // namespace

awaitable<result<bj::object>> command_executor::execute(command c) {
    return std::visit([this](auto& one) { return run(std::move(one)); }, c);
}

awaitable<command_executor::answer> command_executor::run(info) {
    const secret kubeconfig = host_.kubeconfig();
    co_return bj::object{{"version", SETPOINT_VERSION},
                         {"kubernetes", chars(apiserver::reported_version())},
                         {"url", host_.url()},
                         {"kubeconfig", chars(kubeconfig.reveal())}};
}

awaitable<command_executor::answer> command_executor::run(install c) {
    result<snapshot_objects> all = objects_in(std::move(c.objects));
    if (!c.files.empty())
        all = co_await loop_.blocking("read definitions",
                                      [files = std::move(c.files)] { return read_definitions(files); });
    if (!all) co_return all.error();
    const auto names = co_await apiserver::install_definitions(host_.api(), std::move(*all));
    if (!names) co_return names.error();
    co_return bj::object{{"names", texts_in(*names)}};
}

awaitable<command_executor::answer> command_executor::run(snapshot c) {
    co_await apiserver::until_controllers_rest(host_.api());
    apiserver::cluster_image image(host_.api());
    bj::object out{{"objects", image.objects()}};
    if (!c.to.file.empty()) {
        const auto text = std::make_shared<const std::string>(image.text(host_.api()));
        const result<> written = co_await loop_.blocking(
            "write a snapshot",
            [file = std::move(c.to.file), text] { return write_file(file, *text, 0600); });
        if (!written) co_return written.error().within("file");
        co_return out;
    }
    if (images_.size() >= most_snapshots && !images_.contains(c.to.name))
        co_return error(
            errc::failed,
            fmt::format("name: there are {} snapshots already: use one of their names", most_snapshots));
    images_.insert_or_assign(std::move(c.to.name), std::move(image));
    co_return out;
}

awaitable<command_executor::answer> command_executor::run(restore c) {
    if (!c.from.file.empty()) co_return co_await restore_file(std::move(c.from.file));
    const auto image = images_.find(c.from.name);
    if (image == images_.end())
        co_return error(errc::not_found, fmt::format("name: there is no snapshot \"{}\"", c.from.name));
    const auto done = co_await apiserver::restore(host_.api(), image->second);
    if (!done) co_return done.error();
    co_return counts_in(*done);
}

awaitable<command_executor::answer> command_executor::restore_file(std::string file) {
    if (file == "-") co_return error(errc::bad_config, "file: standard input is for commands");
    auto content = co_await loop_.blocking("read a snapshot", [file] { return read_snapshot_files(file); });
    if (!content) co_return content.error().within("file");
    std::vector<std::string> warnings;
    const auto done = co_await apiserver::restore(host_.api(), std::move(*content), warnings);
    if (!done) co_return done.error().within("file: " + file);
    bj::object out = counts_in(*done);
    if (!warnings.empty()) out["warnings"] = texts_in(warnings);
    co_return out;
}

awaitable<command_executor::answer> command_executor::run(add_fault c) {
    const std::uint64_t number = faults_.add(std::move(c.what));
    if (number == 0)
        co_return error(errc::failed, fmt::format("there are {} faults that still apply: clear some",
                                                  apiserver::request_faults::most));
    co_return bj::object{{"fault", number}};
}

awaitable<command_executor::answer> command_executor::run(faults) {
    bj::array list;
    for (const auto& [number, one] : faults_.all())
        list.push_back(bj::object{{"fault", number},
                                  {"description", description_of(one.fault)},
                                  {"matched", one.matched},
                                  {"applied", one.applied}});
    co_return bj::object{{"faults", std::move(list)}};
}

awaitable<command_executor::answer> command_executor::run(clear c) {
    if (!c.number)
        faults_.clear();
    else if (!faults_.clear(*c.number))
        co_return error(errc::not_found, fmt::format("fault: there is no fault {}", *c.number));
    co_return bj::object();
}

awaitable<command_executor::answer> command_executor::run(drop_watches c) {
    co_return bj::object{{"dropped", faults_.drop_watches(c.which)}};
}

awaitable<command_executor::answer> command_executor::run(expire_history) {
    host_.api().compact();
    co_return bj::object();
}

}}}}  // namespace setpoint::v0::cli::control
