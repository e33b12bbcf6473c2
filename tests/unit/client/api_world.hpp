#pragma once
// An api_client over a scripted transport, under virtual time.

#include "setpoint/client/api_client.hpp"
#include "support/script_transport.hpp"
#include "support/virtual_world.hpp"
#include "unit/client/widget.hpp"

#include <map>
#include <sstream>

namespace setpoint { inline namespace v0 {

inline const std::string widgets_url = "/apis/example.com/v1/namespaces/default/widgets";

inline std::string widget_json(std::string_view name, std::string_view color = "red") {
    return fmt::format(
        R"({{"apiVersion":"example.com/v1","kind":"Widget","metadata":{{"name":"{}","namespace":"default",)"
        R"("resourceVersion":"7"}},"spec":{{"color":"{}"}}}})",
        name, color);
}
inline std::string page_json(const std::vector<std::string>& names, std::string_view next = {}) {
    std::string items;
    for (const std::string& n : names) items += (items.empty() ? "" : ",") + widget_json(n);
    return fmt::format(
        R"({{"kind":"WidgetList","metadata":{{"resourceVersion":"9","continue":"{}"}},"items":[{}]}})", next,
        items);
}
inline std::string failure_json(int code, std::string_view reason) {
    return fmt::format(
        R"({{"kind":"Status","status":"Failure","message":"because","reason":"{}","code":{}}})", reason,
        code);
}

struct request_record final : client_observer {
    struct entry {
        std::string call, method, host;
        int code;
        duration took;
    };
    std::vector<entry> entries;
    void request(const call& c, std::string_view method, std::string_view host, int code,
                 duration took) override {
        entries.push_back({c.describe(), std::string(method), std::string(host), code, took});
    }
    std::vector<int> codes() const {
        std::vector<int> all;
        for (const entry& e : entries) all.push_back(e.code);
        return all;
    }
};

struct api_world : virtual_world {
    explicit api_world(credential_settings settings = {}, std::uint64_t seed = 1)
        : virtual_world(seed),
          net(l),
          who(
              std::move(settings), time,
              [this](const std::string& path) -> result<std::string> {
                  ++reads;
                  const auto at = files.find(path);
                  if (at == files.end()) return error(errc::not_found, "No such file or directory");
                  return at->second;
              },
              logger(sink, time)),
          api(l, net, who, logger(sink, time), options(), &seen) {}

    static api_client_options options() {
        api_client_options o;
        o.name = "widget-operator";
        o.host = "10.0.0.1:6443";
        return o;
    }
    awaitable<result<snapshot<widget>>> get(std::string name = "a") {
        return api.get<widget>({"default", std::move(name)});
    }
    awaitable<result<snapshot<widget>>> apply(std::string name = "a") {
        return api.apply(make_widget("default", name, "red"));
    }
    std::string_view header(std::size_t request, std::string_view name) const {
        return http::find_header(net.sent().at(request).headers, name);
    }
    std::size_t log_lines() const {
        const std::string s = out.str();
        return static_cast<std::size_t>(std::count(s.begin(), s.end(), '\n'));
    }

    std::ostringstream out;
    text_sink sink{out};
    std::map<std::string, std::string> files;
    int reads = 0;  // of files
    request_record seen;
    script_transport net;
    credentials who;
    api_client api;
};

}}  // namespace setpoint::v0
