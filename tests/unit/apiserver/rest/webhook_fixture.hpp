#pragma once
// An API with admission webhooks that are functions.

#include "api_fixture.hpp"
#include "apiserver/go/json_text.hpp"
#include "framework/core/base64.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::test {

struct webhook_fixture : api_fixture {
    // What a webhook answers: a response without uid.
    using answerer = std::function<bj::object(const bj::object& request)>;

    webhook_fixture() {
        w->call_webhook = [this](webhook_address_ptr to, std::string body, std::chrono::seconds timeout) {
            return call(*this, std::move(to), std::move(body), timeout);
        };
    }

    // Defines a configuration with one webhook, named NAME.example.com, at https://NAME/.
    void configure(std::string_view kind, std::string_view name, std::string_view more = {},
                   answerer answers = allowed) {
        by_host[std::string(name)] = std::move(answers);
        const std::string path =
            "/apis/admissionregistration.k8s.io/v1/" + std::string(kind) + "webhookconfigurations";
        const http::response made = ask(
            "POST", path,
            R"({"metadata":{"name":")" + std::string(name) + R"("},"webhooks":[{"name":")" +
                std::string(name) +
                R"(.example.com","sideEffects":"None","admissionReviewVersions":["v1"],"clientConfig":{"url":"https://)" +
                std::string(name) + R"("})" +
                (more.find("\"rules\"") == std::string_view::npos
                     ? R"(,"rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],"resources":["configmaps"]}])"
                     : "") +
                (more.empty() ? "" : "," + std::string(more)) + "}]}");
        if (made.status != 201) throw std::runtime_error(made.body);
    }
    http::response make_map(std::string_view name, std::string_view more = {}) {
        return ask("POST", maps,
                   R"({"metadata":{"name":")" + std::string(name) + "\"}" + std::string(more) + "}");
    }
    bj::object map(std::string_view name) { return tree("GET", std::string(maps) + "/" + std::string(name)); }

    static bj::object allowed(const bj::object&) { return {{"allowed", true}}; }
    static answerer denies(bj::value status) {
        return [status](const bj::object&) { return bj::object{{"allowed", false}, {"status", status}}; };
    }
    static answerer patches(std::string patch) {
        return [patch](const bj::object&) {
            return bj::object{{"allowed", true}, {"patchType", "JSONPatch"}, {"patch", base64_encode(patch)}};
        };
    }
    // Sets data.KEY of a ConfigMap whose data exists.
    static answerer sets(const std::string& key, const std::string& value = "yes") {
        return patches(R"([{"op":"add","path":"/data/)" + key + R"(","value":")" + value + "\"}]");
    }

    // Sets data of a ConfigMap from within a task.
    void patch_meanwhile(const std::string& target, const char* body) {
        const resource_ptr r = w->kinds.find("", "v1", "configmaps");
        const object_key key{"default", target};
        const bj::object live = w->of(*r).get(key)->parse();
        bj::object next = live;
        const bj::value more = json_text::parse_own(body);
        for (const auto& [k, v] : more.get_object()) make_object(next, "data")[k] = v;
        w->keep(*r, key, next);
    }

    static awaitable<void> into(router& paths, const http::server_request& r,
                                std::optional<http::response>& to) {
        to = co_await paths.handle(r);
    }

    static constexpr std::string_view mutating = "mutating", validating = "validating";
    std::map<std::string, answerer> by_host;
    std::vector<std::string> calls;    // hosts
    std::vector<bj::object> requests;  // of the reviews
    std::vector<std::string> queries;  // timeouts
    duration delay{};
    std::function<void()> meanwhile;

private:
    static awaitable<result<std::string>> call(webhook_fixture& own, webhook_address_ptr to, std::string body,
                                               std::chrono::seconds timeout) {
        const std::string host = host_of(*to);
        own.calls.push_back(host);
        own.queries.push_back(std::to_string(timeout.count()));
        bj::object review = std::move(json_text::parse_own(body).get_object());
        const bj::object request = object_of(review, "request");
        own.requests.push_back(request);
        if (own.delay > duration::zero()) co_await own.l.sleep(own.delay);
        if (own.meanwhile) std::exchange(own.meanwhile, nullptr)();
        const auto at = own.by_host.find(host);
        if (at == own.by_host.end())
            co_return error(errc::unreachable, "Post \"https://" + host + "\": refused");
        bj::object response = at->second(request);
        if (!response.contains("uid")) response["uid"] = text_at(request, "uid");
        review["response"] = std::move(response);
        review.erase("request");
        co_return json_text::serialize(review);
    }
};

inline std::vector<std::string> warnings_of(const http::response& r) {
    std::vector<std::string> out;
    for (const http::header& h : r.headers)
        if (h.name == "Warning") out.push_back(h.value);
    return out;
}
inline bj::object body_of(const http::response& r) {
    return json_text::parse_own(r.body).get_object();
}

}}}  // namespace setpoint::v0::apiserver::test
