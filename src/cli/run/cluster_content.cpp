#include "cli/run/cluster_content.hpp"

#include "cli/file.hpp"
#include "cli/project/program_output.hpp"
#include "cli/run/run_settings.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr duration webhook_limit = std::chrono::seconds(30), webhook_pause = std::chrono::milliseconds(200);

// Free at the moment; another program may take it before the operator does.
std::uint16_t free_port(loop& l) {
    asio::ip::tcp::acceptor taken(l.io(), {asio::ip::address_v4::loopback(), 0});
    return taken.local_endpoint().port();
}

std::vector<std::string> with(std::vector<std::string> flags, const char* last) {
    flags.emplace_back(last);
    return flags;
}

bj::object namespace_object(std::string_view name) {
    return {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", bj::object{{"name", chars(name)}}}};
}

// A webhook that does not answer yet, or whose certificate the API server does not know yet.
bool may_pass(const error& e) {
    return e.code == errc::server_error || e.code == errc::unknown_outcome;
}

}  // namespace

result<std::vector<bj::object>> read_manifests(const std::vector<std::string>& files) {
    std::vector<bj::object> all;
    for (const std::string& file : files) {
        const result<std::string> text = read_file(file);
        if (!text) return text.error().within("--apply");
        auto documents = json::parse_manifests(*text, file);
        if (!documents) return error(errc::bad_config, "--apply: " + documents.error().to_string());
        for (bj::value& d : *documents) {
            if (!d.is_object())
                return error(errc::bad_config, fmt::format("--apply: {} is no manifest", file));
            all.push_back(std::move(d.get_object()));
        }
    }
    return all;
}

std::vector<bj::object> part_of(const std::vector<bj::object>& objects, bool definitions) {
    std::vector<bj::object> part;
    for (const bj::object& o : objects)
        if (is_definition(o) == definitions) part.push_back(o);
    return part;
}

cluster_content::cluster_content(loop& l, client& api, object_writer::print out)
    : loop_(l), api_(api), out_(std::move(out)), writer_(l, api, kinds_, out_) {}

awaitable<result<cluster_content::installed>> cluster_content::install(std::string program,
                                                                       std::vector<std::string> flags) {
    installed made;
    for (;;) {
        made.arguments = operator_arguments(flags, webhook_port_);
        auto definitions = co_await objects_of(loop_, program, with(made.arguments, "--print-crd"));
        if (!definitions) co_return definitions.error();
        auto webhooks = co_await objects_of(loop_, program, with(made.arguments, "--print-webhooks"));
        if (!webhooks) co_return webhooks.error();
        made.definitions = std::move(*definitions);
        made.webhooks = std::move(*webhooks);
        if (webhook_port_ != 0 || !need_webhooks(made.definitions, made.webhooks)) break;
        webhook_port_ = free_port(loop_);
    }
    const result<> applied = co_await writer_.apply(made.definitions);
    if (!applied) co_return applied.error();
    co_return made;
}

awaitable<result<>> cluster_content::apply(std::vector<bj::object> objects) {
    return writer_.apply(std::move(objects));
}

awaitable<bool> cluster_content::are_registered(const std::vector<bj::object>& webhooks) {
    for (const bj::object& w : webhooks) {
        const auto gvk = kind_of_object(w);
        if (!gvk || !gvk->kind.ends_with("WebhookConfiguration")) continue;
        const auto kind = co_await kinds_.find(api_, *gvk);
        if (!kind) co_return false;
        const bj::object* const metadata = object_in(w, "metadata");
        if (!metadata) continue;
        std::string name(text_in(*metadata, "name"));
        const auto live = co_await api_.get(**kind, object_key::cluster(std::move(name)));
        if (!live) co_return false;
    }
    co_return true;
}

awaitable<result<>> cluster_content::create_samples(std::string program, installed from) {
    const result<std::string> help = co_await output_of(loop_, program, {"--help"});
    if (!help) co_return help.error();
    if (help->find("--print-sample") == std::string::npos) co_return result<>();
    const auto samples =
        co_await objects_of(loop_, program, with(std::move(from.arguments), "--print-sample"));
    if (!samples) co_return samples.error();
    const time_point due = saturating_add(loop_.now(), webhook_limit);
    while (loop_.now() < due && !co_await are_registered(from.webhooks)) co_await loop_.sleep(webhook_pause);
    for (;;) {
        const result<> created = co_await create_missing(*samples);
        if (created || !may_pass(created.error()) || loop_.now() >= due) co_return created;
        co_await loop_.sleep(webhook_pause);
    }
}

awaitable<result<>> cluster_content::create_missing(std::vector<bj::object> objects) {
    for (bj::object& o : objects) {
        const auto gvk = kind_of_object(o);
        if (!gvk) co_return gvk.error();
        const auto kind = co_await kinds_.find(api_, *gvk);
        if (!kind) co_return kind.error();
        const bj::object& metadata = *object_in(o, "metadata");
        object_key key{std::string(text_in(metadata, "namespace")), std::string(text_in(metadata, "name"))};
        if (key.ns.empty() && (*kind)->scope == scope::namespaced) key.ns = "default";
        const auto live = co_await api_.get(**kind, key);
        if (live) continue;
        std::vector<bj::object> made;
        if (!key.ns.empty() && key.ns != "default") made.push_back(namespace_object(key.ns));
        made.push_back(std::move(o));
        const result<> applied = co_await writer_.apply(std::move(made));
        if (!applied) co_return applied;
    }
    co_return result<>();
}

}}}  // namespace setpoint::v0::cli
