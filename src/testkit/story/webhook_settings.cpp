#include "testkit/story/webhook_settings.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/story.hpp"
#include "testkit/story/story_files.hpp"
#include "testkit/story/story_steps.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::int64_t last_webhook_port = 65535;

object_key read_key(const story_node& n, const std::string& ns) {
    n.only({"namespace", "name"});
    const auto where = n.find("namespace");
    return {where ? where->text() : ns, n.need("name").text()};
}

bj::object with_placeholders(const bj::object& o, std::uint16_t port, const std::string& ca) {
    const bj::value with_port = substituted(bj::value(o), "webhook-port", bj::value(port));
    return substituted(with_port, "ca", bj::value(bj::string(ca))).as_object();
}

}  // namespace

webhook_settings read_webhooks(const story_node& n, const std::string& ns, const std::string& folder) {
    n.only({"port", "configurations", "service", "secret"});
    webhook_settings out;
    if (const auto v = n.find("port")) {
        if (v->value().is_string()) {
            out.has_free_port = v->text() == "free";
            if (!out.has_free_port) v->fail("must be a number, or free");
        } else {
            out.port = static_cast<std::uint16_t>(v->number(1, last_webhook_port));
        }
    }
    if (const auto v = n.find("configurations"))
        for (const story_node& one : v->items())
            for (bj::object& o : read_webhook_configurations(one, folder))
                out.configurations.push_back(std::move(o));
    if (const auto v = n.find("service")) out.service = read_key(*v, ns);
    if (const auto v = n.find("secret")) out.secret = read_key(*v, ns);
    return out;
}

void prepare_webhooks(story& s, wall_time now, random_source& random) {
    if (!s.webhooks) return;
    webhook_settings& w = *s.webhooks;
    const auto first_hook = static_cast<std::ptrdiff_t>(s.setup.size());
    for (bj::object& o : w.configurations) s.setup.push_back(std::move(o));
    w.configurations.clear();
    if (w.service) {
        w.services = {*w.service};
    } else {
        for (const std::vector<bj::object>* const list : {&s.definitions, &s.setup})
            for (const bj::object& o : *list) add_services(o, w.services);
    }
    auto made = make_webhook_certificates(w.services, now, random);
    if (!made)
        throw cannot_explore(
            fmt::format("{}: the certificates of webhooks cannot be made: {}", s.file, made.error().message));
    w.certificates = std::move(*made);
    const std::string ca = base64_encode(w.certificates.ca_pem);
    for (bj::object& o : s.setup) o = with_placeholders(o, w.port, ca);
    for (std::vector<bj::object>* const list : {&s.definitions, &s.setup})
        for (bj::object& o : *list) fill_ca(o, w.services, ca);
    // Before the configurations: nobody answers their webhooks yet.
    if (w.secret) s.setup.insert(s.setup.begin() + first_hook, certificate_secret(*w.secret, w.certificates));
}

}}}  // namespace setpoint::v0::story
