#include "model.hpp"

#include "merge.hpp"
#include "server_fields.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace replay {

namespace bj = boost::json;

namespace {

bj::object parsed(std::string_view text) {
    bj::error_code ec;
    bj::value v = bj::parse(bj::string_view(text.data(), text.size()), ec);
    return ec || !v.is_object() ? bj::object() : std::move(v.get_object());
}

std::string_view text_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    if (!v || !v->is_string()) return {};
    return {v->get_string().data(), v->get_string().size()};
}

std::int64_t number_at(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v && v->is_int64() ? v->get_int64() : 0;
}

bj::object& metadata(bj::object& o) {
    return o["metadata"].is_object() ? o["metadata"].get_object() : o["metadata"].emplace_object();
}

const bj::object& part(const bj::object& o, std::string_view key) {
    static const bj::object none;
    const bj::value* v = o.if_contains(key);
    return v && v->is_object() ? v->get_object() : none;
}

std::string_view image_of(const bj::object& deployment) {
    const bj::object& pod = part(part(part(deployment, "spec"), "template"), "spec");
    const bj::value* list = pod.if_contains("containers");
    if (!list || !list->is_array() || list->get_array().empty() || !list->get_array()[0].is_object())
        return {};
    return text_at(list->get_array()[0].get_object(), "image");
}

std::string_view parent_of_service(std::string_view name) {
    constexpr std::string_view suffix = "-service";
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

write_answer refused(int code, std::string_view reason, std::string_view message) {
    return {code, std::make_shared<const prepared>(failure(code, reason, message))};
}

}  // namespace

model::model(loop& l, fleet_settings s)
    : loop_(l),
      fleet_(s),
      collections_{std::make_unique<collection>(l, parent_kind),
                   std::make_unique<collection>(l, deployment_kind),
                   std::make_unique<collection>(l, service_kind)} {
    fill();
}

void model::fill() {
    const fleet_settings& s = fleet_.settings();
    const auto add = [this](collection& c, const std::string& name, forms f) {
        c.put(name, std::make_shared<const prepared>(c.kind, std::move(f.json), std::move(f.protobuf)),
              version_, false);
    };
    for (std::uint64_t n = 0; n < s.parents; ++n) {
        if (n + s.bare >= s.parents) {
            create_parents(1);
            continue;
        }
        add(parents(), fleet::parent_name(n), {fleet_.parent(n, ++version_), {}});
        add(deployments(), fleet::parent_name(n), fleet_.deployment(n, ++version_));
        add(services(), fleet::service_name(n), fleet_.service(n, ++version_));
        ++created_;
    }
    for (std::uint64_t n = 0; n < s.foreign; ++n)
        add(deployments(), fleet::foreign_name(n), fleet_.foreign(n, ++version_));
    expire();
}

collection* model::find(std::string_view group, std::string_view resource) {
    for (const auto& c : collections_)
        if (c->kind.group == group && c->kind.resource == resource) return c.get();
    return nullptr;
}

void model::store(collection& c, std::string_view name, bj::object& o) {
    metadata(o)["resourceVersion"] = fmt::format("{}", ++version_);
    c.put(name, std::make_shared<const prepared>(c.kind, bj::serialize(o)), version_);
}

void model::edit(collection& c, std::string_view name, const std::function<void(bj::object& o)>& how) {
    const object_ptr live = c.find(name);
    if (!live) return;
    bj::object o = parsed(live->json());
    how(o);
    store(c, name, o);
}

expectation model::expect_of(const bj::object& parent, time_point due) const {
    expectation e;
    e.due = due;
    e.replicas = number_at(part(parent, "spec"), "replicas");
    e.image = text_at(part(parent, "spec"), "image");
    e.generation = number_at(part(parent, "metadata"), "generation");
    e.deployment = e.status = true;
    return e;
}

write_answer model::write(write_request r) {
    bj::object& body = r.body;
    const object_ptr live = r.kind->find(r.name);
    const std::string_view uid = text_at(metadata(body), "uid"),
                           version = text_at(metadata(body), "resourceVersion");
    const bool makes = r.method == write_request::how::create || r.method == write_request::how::apply;
    if (!live && (!makes || r.status || !uid.empty()))
        return refused(404, "NotFound", fmt::format("{} \"{}\" not found", r.kind->kind.resource, r.name));
    if (live && r.method == write_request::how::create)
        return refused(409, "AlreadyExists",
                       fmt::format("{} \"{}\" already exists", r.kind->kind.resource, r.name));
    bj::object o = live ? parsed(live->json()) : body;
    const bj::object before = live ? o : bj::object();
    if (live && ((!uid.empty() && uid != text_at(metadata(o), "uid")) ||
                 (!version.empty() && version != text_at(metadata(o), "resourceVersion"))))
        return refused(409, "Conflict",
                       fmt::format("{} \"{}\": the object has been modified", r.kind->kind.resource, r.name));
    if (!live) {
        o["apiVersion"] = r.kind->kind.api_version();
        o["kind"] = r.kind->kind.kind;
        add_server_fields(o, fmt::format("55555555-0000-4000-8000-{:012}", ++uids_), "", {});
    } else if (r.status) {
        const bj::object only = {{"status", body["status"]}};
        if (r.method == write_request::how::replace) o["status"] = body["status"];
        if (r.method == write_request::how::apply) apply(o, only);
        if (r.method == write_request::how::merge) merge_patch(o, only);
    } else {
        body.erase("status");
        metadata(body).erase("resourceVersion");
        if (r.method == write_request::how::replace) replace(o, body);
        if (r.method == write_request::how::apply) apply(o, body);
        if (r.method == write_request::how::merge) merge_patch(o, body);
    }
    const bool changed = o != before;
    if (live && o["spec"] != before.at("spec"))
        metadata(o)["generation"] = number_at(metadata(o), "generation") + 1;
    if (changed) store(*r.kind, r.name, o);
    note(r, o, changed);
    return {live ? 200 : 201, r.kind->find(r.name)};
}

void model::note(const write_request& r, const bj::object& now, bool changed) {
    const time_point at = loop_.now();
    bool awaited = false;
    if (r.kind == &deployments())
        awaited = counted.deployment(r.name, number_at(part(now, "spec"), "replicas"), image_of(now), at);
    if (r.kind == &services()) awaited = counted.service(parent_of_service(r.name), at);
    if (r.kind == &parents() && r.status)
        awaited = counted.status(r.name, number_at(part(now, "status"), "observedGeneration"), at);
    counted.write(at, changed, awaited);
}

write_answer model::remove(collection& c, std::string_view name) {
    const object_ptr live = c.find(name);
    if (!live) return refused(404, "NotFound", fmt::format("{} \"{}\" not found", c.kind.resource, name));
    bj::object o = parsed(live->json());
    metadata(o)["resourceVersion"] = fmt::format("{}", ++version_);
    c.remove(name, std::make_shared<const prepared>(c.kind, bj::serialize(o)), version_);
    constexpr const char* success = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"})";
    return {200, std::make_shared<const prepared>(status_kind, success)};
}

void model::create_parents(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t n = created_++;
        std::string text = fleet_.bare_parent(n, ++version_);
        expectation e = expect_of(parsed(text), loop_.now());
        e.service = true;
        counted.expect(fleet::parent_name(n), std::move(e));
        parents().put(fleet::parent_name(n), std::make_shared<const prepared>(parent_kind, std::move(text)),
                      version_);
    }
}

void model::change_parent(std::uint64_t number, time_point due, bool image) {
    const std::string name = fleet::parent_name(number);
    edit(parents(), name, [&](bj::object& o) {
        bj::object& meta = metadata(o);
        const std::int64_t generation = number_at(meta, "generation") + 1;
        meta["generation"] = generation;
        bj::object& spec = o["spec"].as_object();
        if (image)
            spec["image"] = fmt::format("nginx:1.23.{}", generation);
        else
            spec["replicas"] = number_at(spec, "replicas") % 5 + 1;
        counted.expect(name, expect_of(o, due));
    });
}

void model::touch_parent(std::uint64_t number) {
    edit(parents(), fleet::parent_name(number), [this](bj::object& o) {
        metadata(o)["annotations"] = {{"example.com/touched", fmt::format("{}", version_)}};
    });
}

void model::touch_foreign(std::uint64_t number) {
    edit(deployments(), fleet::foreign_name(number), [this](bj::object& o) {
        o["status"].as_object()["observedGeneration"] = static_cast<std::int64_t>(version_);
    });
}

void model::expire() {
    for (const auto& c : collections_) c->expire(version_);
}

}}}  // namespace setpoint::v0::replay
