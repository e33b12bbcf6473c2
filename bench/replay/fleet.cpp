#include "fleet.hpp"

#include "framework/controller/applied_text.hpp"
#include "operators/web_server/plan.hpp"
#include "protobuf.hpp"
#include "server_fields.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace replay {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::string_view applied_hash = "my.domain/applied-hash";  // of ensure(); the others do not mind it
constexpr std::int32_t replicas = 2;
constexpr const char* image = "nginx:1.23.1";

::web_server::web_server typed_parent(std::string_view number, std::string_view uid) {
    ::web_server::web_server w;
    w.metadata.name = fmt::format("web-{}", number);
    w.metadata.ns = "default";
    w.metadata.uid = fmt::format("11111111-0000-4000-8000-{}", uid);
    w.metadata.generation = 1;
    w.spec.replicas = replicas;
    w.spec.image = image;
    return w;
}

template <class T>
T owned_by(T child, const ::web_server::web_server& owner) {
    const result<> ok = set_controller_reference(child, owner);
    if (!ok) throw fault(ok.error());
    return child;
}

template <class T>
std::string text_of(const T& child) {
    std::string text;
    json::encode(*kind_of<T>().type, &child, text);
    return text;
}

template <class T>
std::string hash_for(T child) {
    return make_applied_text(kind_of<T>(), &child, child.metadata, applied_hash).hash;
}

std::string hash_for(std::uint64_t number, bool of_service) {
    const auto w = typed_parent(fmt::format("{:06}", number), fmt::format("{:012}", number));
    return of_service ? hash_for(owned_by(::web_server::desired_service(w), w))
                      : hash_for(owned_by(::web_server::desired_deployment(w), w));
}

std::string uid_of(std::string_view begin) {
    return fmt::format("{}-0000-4000-8000-{}", begin, uid_mark);
}

bj::object object_of(std::string_view text) {
    return bj::parse(text).as_object();
}

std::string filler(std::size_t length) {
    return std::string(length, filler_mark);
}

// Text of the spec that the types of the programs do not name (a later version of the kind has it).
void fill_parent(bj::object& o, std::size_t size) {
    constexpr std::size_t piece = 1000, overhead = 16;
    bj::object files;
    const std::size_t now = bj::serialize(o).size() + overhead;
    for (std::size_t missing = size > now ? size - now : 0, n = 0; missing > overhead + 1; ++n) {
        const std::size_t length = std::min(piece, missing - overhead);
        files[fmt::format("file-{:04}", n)] = filler(length);
        missing -= length + overhead - 1;
    }
    if (!files.empty()) o["spec"].as_object()["files"] = std::move(files);
}

// Environment variables, as others put them into the Deployments of operators.
void fill_deployment(bj::object& o, std::size_t size) {
    constexpr std::size_t piece = 80, overhead = 35;
    bj::array variables;
    const std::size_t now = bj::serialize(o).size() + 9;
    for (std::size_t missing = size > now ? size - now : 0, n = 0; missing > overhead + 1; ++n) {
        const std::size_t length = std::min(piece, missing - overhead);
        variables.push_back(bj::object{{"name", fmt::format("SETTING_{:05}", n)}, {"value", filler(length)}});
        missing -= length + overhead - 1;
    }
    bj::array& containers = o.at("spec").at("template").at("spec").at("containers").as_array();
    if (!variables.empty()) containers[0].as_object()["env"] = std::move(variables);
}

template <class T>
bj::object child(T desired, const ::web_server::web_server& owner) {
    bj::object o = {{"apiVersion", kind_of<T>().gvk.api_version()}, {"kind", kind_of<T>().gvk.kind}};
    for (const auto& [key, value] : object_of(text_of(owned_by(std::move(desired), owner)))) o[key] = value;
    o["metadata"].as_object()["annotations"] = {{applied_hash, hash_mark}};
    return o;
}

bj::object parent_object(const fleet_settings& s, const ::web_server::web_server& w, bool with_status,
                         const bj::object& deployment) {
    bj::object o = {{"apiVersion", "my.domain/v1"},
                    {"kind", "WebServer"},
                    {"metadata", {{"name", w.metadata.name.view()}, {"namespace", "default"}}},
                    {"spec", {{"replicas", replicas}, {"image", image}}}};
    bj::object status;
    if (with_status) {
        ::web_server::observation seen;
        auto live = std::make_shared<setpoint::apps_v1::deployment>();
        bj::object readable = deployment;
        readable["metadata"].as_object()["resourceVersion"] = "1";
        const auto ok = json::decode_into(*kind_of<setpoint::apps_v1::deployment>().type, live.get(),
                                          bj::serialize(readable));
        if (!ok) throw fault(ok.error());
        seen.deployment = live;
        seen.has_service = true;
        constexpr std::int64_t begin_of_2026 = 1'767'225'600;
        ::web_server::web_server reported;
        reported.status =
            ::web_server::desired_status(w, seen, wall_time(std::chrono::seconds(begin_of_2026)));
        std::string text;
        json::encode(*kind_of<::web_server::web_server>().type, &reported, text);
        status = object_of(text)["status"].as_object();
    }
    add_server_fields(o, uid_of("11111111"), version_mark, status);
    fill_parent(o, s.size);
    return o;
}

}  // namespace

fleet::fleet(fleet_settings s) : settings_(s) {
    const auto w = typed_parent(number_mark, uid_mark);
    bj::object d = child(::web_server::desired_deployment(w), w);
    add_server_fields(d, uid_of("22222222"), version_mark, rolled_out(1, replicas));
    fill_deployment(d, s.child_size);
    bj::object v = child(::web_server::desired_service(w), w);
    add_server_fields(v, uid_of("33333333"), version_mark, {});
    parent_ = prototype(bj::serialize(parent_object(s, w, true, d)));
    bare_ = prototype(bj::serialize(parent_object(s, w, false, d)));
    deployment_ = prototype_of(deployment_kind, d);
    service_ = prototype_of(service_kind, v);
    bj::object other = d;
    bj::object& meta = other["metadata"].as_object();
    meta["name"] = fmt::format("other-{}", number_mark);
    meta["uid"] = uid_of("44444444");
    meta.erase("ownerReferences");
    meta.erase("annotations");
    foreign_ = prototype_of(deployment_kind, other);
}

fleet::child_prototype fleet::prototype_of(const kind_facts& kind, const bj::object& o) {
    const std::string json = bj::serialize(o);
    return {prototype(json), prototype(encode_message(kind.api_version(), kind.kind, json))};
}

forms fleet::make(const child_prototype& p, std::uint64_t number, std::uint64_t version,
                  std::string_view hash) const {
    return {p.json.make(number, version, hash, settings_.seed),
            p.protobuf.make(number, version, hash, settings_.seed)};
}

std::string fleet::parent_name(std::uint64_t number) {
    return fmt::format("web-{:06}", number);
}
std::string fleet::service_name(std::uint64_t number) {
    return fmt::format("web-{:06}-service", number);
}
std::string fleet::foreign_name(std::uint64_t number) {
    return fmt::format("other-{:06}", number);
}
std::string fleet::parent(std::uint64_t number, std::uint64_t version) const {
    return parent_.make(number, version, {}, settings_.seed);
}
std::string fleet::bare_parent(std::uint64_t number, std::uint64_t version) const {
    return bare_.make(number, version, {}, settings_.seed);
}
forms fleet::deployment(std::uint64_t number, std::uint64_t version) const {
    return make(deployment_, number, version, hash_for(number, false));
}
forms fleet::service(std::uint64_t number, std::uint64_t version) const {
    return make(service_, number, version, hash_for(number, true));
}
forms fleet::foreign(std::uint64_t number, std::uint64_t version) const {
    return make(foreign_, number, version, {});
}

}}}  // namespace setpoint::v0::replay
