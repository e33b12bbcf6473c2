#include "setpoint/controller/predicate.hpp"

#include "setpoint/api/meta.hpp"

namespace setpoint { inline namespace v0 { namespace predicates {

namespace {

// Compares both states if the change is an update of an object with full metadata; other changes pass.
template <class Changed>
predicate on_update(Changed changed) {
    return [changed](const object_change& c, const kind_info& kind) {
        if (c.what != object_change::kind::updated) return true;
        const object_meta* before = kind.full_meta(c.before.get());
        const object_meta* after = kind.full_meta(c.after.get());
        return !before || !after || changed(*before, *after);
    };
}

}  // namespace

predicate generation_changed() {
    return on_update([](const object_meta& a, const object_meta& b) { return a.generation != b.generation; });
}
predicate labels_changed() {
    return on_update([](const object_meta& a, const object_meta& b) { return a.labels != b.labels; });
}
predicate annotations_changed() {
    return on_update(
        [](const object_meta& a, const object_meta& b) { return a.annotations != b.annotations; });
}

predicate resource_version_changed() {
    return [](const object_change& c, const kind_info& kind) {
        return c.what != object_change::kind::updated ||
               kind.meta(c.before.get()).resource_version != kind.meta(c.after.get()).resource_version;
    };
}

predicate deleted() {
    return [](const object_change& c, const kind_info&) { return c.what == object_change::kind::deleted; };
}
predicate matches(std::string_view label_selector) {
    auto selector = setpoint::selector::parse(label_selector);
    if (!selector) throw fault(selector.error());
    return [s = std::move(*selector)](const object_change& c, const kind_info& kind) {
        const object_meta* meta = kind.full_meta((c.after ? c.after : c.before).get());
        return meta && s.matches(meta->labels);
    };
}

predicate all_of(std::vector<predicate> of) {
    return [of = std::move(of)](const object_change& c, const kind_info& k) {
        return std::all_of(of.begin(), of.end(), [&](const predicate& p) { return p(c, k); });
    };
}
predicate any_of(std::vector<predicate> of) {
    return [of = std::move(of)](const object_change& c, const kind_info& k) {
        return std::any_of(of.begin(), of.end(), [&](const predicate& p) { return p(c, k); });
    };
}
predicate negate(predicate of) {
    return [of = std::move(of)](const object_change& c, const kind_info& k) { return !of(c, k); };
}

}}}  // namespace setpoint::v0::predicates
