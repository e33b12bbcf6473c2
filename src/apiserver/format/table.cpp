#include "apiserver/format/table.hpp"

#include "apiserver/kinds/shared/columns.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::object column_definition(std::string_view name, std::string_view type, std::string_view format,
                             std::string_view description, std::int32_t priority) {
    bj::object out;
    out["name"] = name;
    out["type"] = type;
    out["format"] = format;
    out["description"] = description;
    out["priority"] = priority;
    return out;
}

const bj::object* metadata_of(const bj::object& o) {
    const bj::value* v = o.if_contains("metadata");
    return v == nullptr ? nullptr : v->if_object();
}

bool is_status(const bj::object& o) {
    const bj::value* kind = o.if_contains("kind");
    const bj::value* version = o.if_contains("apiVersion");
    return kind != nullptr && *kind == "Status" && version != nullptr && *version == "v1";
}

// The Go type as errors name it: *core.ConfigMap, *unstructured.Unstructured.
std::string struct_name(const resource& r, bool list) {
    if (r.custom) return list ? "*unstructured.UnstructuredList" : "*unstructured.Unstructured";
    std::string_view package = r.gvr.group;
    if (package.empty() || package == "events.k8s.io") package = "core";
    package = package.substr(0, package.find('.'));
    return "*" + std::string(package) + "." + (list ? r.list_kind : r.kind);
}

// The metadata of a list, for a Table and a PartialObjectMetadataList.
bj::object list_metadata(const bj::object* from) {
    bj::object out;
    if (from == nullptr) return out;
    for (const char* key : {"resourceVersion", "continue", "remainingItemCount"}) {
        const bj::value* v = from->if_contains(key);
        if (v != nullptr && *v != "" && !v->is_null()) out[key] = *v;
    }
    return out;
}

// An internal field of the real server, and an annotation only in whole objects.
void drop_template_generation(bj::object& metadata) {
    bj::value* const notes = metadata.if_contains("annotations");
    if (!notes || !notes->is_object()) return;
    notes->get_object().erase("deprecated.daemonset.template.generation");
    if (notes->get_object().empty()) metadata.stable_erase("annotations");
}

}  // namespace

api_result<include_object> read_include_object(std::string_view value) {
    if (value.empty() || value == "Metadata") return include_object::metadata;
    if (value == "None") return include_object::none;
    if (value == "Object") return include_object::object;
    field_errors errors;
    invalid(errors, "includeObject", bj::value(value), "must be 'Metadata', 'Object', 'None', or empty");
    return bad_request("Unable to convert to Table as requested: " + errors.front().text());
}

bj::object ordered_metadata(const bj::object& metadata) {
    bj::object out;
    for (const char* key :
         {"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation",
          "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations",
          "ownerReferences", "finalizers", "managedFields"}) {
        const bj::value* v = metadata.if_contains(key);
        if (v != nullptr && !v->is_null()) out[key] = *v;
    }
    return out;
}

bj::object shaper::partial(bj::object& o) const {
    bj::object out;
    out["kind"] = "PartialObjectMetadata";
    out["apiVersion"] = meta_group_version();
    const bj::object* m = metadata_of(o);
    out["metadata"] = m == nullptr ? bj::object() : ordered_metadata(*m);
    if (kind_.storage == "daemonsets.apps") drop_template_generation(out["metadata"].get_object());
    return out;
}

bj::array shaper::columns() const {
    bj::array out;
    for (const column& c : *kind_.columns) {
        out.push_back(column_definition(c.name, c.type, c.format, c.description, c.priority));
    }
    return out;
}

bj::object shaper::row(bj::object& o) const {
    bj::object out;
    bj::array& cells = out["cells"].emplace_array();
    for (const column& c : *kind_.columns) cells.push_back(cell_of(c, o, now_));
    bj::array conditions = row_conditions(kind_, o);
    if (!conditions.empty()) out["conditions"] = std::move(conditions);
    // The bookmark that ends the initial events keeps its annotation in every shape.
    const bj::object* m = metadata_of(o);
    const bj::value* notes = m == nullptr ? nullptr : m->if_contains("annotations");
    const bool ends_initial =
        notes != nullptr && notes->is_object() && notes->get_object().contains("k8s.io/initial-events-end");
    if (include_ == include_object::object) {
        out["object"] = std::move(o);
    } else if (include_ == include_object::metadata || ends_initial) {
        out["object"] = partial(o);
    } else {
        out["object"] = nullptr;
    }
    return out;
}

bj::object shaper::table(bj::value columns, const bj::object* metadata, bj::array rows) const {
    bj::object out;
    out["kind"] = "Table";
    out["apiVersion"] = meta_group_version();
    out["metadata"] = list_metadata(metadata);
    out["columnDefinitions"] = std::move(columns);
    out["rows"] = std::move(rows);
    return out;
}

api_result<bj::object> shaper::object(bj::object o) const {
    if (plain() || is_status(o)) return o;
    // Reviews have no rows.
    if (format_.as == shape::table && !kind_.allows("get") && kind_.allows("create")) {
        return not_acceptable(
            "only the following media types are accepted: application/json, application/yaml, "
            "application/vnd.kubernetes.protobuf");
    }
    if (format_.as == shape::partial) return partial(o);
    if (format_.as == shape::partial_list) {
        return not_acceptable(
            "you requested PartialObjectMetadataList, but the requested object is not a list (" +
            struct_name(kind_, false) + ")");
    }
    const bj::object* m = metadata_of(o);
    bj::object metadata;
    if (m != nullptr && m->contains("resourceVersion"))
        metadata["resourceVersion"] = m->at("resourceVersion");
    bj::array rows;
    rows.push_back(row(o));
    return table(columns(), &metadata, std::move(rows));
}

api_result<> shaper::takes_lists() const {
    if (format_.as != shape::partial) return {};
    return not_acceptable("you requested PartialObjectMetadata, but the requested object is a list (" +
                          struct_name(kind_, true) + ")");
}

bj::object shaper::list_head(bj::object l) const {
    if (plain()) return l;
    bj::object out;
    out["kind"] = format_.as == shape::table ? "Table" : "PartialObjectMetadataList";
    out["apiVersion"] = meta_group_version();
    out["metadata"] = list_metadata(metadata_of(l));
    if (format_.as == shape::table) out["columnDefinitions"] = columns();
    return out;
}

bj::object shaper::list_item(bj::object o) const {
    if (format_.as == shape::table) return row(o);
    if (!plain()) return partial(o);
    if (kind_.custom) return o;
    // Items of built-in lists have no kind and apiVersion.
    o.stable_erase("kind");
    o.stable_erase("apiVersion");
    return o;
}

bj::object shaper::event(bj::object o, wall_time now) {
    now_ = now;
    if (plain() || is_status(o)) return o;
    if (format_.as != shape::table) return partial(o);
    const bj::object* m = metadata_of(o);
    bj::object metadata;
    if (m != nullptr && m->contains("resourceVersion"))
        metadata["resourceVersion"] = m->at("resourceVersion");
    bj::array rows;
    rows.push_back(row(o));
    bj::value head(nullptr);
    if (!columns_sent_) head = columns();
    columns_sent_ = true;
    return table(std::move(head), &metadata, std::move(rows));
}

}}}  // namespace setpoint::v0::apiserver
