#include "apiserver/patch/merge_values.hpp"

#include "apiserver/patch/path_element.hpp"
#include "apiserver/patch/same_value.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

using merged = std::optional<bj::value>;

merged merge(const bj::value* live, const bj::value* config, const field_type& t, int depth);

merged kept(const bj::value* live, const bj::value* config) {
    return config ? *config : *live;
}

merged merge_maps(const bj::object* live, const bj::object* config, const field_type& t, int depth) {
    bj::object out;
    const auto put = [&](std::string_view key, const bj::value* l, const bj::value* r) {
        if (merged m = merge(l, r, t.field(key), depth + 1)) out.emplace(key, std::move(*m));
    };
    if (live) {
        for (const auto& [key, value] : *live) put(key, &value, config ? config->if_contains(key) : nullptr);
    }
    if (config) {
        for (const auto& [key, value] : *config) {
            if (!live || !live->contains(key)) put(key, nullptr, &value);
        }
    }
    if (out.empty()) return std::nullopt;
    return bj::value(std::move(out));
}

// Items of a list by element. A repeated item is never merged.
struct indexed {
    std::vector<std::string> order;
    std::vector<const bj::value*> items;
    std::map<std::string, const bj::value*> found;

    indexed(const bj::array* list, const field_type& t) {
        static const bj::value nothing;
        std::string why;
        if (!list) return;
        for (const auto& item : *list) {
            const auto element = t.element_of(item, why);
            if (!element) continue;
            order.push_back(*element);
            items.push_back(&item);
            const auto [at, added] = found.emplace(*element, &item);
            if (!added) at->second = &nothing;
        }
    }
    const bj::value* find(const std::string& element) const {
        const auto at = found.find(element);
        return at == found.end() ? nullptr : at->second;
    }
};

class list_merger {
public:
    list_merger(const bj::array* live, const bj::array* config, const field_type& t, int depth)
        : live_(live, t), config_(config, t), type_(t.items()), depth_(depth) {
        for (const std::string& element : config_.order) {
            if (live_.find(element)) shared_.push_back(&element);
        }
    }

    // Keeps the order of the configuration, and that of the live list where possible.
    merged run() {
        while (l_ < live_.order.size() || c_ < config_.order.size()) {
            if (l_ < live_.order.size() && c_ < config_.order.size()) {
                const std::string& element = live_.order[l_];
                if (element == config_.order[c_]) {
                    take_config();
                    ++l_;
                    continue;
                }
                const bool other = next_ < shared_.size() && *shared_[next_] != element;
                if (config_.find(element) && other) {
                    ++l_;
                    continue;
                }
            }
            if (l_ < live_.order.size()) {
                const std::string& element = live_.order[l_];
                if (!config_.find(element)) {
                    add(live_.items[l_++], nullptr);
                    continue;
                }
                if (done_.contains(element)) ++l_;
            }
            if (c_ < config_.order.size()) take_config();
        }
        if (out_.empty()) return std::nullopt;
        return bj::value(std::move(out_));
    }

private:
    void take_config() {
        const std::string& element = config_.order[c_++];
        done_.insert(element);
        add(live_.find(element), config_.find(element));
        if (next_ < shared_.size() && *shared_[next_] == element) ++next_;
    }
    void add(const bj::value* live, const bj::value* config) {
        if (merged m = merge(live, config, type_, depth_ + 1)) out_.push_back(std::move(*m));
    }

    indexed live_, config_;
    field_type type_;
    int depth_;
    std::vector<const std::string*> shared_;
    std::set<std::string> done_;
    std::size_t l_ = 0, c_ = 0, next_ = 0;
    bj::array out_;
};

merged merge(const bj::value* live, const bj::value* config, const field_type& t, int depth) {
    const form f = t.form_of(config ? *config : *live);
    if (f == form::scalar || depth > max_depth) return kept(live, config);
    if (f == form::map) {
        const bj::object* l = live ? live->if_object() : nullptr;
        const bj::object* r = config ? config->if_object() : nullptr;
        const bool bare = (!l || l->empty()) && (!r || r->empty());
        return t.atomic_map() || bare ? kept(live, config) : merge_maps(l, r, t, depth);
    }
    const bj::array* l = live ? live->if_array() : nullptr;
    const bj::array* r = config ? config->if_array() : nullptr;
    const bool bare = (!l || l->empty()) && (!r || r->empty());
    return t.atomic_list() || bare ? kept(live, config) : list_merger(l, r, t, depth).run();
}

bj::value remove(const bj::value& v, const field_set& which, const field_type& t, int depth);

bj::value remove_from_map(const bj::object& map, const field_set& which, const field_type& t, int depth) {
    bj::object out;
    for (const auto& [key, value] : map) {
        const auto found = which.children.find(field_element(key));
        if (found == which.children.end()) {
            out.emplace(key, value);
        } else if (!found->second.member) {
            out.emplace(key, remove(value, found->second, t.field(key), depth + 1));
        }
    }
    return out.empty() ? bj::value() : bj::value(std::move(out));
}

bj::value remove_from_list(const bj::array& list, const field_set& which, const field_type& t, int depth) {
    bj::array out;
    for (const auto& item : list) {
        std::string why;
        const auto element = t.element_of(item, why);
        const auto found = element ? which.children.find(*element) : which.children.end();
        if (found == which.children.end()) {
            out.push_back(item);
        } else if (!found->second.member) {
            out.push_back(remove(item, found->second, t.items(), depth + 1));
        }
    }
    return out.empty() ? bj::value() : bj::value(std::move(out));
}

bj::value remove(const bj::value& v, const field_set& which, const field_type& t, int depth) {
    const form f = t.form_of(v);
    if (f == form::scalar || depth > max_depth) return v;
    if (f == form::map) {
        if (!v.is_object() || v.get_object().empty() || t.atomic_map()) return nullptr;
        return remove_from_map(v.get_object(), which, t, depth);
    }
    if (!v.is_array() || v.get_array().empty() || t.atomic_list()) return nullptr;
    return remove_from_list(v.get_array(), which, t, depth);
}

}  // namespace

bj::value merge_values(const bj::value& live, const bj::value& config, const field_type& t) {
    merged m = merge(&live, &config, t, 0);
    return m ? std::move(*m) : bj::value(bj::object());
}

bj::value remove_fields(const bj::value& v, const field_set& which, const field_type& t) {
    if (which.empty()) return v;
    return remove(v, which, t, 0);
}

}}}  // namespace setpoint::v0::apiserver::patching
