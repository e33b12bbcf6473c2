#include "setpoint/apiserver/install_definitions.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/server/server_access.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view definition_version = "apiextensions.k8s.io/v1";
constexpr std::string_view collection_path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
// Another client may write between a read and an update.
constexpr int definition_attempts = 10;

struct definition_answer {
    int status;
    bj::object body;
};

awaitable<definition_answer> ask_about(server& to, std::string method, std::string name, std::string body) {
    http::server_request r;
    r.method = std::move(method);
    r.target = std::string(collection_path) + (name.empty() ? "" : "/" + name);
    r.headers = {{"Content-Type", "application/json"}, {"User-Agent", "setpoint-control"}};
    r.body = std::move(body);
    const http::response got = co_await server_access::handle(to, r, administrator());
    definition_answer out{got.status, {}};
    bj::value tree;
    std::string why;
    if (json_text::parse(got.body, tree, why, json_text::trusted_depth) && tree.is_object())
        out.body = std::move(tree.get_object());
    co_return out;
}

error refused_definition(const snapshot_object& what, std::string_view why) {
    return {errc::invalid, fmt::format("{}: {}", what.place, why)};
}

std::string name_of_definition(const snapshot_object& o) {
    return std::string(text_at(o.content, {"metadata", "name"}));
}

// Why it is not served; "" if it is.
std::string obstacle_of(const bj::object& definition) {
    const bj::object& status = object_of(definition, "status");
    if (has_condition(status, "Established")) return {};
    const bj::object* const names = find_condition(status, "NamesAccepted");
    return fmt::format("it is not established: {}", names != nullptr ? text_at(*names, "message") : "");
}

awaitable<definition_answer> write_definition(server& to, const snapshot_object& what) {
    const std::string name = name_of_definition(what);
    definition_answer got{409, {}};
    for (int attempt = 0; attempt < definition_attempts && got.status == 409; ++attempt) {
        got = co_await ask_about(to, "POST", "", json_text::serialize(what.content));
        if (got.status != 409 || name.empty()) break;
        definition_answer live = co_await ask_about(to, "GET", name, {});
        if (live.status != 200) continue;
        bj::object next = what.content;
        make_object(next, "metadata")["resourceVersion"] =
            text_at(live.body, {"metadata", "resourceVersion"});
        got = co_await ask_about(to, "PUT", name, json_text::serialize(next));
    }
    co_return got;
}

}  // namespace

bool is_definition(const snapshot_object& o) {
    return text_at(o.content, "kind") == "CustomResourceDefinition" &&
           text_at(o.content, "apiVersion").starts_with("apiextensions.k8s.io/");
}

awaitable<result<std::vector<std::string>>> install_definitions(server& to,
                                                                std::vector<snapshot_object> definitions) {
    std::vector<std::string> names;
    for (const snapshot_object& one : definitions) {
        if (!is_definition(one)) co_return refused_definition(one, "not a CustomResourceDefinition");
        if (const std::string_view version = text_at(one.content, "apiVersion");
            version != definition_version)
            co_return refused_definition(
                one, fmt::format("{} is not served; write it in {}", version, definition_version));
        const definition_answer got = co_await write_definition(to, one);
        if (got.status >= 300) co_return refused_definition(one, text_at(got.body, "message"));
        std::string why = obstacle_of(got.body);
        if (!why.empty()) {
            const definition_answer live = co_await ask_about(to, "GET", name_of_definition(one), {});
            why = obstacle_of(live.body);
        }
        if (!why.empty()) co_return refused_definition(one, why);
        names.push_back(name_of_definition(one));
    }
    co_return names;
}

}}}  // namespace setpoint::v0::apiserver
