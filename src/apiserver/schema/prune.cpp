#include "apiserver/schema/object_check.hpp"

#include <boost/json/array.hpp>

#include <algorithm>

namespace setpoint::apiserver {

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
        if (depth > deepest_value) return;
        if (s && s->preserve_unknown) return look_into(v, *s, embedded, depth);
        const place here = where();
        if (v.is_object()) {
            prune_object(v.get_object(), s, embedded, depth);
        } else if (v.is_array()) {
            std::size_t i = 0;
            for (auto& item : v.get_array()) {
                enter(i++);
                const schema_node* items = s ? s->items : nullptr;
                prune(item, items, items && items->embedded, depth + 1);
                back_to(here);
            }
        }
    }

    void prune_object(bj::object& o, const schema_node* s, bool embedded, int depth) {
        if (s && s->preserve_unknown) return look_into_object(o, *s, embedded, depth);
        const place here = where();
        std::vector<std::string> gone;
        for (auto& pair : o) {
            const std::string_view key = pair.key();
            if (embedded && is_meta(key)) {
                look_into_metadata(key, pair.value());
                continue;
            }
            const schema_node* known = s ? s->find(key) : nullptr;
            const bool named = known != nullptr || !s || !s->additional;
            if (!known && s) known = s->additional;
            enter(key, named);
            if (known) {
                prune(pair.value(), known, known->embedded, depth + 1);
            } else {
                unknown.push_back(path_);
                gone.emplace_back(key);
            }
            back_to(here);
        }
        remove(o, gone);
    }

private:
    // Keeps unknown fields, but prunes inside the declared ones.
    void look_into(bj::value& v, const schema_node& s, bool embedded, int depth) {
        if (v.is_object()) return look_into_object(v.get_object(), s, embedded, depth);
        if (!v.is_array() || !s.items || depth > deepest_value) return;
        const place here = where();
        std::size_t i = 0;
        for (auto& item : v.get_array()) {
            enter(i++);
            look_into(item, *s.items, s.items->embedded, depth + 1);
            back_to(here);
        }
    }

    void look_into_object(bj::object& o, const schema_node& s, bool embedded, int depth) {
        const place here = where();
        for (auto& pair : o) {
            const std::string_view key = pair.key();
            if (embedded && is_meta(key)) {
                look_into_metadata(key, pair.value());
                continue;
            }
            const schema_node* known = s.find(key);
            const bool named = known != nullptr;
            if (!known) known = s.additional;
            if (!known) continue;
            enter(key, named);
            prune(pair.value(), known, known->embedded, depth + 1);
            back_to(here);
        }
    }

    void look_into_metadata(std::string_view key, bj::value& v) {
        if (key != "metadata" || !object_meta_ || !v.is_object()) return;
        const place here = where();
        enter(key, true);
        pruner inside(nullptr);
        inside.path_ = field_path_;
        inside.prune_object(v.get_object(), object_meta_, false, 0);
        auto& to = here.path == 0 ? in_root_metadata : in_other_metadata;
        for (auto& path : inside.unknown) to.push_back(std::move(path));
        back_to(here);
    }

    struct place {
        std::size_t path, field_path;
    };
    place where() const { return {path_.size(), field_path_.size()}; }
    void back_to(place p) {
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
    static void remove(bj::object& o, const std::vector<std::string>& gone) {
        if (gone.empty()) return;
        bj::object kept;
        kept.reserve(o.size());
        std::size_t next = 0;
        for (auto& pair : o) {
            if (next < gone.size() && pair.key() == gone[next]) {
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

}  // namespace setpoint::apiserver
