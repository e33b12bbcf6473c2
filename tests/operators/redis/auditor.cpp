#include "auditor.hpp"

#include "setpoint/json/decode.hpp"

namespace redis_test {

namespace {

template <class T>
T decoded(const boost::json::object& event) {
    T object;
    json::decode_into(json::type_of<T>(), &object, boost::json::serialize(event.at("object"))).value();
    return object;
}

}  // namespace

awaitable<void> auditor::follow(const kind_info& kind) {
    call c;
    c.op = verb::watch;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.query().bookmarks = true;
    for (;;) {  // servers end watches now and then
        auto stream = co_await world_.client().open(c);
        if (!stream) throw fault(stream.error());
        std::string text;
        for (;;) {
            const auto piece = co_await (*stream)->read();
            if (!piece || piece->empty()) break;
            text += *piece;
            for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
                const auto event = boost::json::parse(text.substr(0, end)).as_object();
                text.erase(0, end + 1);
                take(kind, event);
                const auto& meta = event.at("object").at("metadata").as_object();
                c.query().resource_version =
                    std::string(std::string_view(meta.at("resourceVersion").as_string()));
            }
        }
    }
}

void auditor::take(const kind_info& kind, const boost::json::object& event) {
    ++events_;
    const std::string what(std::string_view(event.at("type").as_string()));
    if (what == "ERROR") throw std::runtime_error("the auditor's watch: " + boost::json::serialize(event));
    if (what == "BOOKMARK") return;
    if (kind.gvk.kind == "Pod")
        pod_changed(what, decoded<pod>(event));
    else
        redis_changed(what, decoded<rd>(event));
}

void auditor::redis_changed(std::string_view what, const rd& r) {
    auto& versions = redis_[r.metadata.uid.str()];
    versions.push_back(
        {world_.event_loop().now(), r.spec.num, r.spec.port, is_deleting(r.metadata) || what == "DELETED"});
}

void auditor::pod_changed(std::string_view what, const pod& p) {
    const std::string name = p.metadata.name.str();
    const auto known = pods_.find(name);
    if (what == "ADDED" && known != pods_.end()) wrong("a second pod " + name);
    if (!doomed_.contains(p.metadata.uid.str()) && (is_deleting(p.metadata) || what == "DELETED")) {
        doomed_.insert(p.metadata.uid.str());
        deletion_began(known == pods_.end() ? p : *known->second);
    }
    if (what == "DELETED")
        pods_.erase(name);
    else
        pods_[name] = std::make_shared<const pod>(p);
}

void auditor::deletion_began(const pod& p) {
    ++deletions_;
    if (by_hand_.contains(p.metadata.uid.str())) return;
    if (!was_justified(p)) wrong("a deletion without cause of " + p.metadata.name.str());
}

bool auditor::was_justified(const pod& p) const {
    const owner_reference* owner = controller_of(p.metadata);
    if (!owner) return false;
    const auto at = redis_.find(owner->uid.str());
    if (at == redis_.end()) return false;
    if (p.status.phase == "Failed") return true;
    const int index = ::redis::split_pod_name(p.metadata.name).value().second;
    const time_point now = world_.event_loop().now();
    for (std::size_t i = 0; i < at->second.size(); ++i) {
        const version& v = at->second[i];
        const bool last = i + 1 == at->second.size();
        if (!last && now - at->second[i + 1].since > memory) continue;  // long past
        if (v.deleting || index >= v.num) return true;
        if (port_of(p) != v.port) return !strict_ || others_are_ready(p, v.num);
    }
    return false;
}

bool auditor::others_are_ready(const pod& p, std::int32_t num) const {
    const auto named = ::redis::split_pod_name(p.metadata.name).value();
    for (int i = 0; i < num; ++i) {
        const auto at = pods_.find(fmt::format("{}-{}", named.first, i));
        if (i == named.second) continue;
        if (at == pods_.end() || !is_ready(*at->second) || is_deleting(at->second->metadata)) return false;
    }
    return true;
}

void auditor::wrong(std::string what) {
    const auto at = std::chrono::duration<double>(world_.event_loop().now().time_since_epoch()).count();
    wrongs_.push_back(fmt::format("at {:.3f} s: {}", at, what));
}

}  // namespace redis_test
