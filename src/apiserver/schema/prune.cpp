#include <boost/json/array.hpp>

#include <algorithm>
#include <apiserver/schema/object_check.hpp>

namespace setpoint::apiserver {

namespace {

bool is_meta(std::string_view key) {
    return key == "apiVersion" || key == "kind" || key == "metadata";
}

class pruner {
public:
    std::vector<std::string> unknown, in_root_metadata, in_other_metadata;

    explicit pruner(const schema_node* object_meta) : object_meta_(object_meta) {}

    // Null schema: nothing is known.
    void prune(bj::value& v, const schema_node* s, bool embedded, int depth) {
        if (depth > deepest_value) return;
        if (s && s->preserve_unknown) return look_into(v, *s, embedded, depth);
        const std::size_t length = path_.size();
        if (v.is_object()) {
            prune_object(v.get_object(), s, embedded, depth);
        } else if (v.is_array()) {
            std::size_t i = 0;
            for (auto& item : v.get_array()) {
                path_ += "[" + std::to_string(i++) + "]";
                const schema_node* items = s ? s->items : nullptr;
                prune(item, items, items && items->embedded, depth + 1);
                path_.resize(length);
            }
        }
    }

    void prune_object(bj::object& o, const schema_node* s, bool embedded, int depth) {
        if (s && s->preserve_unknown) return look_into_object(o, *s, embedded, depth);
        const std::size_t length = path_.size();
        std::vector<std::string> gone;
        for (auto& pair : o) {
            const std::string_view key = pair.key();
            if (embedded && is_meta(key)) {
                look_into_metadata(key, pair.value());
                continue;
            }
            const schema_node* known = s ? s->find(key) : nullptr;
            if (!known && s) known = s->additional;
            enter(key);
            if (known) {
                prune(pair.value(), known, known->embedded, depth + 1);
            } else {
                unknown.push_back(path_);
                gone.emplace_back(key);
            }
            path_.resize(length);
        }
        remove(o, gone);
    }

private:
    // Of what keeps unknown fields: those that are known are pruned all the same.
    void look_into(bj::value& v, const schema_node& s, bool embedded, int depth) {
        if (v.is_object()) return look_into_object(v.get_object(), s, embedded, depth);
        if (!v.is_array() || !s.items || depth > deepest_value) return;
        const std::size_t length = path_.size();
        std::size_t i = 0;
        for (auto& item : v.get_array()) {
            path_ += "[" + std::to_string(i++) + "]";
            look_into(item, *s.items, s.items->embedded, depth + 1);
            path_.resize(length);
        }
    }

    void look_into_object(bj::object& o, const schema_node& s, bool embedded, int depth) {
        const std::size_t length = path_.size();
        for (auto& pair : o) {
            const std::string_view key = pair.key();
            if (embedded && is_meta(key)) {
                look_into_metadata(key, pair.value());
                continue;
            }
            const schema_node* known = s.find(key);
            if (!known) known = s.additional;
            if (!known) continue;
            enter(key);
            prune(pair.value(), known, known->embedded, depth + 1);
            path_.resize(length);
        }
    }

    void look_into_metadata(std::string_view key, bj::value& v) {
        if (key != "metadata" || !object_meta_ || !v.is_object()) return;
        const std::size_t length = path_.size();
        enter(key);
        pruner inside(nullptr);
        inside.path_ = path_;
        inside.prune_object(v.get_object(), object_meta_, false, 0);
        auto& to = length == 0 ? in_root_metadata : in_other_metadata;
        for (auto& path : inside.unknown) to.push_back(std::move(path));
        path_.resize(length);
    }

    void enter(std::string_view key) {
        if (!path_.empty()) path_ += '.';
        path_ += key;
    }

    // In one pass, the order is kept.
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
