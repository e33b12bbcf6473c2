#include "apiserver/controllers/deployment/template_hash.hpp"

#include "apiserver/go/hash.hpp"
#include "apiserver/go/json_text.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

constexpr int max_depth = 64;

class template_digest {
public:
    void add(std::string_view bytes) { sum_ = fnv1a_32(bytes, sum_); }
    std::uint32_t sum() const { return sum_; }

private:
    std::uint32_t sum_ = fnv_offset;
};

// Objects are hashed in key order.
void add(template_digest& h, const bj::value& v, int depth) {
    if (depth > max_depth) return;
    if (const bj::object* o = v.if_object()) {
        std::vector<const bj::key_value_pair*> fields;
        for (const auto& f : *o) fields.push_back(&f);
        std::sort(fields.begin(), fields.end(), [](auto* a, auto* b) { return a->key() < b->key(); });
        h.add("{");
        for (const auto* f : fields) {
            h.add(std::string_view(f->key()));
            h.add(":");
            add(h, f->value(), depth + 1);
            h.add(",");
        }
        h.add("}");
    } else if (const bj::array* a = v.if_array()) {
        h.add("[");
        for (const bj::value& x : *a) {
            add(h, x, depth + 1);
            h.add(",");
        }
        h.add("]");
    } else {
        h.add(json_text::serialize(v));
    }
}

bj::value bare(const bj::value& pod_template) {
    bj::value t = with_hash_label(pod_template, "");
    bj::object* o = t.if_object();
    bj::value* meta = o ? o->if_contains("metadata") : nullptr;
    if (meta && meta->is_object()) {
        meta->get_object().erase("creationTimestamp");
        if (const bj::value* labels = meta->get_object().if_contains("labels");
            labels && labels->is_object() && labels->get_object().empty())
            meta->get_object().erase("labels");
        if (meta->get_object().empty()) o->erase("metadata");
    }
    return t;
}

}  // namespace

std::string template_hash(const bj::value& pod_template, std::optional<std::int32_t> collisions) {
    template_digest h;
    add(h, bare(pod_template), 0);
    if (collisions) h.add("#" + std::to_string(*collisions));
    return safe_encode(std::to_string(h.sum()));
}

bj::value with_hash_label(bj::value pod_template, std::string_view hash) {
    bj::object* t = pod_template.if_object();
    if (!t) return pod_template;
    if (!hash.empty()) {
        bj::value& meta = (*t)["metadata"];
        if (!meta.is_object()) meta.emplace_object();
        bj::value& labels = meta.get_object()["labels"];
        if (!labels.is_object()) labels.emplace_object();
        labels.get_object()[template_hash_label] = hash;
        return pod_template;
    }
    bj::value* meta = t->if_contains("metadata");
    bj::value* labels = meta && meta->is_object() ? meta->get_object().if_contains("labels") : nullptr;
    if (labels && labels->is_object()) labels->get_object().erase(template_hash_label);
    return pod_template;
}

bool same_template(const bj::value& a, const bj::value& b) {
    return bare(a) == bare(b);
}

}}}  // namespace setpoint::v0::apiserver
