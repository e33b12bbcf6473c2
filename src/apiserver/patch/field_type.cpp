#include "apiserver/patch/field_type.hpp"

#include "apiserver/patch/path_element.hpp"

#include <boost/json/object.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

constexpr std::string_view raw_extension = "io.k8s.apimachinery.pkg.runtime.RawExtension";

// Metadata of objects whose schema does not declare it.
struct object_meta {
    schema_set nodes;
    const schema_node* text = make_text();
    const schema_node* meta = make_meta();

    const schema_node* make_text() { return &make(schema_node::type::string); }
    schema_node& make(schema_node::type what) {
        schema_node& n = nodes.make();
        n.what = what;
        return n;
    }
    static void add(schema_node& to, const char* name, const schema_node& type) {
        property& p = to.properties.emplace_back();
        p.name = name;
        p.type = &type;
    }
    const schema_node* make_meta() {
        schema_node& map = make(schema_node::type::object);
        map.additional = text;
        schema_node& set = make(schema_node::type::array);
        set.list_type = schema_node::list::set;
        set.items = text;
        schema_node& owner = make(schema_node::type::object);
        owner.atomic_map = true;
        // A built-in type: a missing key is empty.
        owner.type_name = "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference";
        owner.required = {"uid"};
        const schema_node& flag = make(schema_node::type::boolean);
        // In alphabetical order, like all properties.
        add(owner, "apiVersion", *text);
        add(owner, "blockOwnerDeletion", flag);
        add(owner, "controller", flag);
        for (const char* name : {"kind", "name", "uid"}) add(owner, name, *text);
        schema_node& owners = make(schema_node::type::array);
        owners.list_type = schema_node::list::map;
        owners.map_keys = {"uid"};
        owners.items = &owner;
        const schema_node& list = make(schema_node::type::array);
        const schema_node& time = make(schema_node::type::time);
        const schema_node& number = make(schema_node::type::integer);
        schema_node& out = make(schema_node::type::object);
        add(out, "annotations", map);
        add(out, "creationTimestamp", time);
        add(out, "deletionGracePeriodSeconds", number);
        add(out, "deletionTimestamp", time);
        add(out, "finalizers", set);
        add(out, "generateName", *text);
        add(out, "generation", number);
        add(out, "labels", map);
        add(out, "managedFields", list);
        add(out, "name", *text);
        add(out, "namespace", *text);
        add(out, "ownerReferences", owners);
        add(out, "resourceVersion", *text);
        add(out, "selfLink", *text);
        add(out, "uid", *text);
        return &out;
    }
};

const object_meta& metadata_type() {
    static const object_meta m;
    return m;
}

bool is_scalar(schema_node::type t) {
    return t != schema_node::type::any && t != schema_node::type::object && t != schema_node::type::array;
}

}  // namespace

field_type field_type::of(const schema_node* node, bool open) {
    if (!node || node->type_name == raw_extension) return {source::atomic, nullptr, false};
    // Untyped for ownership; decoding checks the type.
    if (node->what == schema_node::type::int_or_string) return {source::deduced, nullptr, false};
    return {source::schema, node, open || node->preserve_unknown};
}

field_type field_type::root(const schema_node* s) {
    if (!s) return {source::deduced, nullptr, false};
    field_type out = of(s, false);
    out.root_ = true;
    return out;
}

bool field_type::accepts(form f) const {
    if (what_ == source::none) return false;
    if (what_ != source::schema || node_->what == schema_node::type::any) return true;
    switch (f) {
        case form::map:
            return node_->what == schema_node::type::object;
        case form::list:
            return node_->what == schema_node::type::array;
        case form::scalar:
            return is_scalar(node_->what);
    }
    return false;
}

form field_type::form_of(const bj::value& v) const {
    if (v.is_object() && accepts(form::map)) return form::map;
    if (v.is_array() && accepts(form::list)) return form::list;
    if (!v.is_null() && !v.is_object() && !v.is_array() && accepts(form::scalar)) return form::scalar;
    if (accepts(form::map)) return form::map;
    return accepts(form::list) && !accepts(form::scalar) ? form::list : form::scalar;
}

bool field_type::atomic_list() const {
    return what_ != source::schema || node_->list_type == schema_node::list::atomic;
}

bool field_type::atomic_map() const {
    return what_ == source::none || what_ == source::atomic || (what_ == source::schema && node_->atomic_map);
}

schema_node::type field_type::scalar() const {
    return what_ == source::schema ? node_->what : schema_node::type::any;
}

field_type field_type::items() const {
    if (what_ != source::schema || !node_->items) return {source::atomic, nullptr, false};
    return of(node_->items, open_);
}

field_type field_type::field(std::string_view name) const {
    if (what_ != source::schema) return {what_, nullptr, false};
    const schema_node* found = node_->find(name);
    if (root_ || node_->embedded) {
        if (name == "metadata" && (!found || found->type_name.empty()))
            return of(metadata_type().meta, false);
        if (!found && (name == "apiVersion" || name == "kind")) return of(metadata_type().text, false);
    }
    if (found) return of(found, open_);
    if (node_->additional) return of(node_->additional, open_);
    if (node_->no_additional) return {source::none, nullptr, false};
    if (open_ || node_->properties.empty()) return {source::deduced, nullptr, false};
    return {source::none, nullptr, false};
}

bool field_type::declares(std::string_view field) const {
    if (what_ != source::schema) return false;
    if ((root_ || node_->embedded) && (field == "metadata" || field == "apiVersion" || field == "kind"))
        return true;
    return node_->find(field) != nullptr;
}

const std::vector<std::string>& field_type::keys() const {
    static const std::vector<std::string> none;
    return what_ == source::schema && node_->list_type == schema_node::list::map ? node_->map_keys : none;
}

// Without a schema default, the keys of built-in types apply: required fields are empty when
// missing.
const bj::value* field_type::key_default(const std::string& key, bj::value& storage) const {
    const schema_node* item = node_->items;
    const schema_node* field = item ? item->find(key) : nullptr;
    if (!field) return nullptr;
    if (field->default_value) return &*field->default_value;
    if (item->type_name.empty()) return nullptr;
    if (key == "protocol") {
        storage = "TCP";
        return &storage;
    }
    if (std::find(item->required.begin(), item->required.end(), key) == item->required.end()) return nullptr;
    if (field->what == schema_node::type::string) {
        storage = "";
    } else if (field->what == schema_node::type::integer) {
        storage = 0;
    }
    return storage.is_null() ? nullptr : &storage;
}

std::optional<std::string> field_type::element_of(const bj::value& item, std::string& why) const {
    if (keys().empty()) {
        if (!item.is_object() && !item.is_array() && !item.is_null()) return value_element(item);
        why = item.is_object()  ? "associative list without keys has an element that's a map type"
              : item.is_array() ? "not supported: associative list with lists as elements"
                                : "associative list without keys has an element that's an explicit null";
        return std::nullopt;
    }
    if (!item.is_object()) {
        why = item.is_null() ? "associative list with keys may not have a null element"
                             : "associative list with keys may not have non-map elements";
        return std::nullopt;
    }
    bj::object found;
    for (const std::string& key : keys()) {
        bj::value storage;
        if (const bj::value* v = item.get_object().if_contains(key)) {
            found.emplace(key, *v);
        } else if (const bj::value* standard = key_default(key, storage)) {
            found.emplace(key, *standard);
        }
    }
    if (!found.empty()) return key_element(found);
    std::string names;
    for (const std::string& key : keys()) names += (names.empty() ? "\"" : " \"") + key + "\"";
    why = "associative list with keys has an element that omits all key fields [" + names +
          "] (and doesn't have default values for any key fields)";
    return std::nullopt;
}

bool field_type::free_map() const {
    if (what_ == source::deduced) return true;
    return what_ == source::schema && node_->properties.empty() && !node_->additional && !root_;
}

}}}  // namespace setpoint::v0::apiserver::patching
