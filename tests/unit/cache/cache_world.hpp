#pragma once
// A cache over an api_client over a scripted transport, under virtual time.

#include "setpoint/cache/cached_client.hpp"
#include "setpoint/client/api_client.hpp"
#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"
#include "unit/cache/gadget.hpp"

#include <prometheus/registry.h>

#include <sstream>

namespace setpoint { inline namespace v0 {

inline const std::string gadgets = "/apis/example.com/v1/gadgets";
inline const std::string in_default = "/apis/example.com/v1/namespaces/default/gadgets";

inline std::string list_json(const std::vector<made_gadget>& items, std::string_view version,
                             std::string_view next = {}) {
    std::string all;
    for (const made_gadget& g : items) all += (all.empty() ? "" : ",") + g.json();
    return fmt::format(
        R"({{"kind":"GadgetList","apiVersion":"example.com/v1","metadata":{{"resourceVersion":"{}","continue":"{}"}},)"
        R"("items":[{}]}})",
        version, next, all);
}
inline std::string frame(std::string_view type, const made_gadget& g) {
    return fmt::format("{{\"type\":\"{}\",\"object\":{}}}\n", type, g.json());
}
inline std::string bookmark(std::string_view version) {
    return fmt::format(
        "{{\"type\":\"BOOKMARK\",\"object\":{{\"kind\":\"Gadget\",\"metadata\":{{\"resourceVersion\":\"{}\"}}"
        "}}}}\n",
        version);
}
inline std::string status_json(int code, std::string_view reason, std::string_view message = "because") {
    return fmt::format(R"({{"kind":"Status","status":"Failure","message":"{}","reason":"{}","code":{}}})",
                       message, reason, code);
}
inline std::string error_frame(int code, std::string_view reason) {
    return fmt::format("{{\"type\":\"ERROR\",\"object\":{}}}\n", status_json(code, reason));
}

// The changes that a handler received.
struct change_log {
    change_handler handler() {
        return [this](const object_change& c) {
            std::string s = c.what == object_change::kind::added     ? "added " + label_of(c.after)
                            : c.what == object_change::kind::updated ? "updated " + label_of(c.after)
                                                                     : "deleted " + label_of(c.before);
            if (c.initial) s += " initial";
            if (c.final_state_unknown) s += " unknown";
            lines.push_back(std::move(s));
        };
    }
    std::string take() {
        std::string all;
        for (const std::string& l : std::exchange(lines, {})) all += (all.empty() ? "" : ", ") + l;
        return all;
    }
    std::vector<std::string> lines;
};

struct cache_world : virtual_world {
    explicit cache_world(std::uint64_t seed = 1, cache_scope scope = {}, cache_options with = {})
        : virtual_world(seed),
          log(sink, time),
          net(l),
          who(
              {}, time, [](const std::string&) -> result<std::string> { return error(); }, log),
          api(l, net, who, log, options()),
          measured(registry),
          c(l, api, log, measured, std::move(scope), with),
          reads(l, c, api),
          tasks(l, "cache") {}
    ~cache_world() {
        tasks.request_stop();
        l.run_until(l.now());
    }

    static api_client_options options() {
        api_client_options o;
        o.name = "test";
        return o;
    }
    // Runs everything that is due within `d`.
    void pass(duration d = std::chrono::milliseconds(1)) { l.run_until(l.now() + d); }
    // The first list and watch of a cache of all gadgets.
    script_answer& expect_list(const std::vector<made_gadget>& items, std::string_view version) {
        return net.expect("GET", gadgets + "?resourceVersion=0&limit=500").json(list_json(items, version));
    }
    script_answer& expect_watch(std::string_view version) {
        return net
            .expect("GET",
                    fmt::format("{}?watch=true&allowWatchBookmarks=true&resourceVersion={}&timeoutSeconds=*",
                                gadgets, version))
            .stays_open();
    }
    // A live view of all gadgets.
    script_answer& go_live(cached_collection& v, const std::vector<made_gadget>& items,
                           std::string_view version) {
        expect_list(items, version);
        script_answer& watch = expect_watch(version);
        c.start(tasks);
        pass();
        BOOST_TEST_REQUIRE(v.synced());
        BOOST_REQUIRE(v.state() == sync_state::live);
        return watch;
    }
    std::string held(cached_collection& v, const std::string& name, const std::string& ns = "default") const {
        return label_of(v.find({ns, name}));
    }
    std::string all(cached_collection& v, indexed_list_options options = {}) const {
        auto r = v.list(options);
        return r ? labels_of_all(*r) : "error: " + r.error().to_string();
    }
    // Returns the lines logged since the last call, without the time and the common fields.
    std::string logged() {
        std::string text = out.str();
        out.str("");
        return text;
    }
    std::size_t times_logged(std::string_view what) const {
        const std::string text = out.str();
        std::size_t n = 0;
        for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
        return n;
    }
    double gauge(std::string_view line) const {
        const std::string text = measured.text();
        const auto at = text.find(line);
        return at == text.npos ? -1 : std::stod(text.substr(text.find("} ", at) + 2));
    }

    std::ostringstream out;
    text_sink sink{out};
    logger log;
    script_transport net;
    credentials who;
    api_client api;
    prometheus::Registry registry;
    metrics measured;
    cache c;
    cached_client reads;
    task_scope tasks;
};

}}  // namespace setpoint::v0
