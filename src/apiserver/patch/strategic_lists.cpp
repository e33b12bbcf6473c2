#include "apiserver/patch/strategic_lists.hpp"

#include "apiserver/go/text.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

// Integers and other numbers are distinct.
std::string identity(const bj::value& v, std::string_view merge_key) {
    const bj::value* of = &v;
    if (!merge_key.empty()) {
        of = v.is_object() ? v.get_object().if_contains(merge_key) : nullptr;
        if (!of) return {};
    }
    return std::string(of->is_double() ? "d" : "") + go_text::json(*of);
}

struct placed {
    bj::value* item;  // of the merged list; its address gives the order there
    std::optional<std::size_t> wanted, before;
};

// Items whose order is not specified. Go's sort calls a comparison that puts each of them before
// any other item; it uses insertion sort for lists up to this size.
void sort_others(std::vector<placed>& list) {
    constexpr std::size_t by_insertion = 20;
    const bool lost = std::any_of(list.begin(), list.end(), [](const placed& p) { return !p.before; });
    if (!lost || list.size() > by_insertion) {
        std::sort(list.begin(), list.end(), [](const placed& a, const placed& b) {
            return a.before != b.before ? a.before < b.before : a.item < b.item;
        });
        return;
    }
    const auto less = [](const placed& a, const placed& b) {
        return !a.before || !b.before || *a.before < *b.before;
    };
    for (std::size_t i = 1; i < list.size(); ++i) {
        for (std::size_t j = i; j > 0 && less(list[j], list[j - 1]); --j) std::swap(list[j], list[j - 1]);
    }
}

}  // namespace

std::string_view go_type_name(const bj::value& v) {
    // Go prints the reflect.Type of nil so.
    return v.is_null() ? "%!s(<nil>)" : go_text::go_type(v);
}

item_index::item_index(const bj::array& list, std::string_view merge_key) : merge_key_(merge_key) {
    for (std::size_t i = 0; i < list.size(); ++i) add(list[i], i);
}

void item_index::add(const bj::value& item, std::size_t at) {
    std::string id = identity(item, merge_key_);
    if (!id.empty()) at_.emplace(std::move(id), at);
}

std::optional<std::size_t> item_index::find(const bj::value& item) const {
    const auto found = at_.find(identity(item, merge_key_));
    if (found == at_.end()) return std::nullopt;
    return found->second;
}

std::string element_type_error(const bj::array& a, const bj::array& b) {
    const bj::value* first = nullptr;
    for (const bj::array* list : {&a, &b}) {
        for (const auto& item : *list) {
            if (!first) {
                first = &item;
                if (item.is_array()) return "lists of lists are not supported";
            } else if (go_type_name(*first) != go_type_name(item)) {
                return "list element types are not identical: [" + go_text::printed(bj::value(a)) + " " +
                       go_text::printed(bj::value(b)) + "]";
            }
        }
    }
    return first ? "" : "no elements in any of the given slices";
}

std::string missing_key(const bj::array& list, std::string_view merge_key) {
    for (const auto& item : list) {
        if (!item.is_object()) {
            return "expected a map[string]interface {}, but received a " + std::string(go_type_name(item));
        }
        if (!item.get_object().contains(merge_key)) {
            return "map: " + go_text::printed(item) +
                   " does not contain declared merge key: " + std::string(merge_key);
        }
    }
    return {};
}

bj::array ordered(bj::array merged, const bj::array& wanted, const bj::array& original,
                  std::string_view merge_key) {
    const item_index want(wanted, merge_key), was(original, merge_key);
    std::vector<placed> patched, others;
    for (auto& item : merged) {
        const placed p{&item, want.find(item), was.find(item)};
        (p.wanted ? patched : others).push_back(p);
    }
    std::sort(patched.begin(), patched.end(), [](const placed& a, const placed& b) {
        return a.wanted != b.wanted ? *a.wanted < *b.wanted : a.item < b.item;
    });
    sort_others(others);
    bj::array out;
    out.reserve(merged.size());
    std::size_t i = 0, j = 0;
    while (i < others.size() || j < patched.size()) {
        bool other = j == patched.size();
        if (i < others.size() && j < patched.size()) {
            other = others[i].before && patched[j].before && *others[i].before < *patched[j].before;
        }
        out.push_back(std::move(other ? *others[i++].item : *patched[j++].item));
    }
    return out;
}

bj::array order_after_merge(const bj::array& original, const bj::array& items, std::string_view merge_key) {
    if (merge_key.empty()) return original;
    bj::array gone, out;
    bool replaced = false;
    for (const auto& item : items) {
        const bj::value* what = item.is_object() ? item.get_object().if_contains(directive) : nullptr;
        if (what && *what == "delete") gone.push_back(item);
        replaced = replaced || (what && *what == "replace");
    }
    const item_index deleted(gone, merge_key);
    for (const auto& item : original) {
        if (!deleted.find(item)) out.push_back(item);
    }
    const item_index left(out, merge_key);
    for (const auto& item : items) {
        if (replaced || out.size() == original.size()) break;
        const bool special = item.is_object() && item.get_object().contains(directive);
        if (!special && !left.find(item)) out.push_back(item);
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::patching
