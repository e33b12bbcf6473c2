#include "apiserver/patch/field_set.hpp"

#include "apiserver/patch/path_element.hpp"
#include "apiserver/patch/same_value.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using patching::max_depth;
using entry = std::pair<const std::string, field_set>;

// In the order of structured-merge-diff. Sets of field names only are already in it.
std::vector<const entry*> sorted_children(const field_set& s) {
    std::vector<const entry*> out;
    out.reserve(s.children.size());
    for (const auto& child : s.children) out.push_back(&child);
    const bool names = std::all_of(out.begin(), out.end(), [](const entry* e) { return e->first[0] == 'f'; });
    if (!names) {
        std::sort(out.begin(), out.end(),
                  [](const entry* a, const entry* b) { return patching::element_less(a->first, b->first); });
    }
    return out;
}

// Returns false and sets `why` if malformed.
bool read(const bj::value& v, field_set& to, int depth, std::string& why) {
    if (v.is_null()) {
        to.member = true;
        return true;
    }
    if (!v.is_object() || depth > max_depth) {
        why = depth > max_depth ? "nested too deeply" : "expected an object";
        return false;
    }
    for (const auto& [key, below] : v.get_object()) {
        if (key == ".") {
            to.member = true;
            continue;
        }
        const auto element = patching::canonical_element(key, why);
        if (!element) return false;
        if (element->empty()) continue;
        field_set child;
        if (!read(below, child, depth + 1, why)) return false;
        field_set& at = to.children[*element];
        at = at.united(child);
    }
    if (to.children.empty()) to.member = true;
    return true;
}

bj::object written(const field_set& s, bool root) {
    bj::object out;
    if (!root && s.member && !s.children.empty()) out.emplace(".", bj::object());
    for (const entry* e : sorted_children(s)) out.emplace(e->first, written(e->second, false));
    return out;
}

void collect(const field_set& s, std::vector<std::string>& path, std::vector<std::vector<std::string>>& out) {
    const auto order = sorted_children(s);
    for (const entry* e : order) {
        if (!e->second.member) continue;
        out.push_back(path);
        out.back().push_back(e->first);
    }
    for (const entry* e : order) {
        if (e->second.children.empty()) continue;
        path.push_back(e->first);
        collect(e->second, path, out);
        path.pop_back();
    }
}

}  // namespace

api_result<field_set> field_set::parse(const bj::value& fields_v1) {
    field_set out;
    std::string why;
    if (!read(fields_v1, out, 0, why)) return bad_request("error decoding set: " + why);
    out.member = false;
    return out;
}

bj::object field_set::to_fields_v1() const {
    return written(*this, true);
}

bool field_set::has(const std::vector<std::string>& path) const {
    const field_set* at = this;
    for (const std::string& element : path) {
        const auto found = at->children.find(element);
        if (found == at->children.end()) return false;
        at = &found->second;
    }
    return !path.empty() && at->member;
}

void field_set::insert(const std::vector<std::string>& path) {
    field_set* at = this;
    for (const std::string& element : path) at = &at->children[element];
    if (!path.empty()) at->member = true;
}

void field_set::drop_empty() {
    std::erase_if(children, [](const entry& e) { return e.second.empty(); });
}

field_set field_set::united(const field_set& o) const {
    field_set out = *this;
    out.member = member || o.member;
    for (const auto& [element, below] : o.children) {
        const auto [at, added] = out.children.try_emplace(element, below);
        if (!added) at->second = at->second.united(below);
    }
    return out;
}

field_set field_set::intersected(const field_set& o) const {
    field_set out;
    out.member = member && o.member;
    for (const auto& [element, below] : children) {
        const auto other = o.children.find(element);
        if (other != o.children.end()) out.children.emplace(element, below.intersected(other->second));
    }
    out.drop_empty();
    return out;
}

field_set field_set::minus(const field_set& o) const {
    field_set out;
    out.member = member && !o.member;
    for (const auto& [element, below] : children) {
        const auto other = o.children.find(element);
        out.children.emplace(element, other == o.children.end() ? below : below.minus(other->second));
    }
    out.drop_empty();
    return out;
}

field_set field_set::minus_recursive(const field_set& o) const {
    field_set out;
    out.member = member && !o.member;
    for (const auto& [element, below] : children) {
        const auto other = o.children.find(element);
        if (other == o.children.end()) {
            out.children.emplace(element, below);
        } else if (!other->second.member) {
            out.children.emplace(element, below.minus_recursive(other->second));
        }
    }
    out.drop_empty();
    return out;
}

std::vector<std::vector<std::string>> field_set::paths() const {
    std::vector<std::vector<std::string>> out;
    std::vector<std::string> path;
    collect(*this, path, out);
    return out;
}

std::string path_text(const std::vector<std::string>& path) {
    std::string out;
    for (const std::string& element : path) out += patching::element_text(element);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
