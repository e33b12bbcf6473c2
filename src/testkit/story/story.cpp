#include "testkit/story/story.hpp"

#include "setpoint/core/random_secret.hpp"
#include "setpoint/story/explore.hpp"
#include "testkit/story/story_files.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

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
        root.only({"crds", "setup", "namespace", "replicas", "nodes", "without", "pods", "limit", "steps",
                   "invariants", "ignore"});
        read_cluster(root);
        if (const auto v = root.find("namespace")) to_.ns = v->text();
        if (const auto v = root.find("replicas"))
            to_.replicas = static_cast<std::size_t>(v->number(1, most_replicas));
        if (const auto v = root.find("limit")) to_.limit = v->time();
        if (const auto v = root.find("crds"))
            for (const story_node& one : v->items())
                for (bj::object& d : read_definitions(one, folder_)) to_.definitions.push_back(std::move(d));
        if (const auto v = root.find("setup")) to_.setup = read_objects(*v, folder_);
        const story_node steps = root.need("steps");
        for (const story_node& one : steps.items()) to_.steps.push_back(read_step(one));
        if (to_.steps.empty()) steps.fail("has no step");
        for (const story_step& s : to_.steps) count_writes(s);
        if (const auto v = root.find("invariants"))
            for (const story_node& one : v->items()) read_invariant(one);
        if (const auto v = root.find("ignore"))
            for (const story_node& one : v->items()) read_ignored(one);
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
        pods->only({"start", "ready", "stop", "jobRun"});
        if (const auto v = pods->find("start")) o.nodes.start_delay = v->time();
        if (const auto v = pods->find("ready")) o.nodes.ready_delay = v->time();
        if (const auto v = pods->find("stop")) o.nodes.stop_delay = v->time();
        if (const auto v = pods->find("jobRun")) o.nodes.job_delay = v->time();
    }

    story_step read_step(const story_node& n) {
        n.only({"apply", "patch", "delete", "wait", "restart"});
        if (n.object().size() != 1) n.fail("a step has one of apply, patch, delete, wait, restart");
        story_step s;
        s.where = n.where();
        if (const auto v = n.find("apply")) {
            s.objects = read_objects(*v, folder_);
        } else if (const auto p = n.find("patch")) {
            read_patch(*p, s);
        } else if (const auto d = n.find("delete")) {
            d->only({"kind", "apiVersion", "namespace", "name", "propagation"});
            s.what = story_step::kind::remove;
            read_target(*d, s);
            const auto how = d->find("propagation");
            s.propagation = how ? how->one_of({"Background", "Foreground", "Orphan"}) : "Background";
        } else if (const auto w = n.find("wait")) {
            read_wait(*w, s);
        } else {
            const story_node r = n.need("restart");
            (void)r.one_of({"operator"});
            s.what = story_step::kind::restart;
        }
        return s;
    }

    void count_writes(const story_step& s) {
        using kind = story_step::kind;
        if (s.what == kind::wait || s.what == kind::restart) return;
        to_.last_write += s.what == kind::apply ? static_cast<int>(s.objects.size()) : 1;
        to_.ends_with_deletion = s.what == kind::remove;
    }

    void read_target(const story_node& n, story_step& s) {
        s.target = read_selection(n, to_.ns);
        if (s.target.name.empty()) n.fail("name is missing");
    }

    void read_patch(const story_node& n, story_step& s) {
        n.only({"kind", "apiVersion", "namespace", "name", "subresource", "merge", "json"});
        s.what = story_step::kind::patch;
        read_target(n, s);
        if (const auto v = n.find("subresource")) s.subresource = v->one_of({"status", "scale"});
        const auto merge = n.find("merge"), json = n.find("json");
        if (merge.has_value() == json.has_value()) n.fail("needs one of merge, json");
        if (merge) {
            s.content_type = "application/merge-patch+json";
            s.body = bj::serialize(merge->object());
        } else {
            s.content_type = "application/json-patch+json";
            for (const story_node& operation : json->items()) (void)operation.need("op").text();
            s.body = bj::serialize(json->value());
        }
    }

    void read_wait(const story_node& n, story_step& s) {
        s.what = story_step::kind::wait;
        const std::vector<story_node> all = n.value().is_array() ? n.items() : std::vector<story_node>{n};
        for (const story_node& one : all) {
            s.until.push_back(object_check::read(one, to_.ns, true));
            const auto limit = one.find("limit");
            s.limit = std::max(s.limit, limit ? limit->time() : to_.limit);
        }
        if (s.until.empty()) n.fail("has no condition");
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
