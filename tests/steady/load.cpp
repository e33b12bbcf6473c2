#include "load.hpp"

#include "setpoint/api/time.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace steady {

namespace {

using namespace std::chrono_literals;
namespace bj = boost::json;

constexpr const char *merge = "application/merge-patch+json", *apply = "application/apply-patch+yaml",
                     *namespaces = "/api/v1/namespaces",
                     *definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                     *rbac = "/apis/rbac.authorization.k8s.io/v1";
constexpr duration token_lifetime = 1h, lease_interval = 10s, longer_than_history = 8min;
constexpr duration leeway = 1min;  // of the time in tokens, for clocks that differ
constexpr std::uint64_t mean_pause_ms = 10'000;
constexpr std::size_t most_kinds_of_error = 20;

std::string definition(const std::string& plural, const std::string& kind) {
    return fmt::format(
        R"({{"metadata":{{"name":"{0}.steady.example.com"}},"spec":{{"group":"steady.example.com",)"
        R"("scope":"Namespaced","names":{{"plural":"{0}","singular":"{2}","kind":"{1}"}},"versions":[)"
        R"({{"name":"v1","served":true,"storage":true,"subresources":{{"status":{{}}}},"schema":)"
        R"({{"openAPIV3Schema":{{"type":"object","properties":{{"spec":{{"type":"object","properties":)"
        R"({{"size":{{"type":"integer","minimum":0}}}},"x-kubernetes-validations":[)"
        R"({{"rule":"self.size < 1000000"}}]}}}}}}}}}}]}}}})",
        plural, kind, plural.substr(0, plural.size() - 1));
}

// The last resourceVersion in a text; "" if there is none.
std::string last_version(std::string_view text) {
    constexpr std::string_view before = R"("resourceVersion":")";
    const std::size_t at = text.rfind(before);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + before.size());
    return std::string(text.substr(0, text.find('"')));
}

std::string template_of(const std::string& app, std::string_view image) {
    return fmt::format(R"("template":{{"metadata":{{"labels":{{"app":"{}"}}}},"spec":{{"containers":[)"
                       R"({{"name":"c","image":"{}"}}])",
                       app, image);
}

}  // namespace

load::load(loop& l, apiserver::server& s, std::uint64_t seed, int teams)
    : loop_(l), server_(s), random_(seed) {
    for (int i = 0; i < teams; ++i) teams_.push_back({fmt::format("team-{}", i), {}, {}});
}

std::string load::tokens() {
    return std::string(admin_token) + ",admin,1,\"system:masters\"\n";
}

std::string load::path(const team& t, std::string_view group, std::string_view plural) const {
    return fmt::format("{}/namespaces/{}/{}", group.empty() ? "/api/v1" : fmt::format("/apis/{}", group),
                       t.ns, plural);
}

awaitable<reply> load::ask(std::string token, std::string method, std::string target, std::string body,
                           status_codes expected, const char* type) {
    http::server_request r{std::move(method),
                           std::move(target),
                           {{"Authorization", "Bearer " + token},
                            {"Content-Type", type},
                            {"Accept", "application/json"},
                            {"User-Agent", "steady"}},
                           std::move(body)};
    http::response answer = co_await server_.handle(r);
    ++requests;
    reply out{answer.status, std::move(answer.body)};
    while (answer.stream) {
        const auto piece = co_await answer.stream->read();
        if (!piece || piece->empty()) break;
        out.body += *piece;
    }
    if (out.status != expected.one && out.status != expected.other && unexpected.size() < most_kinds_of_error)
        ++unexpected[fmt::format("{} {}: {} {}", r.method, r.path(), out.status, out.body.substr(0, 300))];
    co_return out;
}

awaitable<reply> load::get(std::string token, std::string target, status_codes expected) {
    return ask(std::move(token), "GET", std::move(target), "", expected);
}

awaitable<void> load::prepare() {
    co_await ask(admin_token, "POST", definitions, definition("gadgets", "Gadget"), {201});
    for (team& t : teams_) co_await prepare(t);
}

awaitable<void> load::prepare(team& t) {
    const std::string meta = R"({"metadata":{"name":"app"})";
    co_await ask(admin_token, "POST", namespaces, fmt::format(R"({{"metadata":{{"name":"{}"}}}})", t.ns),
                 {201});
    co_await ask(admin_token, "POST", path(t, "", "serviceaccounts"), meta + "}", {201});
    co_await ask(admin_token, "POST", path(t, "rbac.authorization.k8s.io/v1", "roles"),
                 meta + R"(,"rules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"]}]})", {201});
    co_await ask(
        admin_token, "POST", path(t, "rbac.authorization.k8s.io/v1", "rolebindings"),
        meta +
            fmt::format(R"(,"roleRef":{{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"app"}},)"
                        R"("subjects":[{{"kind":"ServiceAccount","name":"app","namespace":"{}"}}]}})",
                        t.ns),
        {201});
    co_await ask(admin_token, "POST", path(t, "coordination.k8s.io/v1", "leases"),
                 meta + R"(,"spec":{"holderIdentity":"app","leaseDurationSeconds":15}})", {201});
}

awaitable<std::string> load::new_token(team& t) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(token_lifetime).count();
    const reply made = co_await ask(admin_token, "POST", path(t, "", "serviceaccounts/app/token"),
                                    fmt::format(R"({{"spec":{{"expirationSeconds":{}}}}})", seconds), {201});
    ++renewals;
    const bj::value tree = bj::parse(made.body);
    co_return std::string(tree.at_pointer("/status/token").as_string());
}

awaitable<void> load::renew_token(team& t) {
    time_point ends = loop_.now() + token_lifetime;
    for (;;) {
        co_await loop_.sleep_until(ends - token_lifetime / 5);
        std::string fresh = co_await new_token(t);
        const std::string before = std::exchange(t.token, std::move(fresh));
        const time_point end_of_before = std::exchange(ends, loop_.now() + token_lifetime);
        co_await loop_.sleep_until(end_of_before + leeway + 1min);
        co_await get(before, path(t, "", "configmaps"), {401});
        ++expired_tokens;
    }
}

awaitable<void> load::renew_lease(team& t) {
    const std::string target = path(t, "coordination.k8s.io/v1", "leases/app");
    for (;;) {
        co_await loop_.sleep(lease_interval);
        const std::string now = micro_timestamp::from(loop_.wall_now()).to_string();
        co_await ask(t.token, "PATCH", target, fmt::format(R"({{"spec":{{"renewTime":"{}"}}}})", now), {200},
                     merge);
    }
}

awaitable<void> load::follow(team& t, std::string collection) {
    for (;;) {
        const reply all = co_await get(t.token, collection + "?limit=500", {200});
        // The list's own version comes before those of its items.
        const bj::value tree = bj::parse(all.body);
        std::string version(tree.at_pointer("/metadata/resourceVersion").as_string());
        while (co_await follow_from(t, collection, version)) {
            // Some clients are away for longer than the history.
            if (random_.below(20) == 0) co_await loop_.sleep(longer_than_history);
        }
        ++expired_watches;
        co_await loop_.sleep(1s);
    }
}

awaitable<bool> load::follow_from(team& t, const std::string& collection, std::string& version) {
    http::server_request r;
    r.method = "GET";
    r.target = fmt::format("{}?watch=1&allowWatchBookmarks=true&timeoutSeconds={}&resourceVersion={}",
                           collection, 60 + random_.below(500), version);
    r.headers = {{"Authorization", "Bearer " + t.token}, {"User-Agent", "steady"}};
    const http::response answer = co_await server_.handle(r);
    ++requests;
    if (answer.status == 410) co_return false;
    if (answer.status != 200 || !answer.stream) {
        if (unexpected.size() < most_kinds_of_error) ++unexpected[fmt::format("watch: {}", answer.status)];
        co_await loop_.sleep(1min);
        co_return false;
    }
    for (;;) {
        const auto piece = co_await answer.stream->read();
        if (!piece || piece->empty()) co_return true;
        events += static_cast<std::uint64_t>(std::ranges::count(*piece, '\n'));
        if (piece->find(R"("type":"ERROR")") != std::string_view::npos) co_return false;
        if (std::string newest = last_version(*piece); !newest.empty()) version = std::move(newest);
    }
}

awaitable<void> load::turn(team& t, std::string collection, std::string name, std::string spec,
                           std::string change) {
    bool& there = t.made[collection + "/" + name];
    const std::string one = collection + "/" + name;
    if (!there) {
        co_await ask(t.token, "POST", collection,
                     fmt::format(R"({{"metadata":{{"name":"{}"}}{}}})", name, spec), {201});
        there = true;
    } else if (random_.below(3) == 0) {
        co_await ask(t.token, "DELETE", one, "", {200});
        there = false;
    } else {
        co_await ask(t.token, "PATCH", one, std::move(change), {200}, merge);
    }
}

awaitable<void> load::step_of_workloads(team& t) {
    const std::string n = std::to_string(random_.below(2));
    switch (random_.below(4)) {
        case 0:
            co_await turn(t, path(t, "apps/v1", "deployments"), "d-" + n,
                          R"(,"spec":{"replicas":2,"selector":{"matchLabels":{"app":"d-)" + n + R"("}},)" +
                              template_of("d-" + n, "i:1") + "}}}",
                          fmt::format(R"({{"spec":{{"replicas":{}}}}})", 1 + random_.below(3)));
            break;
        case 1:
            co_await ask(t.token, "POST", path(t, "batch/v1", "jobs"),
                         R"({"metadata":{"generateName":"j-"},"spec":{"ttlSecondsAfterFinished":60,)" +
                             template_of("j", "i") + R"(,"restartPolicy":"Never"}}}})",
                         {201});
            break;
        case 2:
            co_await turn(t, path(t, "", "services"), "s-" + n,
                          R"(,"spec":{"selector":{"app":"d-)" + n + R"("},"ports":[{"port":80}]})",
                          R"({"metadata":{"labels":{"n":")" + number() + R"("}}})");
            break;
        default:
            co_await ask(t.token, "POST", path(t, "", "events"),
                         fmt::format(R"({{"metadata":{{"generateName":"e-"}},"reason":"Seen","message":"{}",)"
                                     R"("type":"Normal","involvedObject":{{"kind":"ConfigMap","name":"c",)"
                                     R"("namespace":"{}"}}}})",
                                     number(), t.ns),
                         {201});
    }
}

awaitable<void> load::step_of_access(team& t) {
    std::size_t n = random_.below(teams_.size());
    if (teams_[n].ns == t.ns) n = (n + 1) % teams_.size();
    const team& other = teams_[n];
    const int refused = t.token == admin_token ? 200 : 403;
    switch (random_.below(3)) {
        case 0:
            co_await get(t.token, path(other, "", "secrets"), {refused});
            break;
        case 1:
            co_await ask(t.token, "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                         fmt::format(R"({{"spec":{{"resourceAttributes":{{"verb":"get","resource":"pods",)"
                                     R"("namespace":"{}"}}}}}})",
                                     other.ns),
                         {201});
            break;
        default:
            co_await ask(admin_token, "POST", "/apis/authentication.k8s.io/v1/tokenreviews",
                         R"({"spec":{"token":")" + t.token + R"("}})", {201});
    }
}

awaitable<void> load::step_of_reads(team& t) {
    switch (random_.below(3)) {
        case 0:
            co_await get(t.token, path(t, "", "pods") + "?labelSelector=app%3Dd-0", {200});
            break;
        case 1: {
            const reply page = co_await get(t.token, path(t, "", "configmaps") + "?limit=3", {200});
            const bj::value tree = bj::parse(page.body);
            if (const bj::value* more = tree.as_object().at("metadata").as_object().if_contains("continue"))
                co_await get(t.token,
                             path(t, "", "configmaps") + "?limit=3&continue=" + more->as_string().c_str(),
                             {200});
            break;
        }
        default:
            co_await get(t.token, "/openapi/v3/apis/steady.example.com/v1", {200, 403});
    }
}

awaitable<void> load::step(team& t) {
    const std::string n = std::to_string(random_.below(20)), text(200 + random_.below(2000), 'x');
    switch (random_.below(10)) {
        case 0:
        case 1:
        case 2:
            co_await turn(t, path(t, "", "configmaps"), "o-" + n, R"(,"data":{"text":")" + text + R"("})",
                          R"({"data":{"n":")" + number() + R"(","text":")" + text + R"("}})");
            break;
        case 3:
            co_await turn(t, path(t, "", "secrets"), "s-" + n, R"(,"stringData":{"text":")" + text + R"("})",
                          R"({"stringData":{"n":")" + number() + R"("}})");
            break;
        case 4:
            co_await turn(t, path(t, "steady.example.com/v1", "gadgets"), "g-" + n,
                          R"(,"apiVersion":)"
                          R"("steady.example.com/v1","kind":"Gadget","spec":{"size":1})",
                          R"({"spec":{"size":)" + number() + "}}");
            break;
        case 5:
            co_await ask(t.token, "PATCH",
                         path(t, "", "configmaps/applied") + "?force=true&fieldManager=m" +
                             std::to_string(random_.below(5)),
                         R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"applied"},"data":{"k)" +
                             n + R"(":")" + number() + R"("}})",
                         {200, 201}, apply);
            break;
        case 6:
            co_await step_of_access(t);
            break;
        case 7:
            co_await step_of_reads(t);
            break;
        default:
            co_await step_of_workloads(t);
    }
}

awaitable<void> load::work(team& t) {
    for (;;) {
        co_await loop_.sleep(std::chrono::milliseconds(1 + random_.below(2 * mean_pause_ms)));
        co_await step(t);
    }
}

awaitable<void> load::administer() {
    for (;;) {
        co_await loop_.sleep(10min);
        const std::string n = number();
        team guest{"guest-" + n, {}, {}};
        co_await prepare(guest);
        guest.token = admin_token;
        co_await ask(admin_token, "POST", definitions, definition("gizmos" + n + "s", "Gizmo" + n), {201});
        const std::string gizmos = path(guest, "steady.example.com/v1", "gizmos" + n + "s");
        co_await ask(admin_token, "POST", gizmos,
                     fmt::format(R"({{"apiVersion":"steady.example.com/v1","kind":"Gizmo{}",)"
                                 R"("metadata":{{"name":"one"}},"spec":{{"size":1}}}})",
                                 n),
                     {201});
        co_await ask(admin_token, "POST", std::string(rbac) + "/clusterroles",
                     fmt::format(R"({{"metadata":{{"name":"guest-{}","labels":)"
                                 R"({{"rbac.authorization.k8s.io/aggregate-to-view":"true"}}}},"rules":[)"
                                 R"({{"verbs":["get"],"apiGroups":["g{}"],"resources":["*"]}}]}})",
                                 n, n),
                     {201});
        for (int i = 0; i < 20; ++i) co_await step(guest);
        co_await ask(admin_token, "DELETE", std::string(rbac) + "/clusterroles/guest-" + n, "", {200});
        co_await ask(admin_token, "DELETE", fmt::format("{}/gizmos{}s.steady.example.com", definitions, n),
                     "", {200});
        co_await ask(admin_token, "DELETE", fmt::format("{}/{}", namespaces, guest.ns), "", {200});
        co_await loop_.sleep(5min);
        co_await get(admin_token, fmt::format("{}/{}", namespaces, guest.ns), {404});
    }
}

awaitable<void> load::run() {
    co_await prepare();
    task_scope all(loop_, "load");
    for (team& t : teams_) {
        t.token = co_await new_token(t);
        all.spawn("token", renew_token(t));
        all.spawn("lease", renew_lease(t));
        all.spawn("work", work(t));
        for (const std::string& each :
             {path(t, "", "configmaps"), path(t, "", "pods"), path(t, "steady.example.com/v1", "gadgets")})
            all.spawn("watch", follow(t, each));
    }
    all.spawn("administrator", administer());
    co_await all.join();
}

}  // namespace steady
