#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/array.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_meta(std::string_view key) {
    return key == "apiVersion" || key == "kind" || key == "metadata";
}

class pruner {
public:
    std::vector<std::string> unknown, in_root_metadata, in_other_metadata;

    explicit pruner(const schema_node* object_meta) : object_meta_(object_meta) {}

    // Null schema: every field is unknown.
    void prune(bj::value& v, const schema_node* s, bool embedded, int depth) {
        if (depth > max_value_depth) return;
        if (s && s->preserve_unknown) return prune_declared(v, *s, embedded, depth);
        const path_length here = position();
        if (v.is_object()) {
            prune_object(v.get_object(), s, embedded, depth);
        } else if (v.is_array()) {
            std::size_t i = 0;
            for (auto& item : v.get_array()) {
                enter(i++);
                const schema_node* items = s ? s->items : nullptr;
                prune(item, items, items && items->embedded, depth + 1);
                go_to(here);
            }
        }
    }

    void prune_object(bj::object& o, const schema_node* s, bool embedded, int depth) {
        if (s && s->preserve_unknown) return prune_declared_object(o, *s, embedded, depth);
        const path_length here = position();
        std::vector<std::string> removed;
        for (auto& pair : o) {
            const std::string_view key = pair.key();
            if (embedded && is_meta(key)) {
                prune_metadata(key, pair.value());
                continue;
            }
            const schema_node* declared = s ? s->find(key) : nullptr;
            const bool named = declared != nullptr || !s || !s->additional;
            if (!declared && s) declared = s->additional;
            enter(key, named);
            if (declared) {
                prune(pair.value(), declared, declared->embedded, depth + 1);
            } else {
                unknown.push_back(path_);
                removed.emplace_back(key);
            }
            go_to(here);
        }
        remove(o, removed);
    }

private:
    // Keeps unknown fields, but prunes inside the declared ones.
    void prune_declared(bj::value& v, const schema_node& s, bool embedded, int depth) {
        if (v.is_object()) return prune_declared_object(v.get_object(), s, embedded, depth);
        if (!v.is_array() || !s.items || depth > max_value_depth) return;
        const path_length here = position();
        std::size_t i = 0;
        for (auto& item : v.get_array()) {
            enter(i++);
            prune_declared(item, *s.items, s.items->embedded, depth + 1);
            go_to(here);
        }
    }

    void prune_declared_object(bj::object& o, const schema_node& s, bool embedded, int depth) {
        const path_length here = position();
        for (auto& pair : o) {
            const std::string_view key = pair.key();
            if (embedded && is_meta(key)) {
                prune_metadata(key, pair.value());
                continue;
            }
            const schema_node* declared = s.find(key);
            const bool named = declared != nullptr;
            if (!declared) declared = s.additional;
            if (!declared) continue;
            enter(key, named);
            prune(pair.value(), declared, declared->embedded, depth + 1);
            go_to(here);
        }
    }

    void prune_metadata(std::string_view key, bj::value& v) {
        if (key != "metadata" || !object_meta_ || !v.is_object()) return;
        const path_length here = position();
        enter(key, true);
        pruner inside(nullptr);
        inside.path_ = field_path_;
        inside.prune_object(v.get_object(), object_meta_, false, 0);
        auto& to = here.path == 0 ? in_root_metadata : in_other_metadata;
        for (auto& path : inside.unknown) to.push_back(std::move(path));
        go_to(here);
    }

    struct path_length {
        std::size_t path, field_path;
    };
    path_length position() const { return {path_.size(), field_path_.size()}; }
    void go_to(path_length p) {
        path_.resize(p.path);
        field_path_.resize(p.field_path);
    }
    // `named`: the schema declares the field, as opposed to a key of a map. The paths differ in
    // metadata only.
    void enter(std::string_view key, bool named) {
        if (!path_.empty()) path_ += '.';
        path_ += key;
        if (!named) field_path_ += '[';
        if (named && !field_path_.empty()) field_path_ += '.';
        field_path_ += key;
        if (!named) field_path_ += ']';
    }
    void enter(std::size_t i) {
        const std::string step = "[" + std::to_string(i) + "]";
        path_ += step;
        field_path_ += step;
    }

    // Removes keys in one pass and keeps the order.
    static void remove(bj::object& o, const std::vector<std::string>& removed) {
        if (removed.empty()) return;
        bj::object kept;
        kept.reserve(o.size());
        std::size_t next = 0;
        for (auto& pair : o) {
            if (next < removed.size() && pair.key() == removed[next]) {
                ++next;
            } else {
                kept.emplace(pair.key(), std::move(pair.value()));
            }
        }
        o = std::move(kept);
    }

    const schema_node* object_meta_;
    std::string path_;
    std::string field_path_;  // as in field errors: keys of maps in brackets
};

}  // namespace

std::vector<std::string> prune(const schema_node& s, bj::object& object, bool is_root,
                               const schema_node* object_meta) {
    pruner p(object_meta);
    p.prune_object(object, &s, is_root || s.embedded, 0);
    std::vector<std::string> out;
    for (auto* part : {&p.in_root_metadata, &p.unknown, &p.in_other_metadata}) {
        std::sort(part->begin(), part->end());
        for (auto& path : *part) out.push_back(std::move(path));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
