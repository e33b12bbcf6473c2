#include "apiserver/patch/compare_values.hpp"

#include "apiserver/patch/path_element.hpp"
#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

class comparer {
public:
    difference out;

    // A null pointer means absent.
    void visit(const bj::value* before, const bj::value* after, const field_type& t) {
        bool leaf = false;
        if (!after) {
            leaf = handle(t.form_of(*before), before, after, t);
        } else {
            const form f = t.form_of(*after);
            if (before && t.form_of(*before) != f) handle(t.form_of(*before), before, after, t);
            leaf = handle(f, before, after, t);
        }
        if (leaf) return;
        if (!before) {
            out.added.insert(path_);
        } else if (!after) {
            out.removed.insert(path_);
        }
    }

private:
    // Returns true if the value is compared as a whole.
    bool handle(form f, const bj::value* before, const bj::value* after, const field_type& t) {
        if (f == form::map && static_cast<int>(path_.size()) <= max_depth) {
            const bj::object* l = before ? before->if_object() : nullptr;
            const bj::object* r = after ? after->if_object() : nullptr;
            const bool bare = (!l || l->empty()) && (!r || r->empty());
            if (!t.atomic_map() && !bare) {
                maps(l, r, t);
                return false;
            }
        } else if (f == form::list && static_cast<int>(path_.size()) <= max_depth) {
            const bj::array* l = before ? before->if_array() : nullptr;
            const bj::array* r = after ? after->if_array() : nullptr;
            const bool bare = (!l || l->empty()) && (!r || r->empty());
            if (!t.atomic_list() && !bare) {
                lists(l, r, t);
                return false;
            }
        }
        if (!before) {
            out.added.insert(path_);
        } else if (!after) {
            out.removed.insert(path_);
        } else if (!same_value(*before, *after)) {
            out.modified.insert(path_);
        }
        return true;
    }

    void maps(const bj::object* l, const bj::object* r, const field_type& t) {
        const auto field = [&](std::string_view key, const bj::value* a, const bj::value* b) {
            path_.push_back(field_element(key));
            visit(a, b, t.field(key));
            path_.pop_back();
        };
        if (l) {
            for (const auto& [key, value] : *l) field(key, &value, r ? r->if_contains(key) : nullptr);
        }
        if (r) {
            for (const auto& [key, value] : *r) {
                if (!l || !l->contains(key)) field(key, nullptr, &value);
            }
        }
    }

    using items = std::map<std::string, std::vector<const bj::value*>>;
    static items indexed(const bj::array* list, const field_type& t) {
        items out_items;
        std::string why;
        if (!list) return out_items;
        for (const auto& item : *list) {
            if (const auto element = t.element_of(item, why)) out_items[*element].push_back(&item);
        }
        return out_items;
    }

    void lists(const bj::array* l, const bj::array* r, const field_type& t) {
        const items before = indexed(l, t), after = indexed(r, t);
        static const std::vector<const bj::value*> none;
        for (const auto& [element, here] : before) {
            const auto there = after.find(element);
            item(element, here, there == after.end() ? none : there->second, t);
        }
        for (const auto& [element, there] : after) {
            if (!before.contains(element)) item(element, none, there, t);
        }
    }

    // Repeated items are compared as a whole.
    void item(const std::string& element, const std::vector<const bj::value*>& l,
              const std::vector<const bj::value*>& r, const field_type& t) {
        path_.push_back(element);
        if (l.size() <= 1 && r.size() <= 1) {
            visit(l.empty() ? nullptr : l[0], r.empty() ? nullptr : r[0], t.items());
        } else if (l.size() >= 2 && r.size() >= 2) {
            const bool same = std::equal(l.begin(), l.end(), r.begin(), r.end(),
                                         [](const auto* a, const auto* b) { return same_value(*a, *b); });
            if (!same) out.modified.insert(path_);
        } else if (l.size() >= 2) {
            if (!r.empty()) visit(nullptr, r[0], t.items());
            out.removed.insert(path_);
        } else {
            if (!l.empty()) visit(l[0], nullptr, t.items());
            out.added.insert(path_);
        }
        path_.pop_back();
    }

    std::vector<std::string> path_;
};

field_type below(const field_type& t, const std::string& element) {
    if (const auto name = field_name(element)) return t.field(*name);
    return t.items();
}

bool made_atomic(const field_set& s, const field_type& t) {
    if (s.children.empty()) return false;
    if (t.accepts(form::map)) return !t.free_map() && t.atomic_map();
    return t.accepts(form::list) && t.atomic_list();
}

}  // namespace

void difference::exclude(const field_set& these) {
    if (these.empty()) return;
    removed = removed.minus_recursive(these);
    modified = modified.minus_recursive(these);
    added = added.minus_recursive(these);
}

difference compare_values(const bj::value& before, const bj::value& after, const field_type& t) {
    comparer c;
    c.visit(&before, &after, t);
    return std::move(c.out);
}

field_set reconcile_with_schema(const field_set& s, const field_type& t) {
    field_set out;
    out.member = s.member;
    if (t.free_map()) return s;
    for (const auto& [element, child] : s.children) {
        const field_type type = below(t, element);
        field_set& to = out.children[element];
        if (!type.declared()) {
            to = child;
        } else if (made_atomic(child, type)) {
            to.member = true;
        } else {
            to = reconcile_with_schema(child, type);
        }
    }
    return out;
}

field_set with_named_fields(const field_set& s, const field_type& t) {
    field_set out;
    out.member = s.member;
    for (const auto& [element, child] : s.children) {
        field_set& to = out.children[element];
        to = with_named_fields(child, below(t, element));
        const auto name = field_name(element);
        if (name && !child.children.empty() && t.accepts(form::map) && t.declares(*name)) to.member = true;
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::patching
