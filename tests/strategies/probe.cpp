// strategies_probe: reads requests as JSON lines on stdin and writes the embedded server's answers as JSON
// lines on stdout, in the same order. `compare` compares them with those of Kubernetes' own code.
//
// A request: operation (create, update), resource ("batch/v1/jobs"), subresource, namespace, name, stored (of
// an update: the object as a client reads it), body (the text that is sent; resourceVersion 7 is the stored
// object's). An answer: code, reason, message, causes (field, reason, message), object, warnings.
//
// As in the strategies of the real server there are no admission plugins, webhooks, pools of addresses and
// other objects. Every request meets an empty store.

#include "apiserver/objects/fields.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/write/writer.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace apiserver { namespace {

struct no_log final : log_sink {
    void write(const log_record&) override {}
};

bj::object refusal(const api_error& e) {
    bj::object out{{"code", e.code}, {"reason", e.reason}, {"message", e.message}};
    if (const bj::value* const causes = e.details.if_contains("causes")) out["causes"] = *causes;
    return out;
}

class probe {
public:
    probe()
        : loop_(time_, random_),
          state_(std::make_shared<server_state>(loop_, logger(sink_, time_), history())) {
        add_builtin_resources(state_->kinds);
    }
    ~probe() { state_->stop(); }
    probe(const probe&) = delete;
    probe& operator=(const probe&) = delete;

    bj::object answer(const bj::object& request) {
        const resource_ptr kind = find(text_at(request, "resource"));
        if (!kind) return {{"code", 404}, {"message", "no such resource"}};
        std::vector<std::string> warnings;
        bj::object out;
        if (text_at(request, "operation") == "create") {
            const auto done = create(*kind, request, warnings);
            out = done ? bj::object{{"code", 201}, {"object", done->object}} : refusal(done.error());
            if (done) forget(*kind, done->object);
        } else {
            state_->drop(*kind, key(request));  // what an exception left
            const auto done = update(*kind, request, warnings);
            out = done ? bj::object{{"code", 200}, {"object", done->object}} : refusal(done.error());
            state_->drop(*kind, key(request));
        }
        bj::array texts;
        for (const std::string& w : warnings)
            if (std::ranges::find(texts, bj::value(bj::string(w))) == texts.end())
                texts.emplace_back(bj::string(w));
        if (!texts.empty()) out["warnings"] = std::move(texts);
        return out;
    }

private:
    // Nobody watches.
    static versioned_store::window history() {
        versioned_store::window w;
        w.count = 16;
        return w;
    }
    static write_options options() {
        write_options o;
        o.validation = field_validation::strict;
        o.manager = "probe";
        return o;
    }
    static object_key key(const bj::object& request) {
        return {std::string(text_at(request, "namespace")), std::string(text_at(request, "name"))};
    }

    // "v1/pods", "batch/v1/jobs"
    resource_ptr find(std::string_view name) const {
        const std::size_t last = name.rfind('/');
        const std::string_view version = name.substr(0, last);
        const std::size_t slash = version.find('/');
        if (slash == std::string_view::npos) return state_->kinds.find("", version, name.substr(last + 1));
        return state_->kinds.find(version.substr(0, slash), version.substr(slash + 1), name.substr(last + 1));
    }

    api_result<bj::object> read(const resource& kind, const bj::object& request, std::string body,
                                object_writer* of, std::vector<std::string>& warnings) {
        const std::string version = kind.gvr.api_version();
        auto parsed = read_body("application/json", body, {kind.kind, version, kind.custom});
        if (!parsed) return parsed.error();
        if (of) of->note_sent_labels(parsed->object);
        auto object =
            decode_body(state_->kinds, kind, std::move(*parsed), field_validation::strict, warnings);
        if (!object) return object.error();
        const std::string name = of ? "" : std::string(text_at(request, "name"));
        if (auto ok = check_names(kind, *object, std::string(text_at(request, "namespace")), name); !ok)
            return ok.error();
        merge_owners(*object, owners_of::body, warnings);
        return object;
    }

    api_result<written> create(const resource& kind, const bj::object& request,
                               std::vector<std::string>& warnings) {
        object_writer writer(*state_, kind, "", options(), warnings);
        auto object = read(kind, request, std::string(text_at(request, "body")), &writer, warnings);
        if (!object) return object.error();
        // Nothing is tracked: managedFields are not compared.
        return run_now(writer.create(std::move(*object), false));
    }

    api_result<written> update(const resource& kind, const bj::object& request,
                               std::vector<std::string>& warnings) {
        const record_ptr stored = state_->keep(kind, key(request), object_of(request, "stored"));
        std::string body(text_at(request, "body"));
        constexpr std::string_view version = R"("resourceVersion":"7")";
        if (const std::size_t at = body.find(version); at != std::string::npos)
            body.replace(at, version.size(), fmt::format(R"("resourceVersion":"{}")", stored->revision));
        auto object = read(kind, request, std::move(body), nullptr, warnings);
        if (!object) return object.error();
        object_writer::update_rules rules;
        rules.tracked = true;
        object_writer writer(*state_, kind, std::string(text_at(request, "subresource")), options(),
                             warnings);
        const object_writer::change change =
            [&](const bj::object*, conversion_memo&) -> api_result<bj::object> { return *object; };
        const object_key at = key(request);
        return run_now(writer.update(at, change, rules));
    }

    void forget(const resource& kind, const bj::object& object) {
        const bj::object& meta = object_of(object, "metadata");
        state_->drop(kind, {kind.namespaced ? std::string(text_at(meta, "namespace")) : "",
                            std::string(text_at(meta, "name"))});
    }

    virtual_clock time_;
    random_source random_{1};
    no_log sink_;
    loop loop_;
    server_state_ptr state_;
};

// An exception, which no request may cause, is an answer too, so that the request is named.
bj::object answer_or_fault(probe& server, const bj::object& request) {
    try {
        return server.answer(request);
    } catch (const std::exception& e) {
        return {{"code", 500}, {"message", fmt::format("exception: {}", e.what())}};
    }
}

void run() {
    probe server;
    std::string line;
    while (std::getline(std::cin, line)) {
        const bj::value request = bj::parse(line);
        std::cout << bj::serialize(answer_or_fault(server, request.as_object())) << '\n';
        // The other side waits for answers only when it has sent all that it has.
        if (std::cin.rdbuf()->in_avail() == 0) std::cout.flush();
    }
}

}}}}  // namespace setpoint::v0::apiserver

int main() {
    try {
        std::ios::sync_with_stdio(false);
        std::cin.tie(nullptr);
        setpoint::apiserver::run();
        return 0;
    } catch (const std::exception& e) {
        std::cerr << "strategies_probe: " << e.what() << '\n';
        return 1;
    }
}
