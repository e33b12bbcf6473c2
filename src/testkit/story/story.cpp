#include "testkit/story/story.hpp"

#include "setpoint/core/random_secret.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/story_files.hpp"
#include "testkit/story/story_steps.hpp"

#include <filesystem>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr std::int64_t most_replicas = 2, most_nodes = 100;
// Old revisions are listed by faults, and a story lasts minutes at most.
constexpr duration keep_revisions = std::chrono::hours(24);

class story_reader {
public:
    story_reader(story& to, std::string folder) : to_(to), folder_(std::move(folder)) {}

    void read(const story_node& root) {
        root.only({"crds", "setup", "namespace", "replicas", "leases", "nodes", "without", "pods", "limit",
                   "network", "webhooks", "steps", "invariants", "ignore", "inputs"});
        read_cluster(root);
        if (const auto v = root.find("namespace")) to_.ns = v->text();
        if (const auto v = root.find("replicas"))
            to_.replicas = static_cast<std::size_t>(v->number(1, most_replicas));
        if (const auto v = root.find("leases"))
            to_.releases_leases = v->one_of({"wait", "release"}) == "release";
        if (const auto v = root.find("webhooks")) to_.webhooks = read_webhooks(*v, to_.ns, folder_);
        read_network(root);
        if (const auto v = root.find("limit")) to_.limit = v->time();
        if (const auto v = root.find("crds"))
            for (const story_node& one : v->items())
                for (bj::object& d : read_definitions(one, folder_)) to_.definitions.push_back(std::move(d));
        if (const auto v = root.find("setup")) to_.setup = read_objects(*v, folder_);
        const story_node steps = root.need("steps");
        to_.steps = read_steps(steps, to_, folder_);
        if (to_.steps.empty()) steps.fail("has no step");
        to_.last_write = count_writes(to_.steps, to_.ends_with_deletion);
        if (const auto v = root.find("invariants"))
            for (const story_node& one : v->items()) read_invariant(one);
        if (const auto v = root.find("ignore"))
            for (const story_node& one : v->items()) read_ignored(one);
        if (const auto v = root.find("inputs")) to_.inputs = read_input_settings(*v);
    }

private:
    void read_cluster(const story_node& root) {
        apiserver::server_options& o = to_.server;
        o.history = keep_revisions;
        o.call_webhooks = true;
        o.nodes.start_delay = o.nodes.ready_delay = o.nodes.stop_delay = duration::zero();
        o.nodes.job_delay = std::chrono::milliseconds(1);
        if (const auto v = root.find("nodes")) o.nodes.count = static_cast<int>(v->number(0, most_nodes));
        if (const auto v = root.find("without"))
            for (const story_node& one : v->items())
                to_.server.run.disable(one.one_of(apiserver::background_controllers::names));
        const auto pods = root.find("pods");
        if (!pods) return;
        pods->only({"start", "ready", "stop", "jobRun", "answers"});
        if (const auto v = pods->find("start")) o.nodes.start_delay = v->time();
        if (const auto v = pods->find("ready")) o.nodes.ready_delay = v->time();
        if (const auto v = pods->find("stop")) o.nodes.stop_delay = v->time();
        if (const auto v = pods->find("jobRun")) o.nodes.job_delay = v->time();
        if (const auto v = pods->find("answers")) to_.answers = application_answers::read(*v, folder_);
    }

    void read_network(const story_node& root) {
        const auto v = root.find("network");
        const bool has_fixed_port = to_.webhooks && !to_.webhooks->has_free_port;
        to_.owns_network = v ? v->one_of({"own", "host"}) == "own" : has_fixed_port || !to_.answers.empty();
        if (has_fixed_port && !to_.owns_network)
            v->fail(
                "with `host`, several runs listen on the port of webhooks at a time: write `port: free` in "
                "`webhooks`, and {webhook-port} in the command");
        if (has_fixed_port && to_.replicas > 1)
            root.need("replicas")
                .fail(
                    "two processes cannot listen on the same port of webhooks: write `port: free` in "
                    "`webhooks`, and {webhook-port} in the command");
        if (to_.answers.have_ports() && !to_.owns_network)
            v->fail("with `host`, the operator does not reach the ports in pods.answers; remove one of both");
    }

    void read_invariant(const story_node& n) {
        n.only({"name", "always"});
        const story_node always = n.need("always");
        story_invariant i{n.need("name").text(), object_check::read(always, to_.ns, false)};
        to_.invariants.push_back(std::move(i));
    }

    void read_ignored(const story_node& n) {
        n.only({"kind", "field"});
        ignored_field f;
        if (const auto v = n.find("kind")) f.kind = v->text();
        const story_node field = n.need("field");
        const std::string pointer = field.text();
        if (pointer[0] != '/' || pointer.size() == 1) field.fail("must be a JSON pointer such as /data/time");
        for (std::size_t at = 1; at <= pointer.size();) {
            const std::size_t end = std::min(pointer.find('/', at), pointer.size());
            std::string one = pointer.substr(at, end - at);
            for (const auto& [code, c] : {std::pair("~1", "/"), std::pair("~0", "~")})
                for (std::size_t p; (p = one.find(code)) != std::string::npos;) one.replace(p, 2, c);
            f.steps.push_back(std::move(one));
            at = end + 1;
        }
        to_.ignored.push_back(std::move(f));
    }

    story& to_;
    std::string folder_;
};

}  // namespace

story read_story_text(std::string_view text, const std::string& file, const std::string& folder) {
    story s;
    s.file = file;
    story_reader(s, folder).read(story_node(parse_story_document(text, file)));
    return s;
}

story read_story(const std::string& file) {
    return read_story_text(read_text_file(file), file, std::filesystem::path(file).parent_path().string());
}

void restrict_operator(story& s, operator_rights rights) {
    constexpr std::size_t token_bytes = 24;
    rights.token = random_token(token_bytes);
    rights.administrator_token = random_token(token_bytes);
    s.server.access.authorizers = {"RBAC"};
    s.server.access.tokens = rights.token_file();
    s.rights = std::move(rights);
}

void remove_ignored(bj::object& o, const std::vector<ignored_field>& all) {
    for (const ignored_field& f : all) {
        const bj::value* const kind = o.if_contains("kind");
        if (!f.kind.empty() && (!kind || *kind != bj::value(bj::string(f.kind)))) continue;
        bj::object* at = &o;
        for (std::size_t i = 0; at && i + 1 < f.steps.size(); ++i) {
            bj::value* const next = at->if_contains(f.steps[i]);
            at = next ? next->if_object() : nullptr;
        }
        if (at) at->erase(f.steps.back());
    }
}

}}}  // namespace setpoint::v0::story
