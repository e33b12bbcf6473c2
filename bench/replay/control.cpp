#include "control.hpp"

#include <boost/json/serialize.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <cstdlib>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

struct command {
    std::string name;
    boost::urls::url_view url;

    std::string text(const char* key, const char* otherwise) const {
        const auto at = url.params().find(key);
        return at == url.params().end() ? otherwise : std::string((*at).value);
    }
    double real(const char* key, const char* otherwise) const {
        return std::strtod(text(key, otherwise).c_str(), nullptr);
    }
    std::uint64_t whole(const char* key, const char* otherwise) const {
        return std::strtoull(text(key, otherwise).c_str(), nullptr, 10);
    }
};

http::response answer_of(const bj::object& o) {
    return {200, {{"Content-Type", "application/json"}}, bj::serialize(o) + "\n"};
}

}  // namespace

http::response control::answer(const http::server_request& r) {
    const auto url =
        boost::urls::parse_origin_form(boost::core::string_view(r.target.data(), r.target.size()));
    if (!url || r.method != "POST") return http::text_response(400, "POST /bench/COMMAND");
    const std::string_view path = r.path();
    const command c{std::string(path.substr(path.rfind('/') + 1)), *url};
    if (c.name == "report") {
        bj::object o = model_.counted.report();
        o["running"] = load_.running();
        o["now"] = loop_.now().time_since_epoch().count();
        return answer_of(o);
    }
    if (c.name == "check") return answer_of(model_.check());
    if (c.name == "reset") {
        model_.counted.reset();
    } else if (c.name == "create") {
        model_.create_parents(c.whole("count", "1"));
    } else if (c.name == "touch") {
        load_.touch_all();
    } else if (c.name == "expire") {
        model_.expire();
    } else if (c.name == "change") {
        model_.change_parent(c.whole("number", "0"), loop_.now(), c.whole("image", "0") != 0);
    } else if (c.name == "start") {
        load_settings s;
        s.rate = c.real("rate", "10");
        s.seconds = c.real("seconds", "10");
        s.seed = c.whole("seed", "1");
        s.noise = c.real("noise", "0");
        s.image = c.whole("image", "0") != 0;
        load_.start(s);
    } else if (!model_.disturb(c.name, c.whole("number", "0"))) {
        return http::text_response(404, "no such command: " + c.name);
    }
    return answer_of({{"done", c.name}, {"now", loop_.now().time_since_epoch().count()}});
}

}}}  // namespace setpoint::v0::replay
