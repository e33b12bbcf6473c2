#include "setpoint/client/client.hpp"

#include "setpoint/json/encode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <stdexcept>

namespace setpoint { inline namespace v0 {

namespace {

// Members of a read object that only the server sets.
constexpr std::string_view set_by_server[] = {"uid",
                                              "resourceVersion",
                                              "generation",
                                              "creationTimestamp",
                                              "deletionTimestamp",
                                              "deletionGracePeriodSeconds",
                                              "selfLink",
                                              "managedFields"};

void add_preconditions(boost::json::object& metadata, const write_options& o) {
    if (!o.uid.empty()) metadata["uid"] = o.uid;
    if (!o.resource_version.empty()) metadata["resourceVersion"] = o.resource_version;
}

boost::json::object& metadata_of(boost::json::object& object) {
    boost::json::value& m = object["metadata"];
    return m.is_object() ? m.get_object() : m.emplace_object();
}

// Appends the member and a comma.
void append_member(std::string_view name, std::string_view value, std::string& out) {
    json::quote(name, out);
    out += ':';
    json::quote(value, out);
    out += ',';
}

void append_preconditions(const write_options& o, std::string& members) {
    if (!o.uid.empty()) append_member("uid", o.uid, members);
    if (!o.resource_version.empty()) append_member("resourceVersion", o.resource_version, members);
}

// Inserts the preconditions at the beginning of the metadata; returns false if the text does not
// begin with them.
bool insert_preconditions(const kind_info& kind, const write_options& o, std::string& body) {
    constexpr std::string_view begin = R"(,"metadata":{")";
    const std::size_t at = body.find(begin);
    if (kind.dynamic || at == body.npos || kind.type->fields.front().name != "metadata") return false;
    std::string members;
    append_preconditions(o, members);
    body.insert(at + begin.size() - 1, members);
    return true;
}

// Returns the object's text with the preconditions of `o`.
std::string conditional(const kind_info& kind, std::string body, const write_options& o) {
    const bool unconditional = o.uid.empty() && o.resource_version.empty();
    if (unconditional || insert_preconditions(kind, o, body)) return body;
    boost::json::object tree = boost::json::parse(body).as_object();
    add_preconditions(metadata_of(tree), o);
    return boost::json::serialize(tree);
}

// Returns the object as sent for create and apply.
std::string body_of(const kind_info& kind, const void* object, const write_options& o) {
    const basic_meta& meta = kind.meta(object);
    if (meta.uid.empty() && meta.resource_version.empty())
        return conditional(kind, encode_object(kind, object), o);
    boost::json::object tree = object_to_json(kind, object);
    boost::json::object& metadata = metadata_of(tree);
    for (const std::string_view name : set_by_server) metadata.erase(name);
    add_preconditions(metadata, o);
    return boost::json::serialize(tree);
}

const json::field_info& status_field(const kind_info& kind) {
    const json::field_info* const field = kind.type->find("status");
    if (!field) throw std::logic_error(fmt::format("{} has no status to apply", kind.gvk.kind));
    return *field;
}

// Appends a status of this type, "{}" if there is none.
void append_status(const json::type_info* type, const void* status, std::string& body) {
    if (type->kind == json::type_kind::optional) {
        status = type->ops.get(status);
        type = type->element;
    }
    if (status)
        json::encode(*type, status, body);
    else
        body += "{}";
}

// Only the identity and the status: applying other fields of an object through the status would take
// their ownership. `status` is a boost::json::value, or null, if the kind is dynamic.
std::string status_body(const kind_info& kind, const basic_meta& meta, const void* status,
                        const write_options& o) {
    std::string body;
    body.reserve(1000);  // enough for most
    body = "{";
    append_member("apiVersion", kind.gvk.api_version(), body);
    append_member("kind", kind.gvk.kind, body);
    body += "\"metadata\":{";
    append_member("name", meta.name.view(), body);
    if (kind.scope == scope::namespaced) append_member("namespace", meta.ns.view(), body);
    append_preconditions(o, body);
    body.back() = '}';
    body += ",\"status\":";
    if (!kind.dynamic)
        append_status(status_field(kind).type, status, body);
    else
        body += status ? boost::json::serialize(*static_cast<const boost::json::value*>(status)) : "{}";
    body += '}';
    return body;
}

const void* status_of(const kind_info& kind, const void* object) {
    if (kind.dynamic) return static_cast<const dynamic_object*>(object)->json().if_contains("status");
    return static_cast<const char*>(object) + status_field(kind).offset;
}

call write_call(verb op, const kind_info& kind, object_key key, const write_options& o,
                std::string_view manager) {
    call c;
    c.op = op;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.key = std::move(key);
    c.metadata_only = kind.metadata_only;
    c.field_manager = o.field_manager.empty() ? std::string(manager) : o.field_manager;
    c.field_validation = o.field_validation.empty() && op != verb::update ? "Strict" : o.field_validation;
    if (o.dry_run) c.dry_run = "All";
    return c;
}

// The same kind with dynamic objects.
kind_info as_dynamic(const kind_info& kind) {
    kind_info k = dynamic_kind(kind.gvk, kind.plural, kind.scope, kind.has_status);
    k.metadata_only = kind.metadata_only;
    return k;
}

result<dynamic_object> dynamic_answer(result<object_ptr> erased) {
    if (!erased) return std::move(erased).error();
    return *static_cast<const dynamic_object*>(erased->get());
}

}  // namespace

call client::create_call(const kind_info& kind, const void* object, const write_options& options) const {
    call c = write_call(verb::create, kind, key_of(kind.meta(object)), options, default_field_manager());
    c.body = body_of(kind, object, options);
    return c;
}

call client::apply_text_call(const kind_info& kind, object_key key, std::string encoded,
                             const write_options& options) const {
    call c = write_call(verb::patch, kind, std::move(key), options, default_field_manager());
    c.patch = patch_type::apply;
    c.force = true;
    c.body = conditional(kind, std::move(encoded), options);
    return c;
}

call client::create_by_apply_call(const kind_info& kind, object_key key, std::string encoded,
                                  write_options options) const {
    options.resource_version = version_of_none;
    call c = apply_text_call(kind, std::move(key), std::move(encoded), options);
    c.op = verb::create;
    return c;
}

call client::apply_call(const kind_info& kind, const void* object, std::string subresource,
                        const write_options& options) const {
    const basic_meta& meta = kind.meta(object);
    call c = write_call(verb::patch, kind, key_of(meta), options, default_field_manager());
    c.patch = patch_type::apply;
    c.force = true;
    c.body = subresource == "status" ? status_body(kind, meta, status_of(kind, object), options)
                                     : body_of(kind, object, options);
    c.subresource = std::move(subresource);
    return c;
}

awaitable<result<object_ptr>> client::apply_status(const kind_info& kind, const basic_meta& of,
                                                   const void* status, const write_options& options) {
    call c = write_call(verb::patch, kind, key_of(of), options, default_field_manager());
    c.patch = patch_type::apply;
    c.force = true;
    c.body = status_body(kind, of, status, options);
    c.subresource = "status";
    return write_patch(kind, std::move(c), options);
}

call client::merge_call(const kind_info& kind, object_key key, boost::json::object patch,
                        std::string subresource, const write_options& options) const {
    call c = write_call(verb::patch, kind, std::move(key), options, default_field_manager());
    c.patch = patch_type::merge;
    c.subresource = std::move(subresource);
    if (!options.uid.empty() || !options.resource_version.empty())
        add_preconditions(metadata_of(patch), options);
    c.body = boost::json::serialize(patch);
    return c;
}

call client::patch_call(const kind_info& kind, object_key key, json_patch steps, std::string subresource,
                        const write_options& options) const {
    call c = write_call(verb::patch, kind, std::move(key), options, default_field_manager());
    c.patch = patch_type::json;
    c.subresource = std::move(subresource);
    // As for a merge patch: the server rejects changes to these fields, so another value is a
    // conflict. Subresources may take the metadata from the stored object, so there only a test is
    // reliable.
    json_patch all;
    const bool below = !c.subresource.empty();
    if (!options.uid.empty() && below) all.test({"metadata", "uid"}, boost::json::string(options.uid));
    if (!options.uid.empty() && !below) all.add({"metadata", "uid"}, boost::json::string(options.uid));
    if (!options.resource_version.empty())
        all.add({"metadata", "resourceVersion"}, boost::json::string(options.resource_version));
    boost::json::array list = all.steps();
    for (const boost::json::value& s : steps.steps()) list.push_back(s);
    c.body = boost::json::serialize(list);
    return c;
}

awaitable<result<dynamic_object>> client::get(const kind_info& kind, object_key key) {
    const kind_info k = as_dynamic(kind);
    co_return dynamic_answer(co_await get_object(k, std::move(key)));
}

awaitable<result<std::vector<snapshot<dynamic_object>>>> client::list(const kind_info& kind,
                                                                      list_options options) {
    const kind_info k = as_dynamic(kind);
    auto erased = co_await list_objects(k, std::move(options));
    if (!erased) co_return std::move(erased).error();
    std::vector<snapshot<dynamic_object>> objects;
    objects.reserve(erased->size());
    for (object_ptr& o : *erased)
        objects.push_back(std::static_pointer_cast<const dynamic_object>(std::move(o)));
    co_return objects;
}

awaitable<result<dynamic_object>> client::create(dynamic_object object, const kind_info& kind,
                                                 write_options options) {
    const kind_info k = as_dynamic(kind);
    co_return dynamic_answer(co_await write(k, create_call(k, &object, options)));
}

awaitable<result<dynamic_object>> client::update(dynamic_object object, const kind_info& kind,
                                                 write_options options, std::string subresource) {
    const kind_info k = as_dynamic(kind);
    call c = write_call(verb::update, k, object.key(), options, default_field_manager());
    c.subresource = std::move(subresource);
    c.body = conditional(k, encode_object(k, &object), options);
    co_return dynamic_answer(co_await write(k, std::move(c)));
}

awaitable<result<dynamic_object>> client::apply(dynamic_object object, const kind_info& kind,
                                                write_options options, std::string subresource) {
    const kind_info k = as_dynamic(kind);
    call c = apply_call(k, &object, std::move(subresource), options);
    co_return dynamic_answer(co_await write_patch(k, std::move(c), options));
}

awaitable<result<dynamic_object>> client::merge_patch(const kind_info& kind, object_key key,
                                                      boost::json::object patch, write_options options,
                                                      std::string subresource) {
    const kind_info k = as_dynamic(kind);
    call c = merge_call(k, std::move(key), std::move(patch), std::move(subresource), options);
    co_return dynamic_answer(co_await write_patch(k, std::move(c), options));
}

awaitable<result<dynamic_object>> client::patch(const kind_info& kind, object_key key, json_patch steps,
                                                write_options options, std::string subresource) {
    const kind_info k = as_dynamic(kind);
    call c = patch_call(k, std::move(key), std::move(steps), std::move(subresource), options);
    co_return dynamic_answer(co_await write_patch(k, std::move(c), options));
}

}}  // namespace setpoint::v0
