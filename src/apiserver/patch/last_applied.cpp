#include "apiserver/patch/last_applied.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/patch/merge_values.hpp"
#include "apiserver/patch/same_value.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

constexpr std::string_view annotation = "kubectl.kubernetes.io/last-applied-configuration";
constexpr std::size_t max_annotations = 256 * 1024;  // bytes of names and values, as in validation

const bj::object* annotations_of(const bj::object& object) {
    const bj::value* meta = object.if_contains("metadata");
    const bj::value* all =
        meta && meta->is_object() ? meta->get_object().if_contains("annotations") : nullptr;
    return all ? all->if_object() : nullptr;
}

bj::object* annotations_of(bj::object& object) {
    return const_cast<bj::object*>(annotations_of(static_cast<const bj::object&>(object)));
}

std::string_view last_applied(const bj::object& object) {
    const bj::object* all = annotations_of(object);
    const bj::value* text = all ? all->if_contains(annotation) : nullptr;
    return text && text->is_string() ? std::string_view(text->get_string()) : std::string_view();
}

std::size_t size_of(const bj::object& annotations) {
    std::size_t out = 0;
    for (const auto& [key, value] : annotations) {
        out += key.size() + (value.is_string() ? value.get_string().size() : 0);
    }
    return out;
}

}  // namespace

field_set last_applied_fields(const bj::object& live, const std::string& api_version, const field_type& t) {
    const std::string_view text = last_applied(live);
    if (text.empty()) return {};
    std::string failed;
    bj::value applied;
    if (!json_text::parse(text, applied, failed) || !applied.is_object()) return {};
    const bj::value* version = applied.get_object().if_contains("apiVersion");
    if (!version || !version->is_string() || version->get_string() != api_version) return {};
    if (!type_errors(applied, t).empty()) return {};
    const difference d = compare_values(applied, bj::value(live), t);
    return fields_of(applied, t).minus(d.modified).minus(d.added).minus(d.removed);
}

void sync_last_applied(bj::object& object, const bj::object& config) {
    if (last_applied(object).empty()) return;
    bj::object applied = config;
    if (bj::object* all = annotations_of(applied)) {
        if (const auto at = all->find(annotation); at != all->end()) all->stable_erase(at);
        if (all->empty()) {
            bj::object& meta = applied["metadata"].get_object();
            meta.stable_erase(meta.find("annotations"));
        }
    }
    bj::object& all = *annotations_of(object);
    all[annotation] = go_text::json(bj::value(applied)) + "\n";
    if (size_of(all) > max_annotations) all.stable_erase(all.find(annotation));
}

}}}  // namespace setpoint::v0::apiserver::patching
