#include "framework/controller/write_identity.hpp"

#include <boost/json/parse.hpp>

#include <array>
#include <functional>

namespace setpoint { inline namespace v0 {

namespace {

namespace bj = boost::json;

constexpr std::size_t max_depth = 64, max_parsed = 256 * 1024;  // of a body; longer ones compare as text
constexpr std::uint64_t hash_seed = 0x9e3779b97f4a7c15ULL;

std::uint64_t mixed(std::uint64_t h, std::uint64_t with) {
    h ^= with + hash_seed + (h << 6U) + (h >> 2U);
    return h * 0xff51afd7ed558ccdULL;
}
std::uint64_t mixed(std::uint64_t h, std::string_view text) {
    return mixed(h, std::hash<std::string_view>()(text));
}
std::uint64_t not_zero(std::uint64_t h) {
    return h == 0 ? 1 : h;
}

// 2026-12-01T08:00:00Z, with a fraction or an offset.
bool is_time(std::string_view s) {
    constexpr std::string_view form = "0000-00-00T00:00:00";
    if (s.size() <= form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const bool digit = s[i] >= '0' && s[i] <= '9';
        if (form[i] == '0' ? !digit : s[i] != form[i]) return false;
    }
    return true;
}

// Members of metadata that say which object and version is meant, or that only the server writes.
bool is_precondition(std::string_view name) {
    constexpr std::array<std::string_view, 5> names{"resourceVersion", "uid", "generation", "managedFields",
                                                    "creationTimestamp"};
    for (const std::string_view n : names)
        if (n == name) return true;
    return false;
}

bool is_test(const bj::value& step) {
    const bj::object* const o = step.if_object();
    const bj::value* const op = o ? o->if_contains("op") : nullptr;
    return op && op->is_string() && op->get_string() == "test";
}

// Depth is bounded by the parser.
std::uint64_t value_hash(const bj::value& v, std::uint64_t h) {
    switch (v.kind()) {
        case bj::kind::object:
            h = mixed(h, 1);
            for (const auto& [name, value] : v.get_object())
                h = value_hash(value, mixed(h, std::string_view(name.data(), name.size())));
            return mixed(h, 2);
        case bj::kind::array:
            h = mixed(h, 3);
            for (const bj::value& one : v.get_array())
                if (!is_test(one)) h = value_hash(one, h);
            return mixed(h, 4);
        case bj::kind::string: {
            const std::string_view text(v.get_string().data(), v.get_string().size());
            return is_time(text) ? mixed(h, 5) : mixed(mixed(h, 6), text);
        }
        case bj::kind::int64:
            return mixed(mixed(h, 7), static_cast<std::uint64_t>(v.get_int64()));
        case bj::kind::uint64:
            return mixed(mixed(h, 7), v.get_uint64());
        case bj::kind::double_:
            return mixed(mixed(h, 8), std::hash<double>()(v.get_double()));
        case bj::kind::bool_:
            return mixed(h, v.get_bool() ? 9 : 10);
        case bj::kind::null:
            return mixed(h, 11);
    }
    return h;
}

// Splits "containers[name=app]" off a path; `rest` begins after it.
std::string_view first_segment(std::string_view& rest) {
    const std::string_view all = rest;
    const std::size_t end = all.front() == '[' ? all.find(']') : all.find_first_of(".[");
    const std::size_t size = end == all.npos ? all.size() : all.front() == '[' ? end + 1 : end;
    rest.remove_prefix(size);
    if (rest.starts_with('.')) rest.remove_prefix(1);
    return all.substr(0, size);
}

// The member of fieldsV1 for a segment; null if it is not there.
const bj::value* member_of(const bj::object& fields, std::string_view segment) {
    if (!segment.starts_with('[')) return fields.if_contains(std::string("f:").append(segment));
    const std::string_view inner = segment.substr(1, segment.size() - 2);
    if (inner.starts_with('"')) return fields.if_contains(std::string("v:").append(inner));
    if (const bj::value* const entry = fields.if_contains(std::string("f:").append(inner))) return entry;
    const std::size_t equals = inner.find('=');
    if (equals == inner.npos) return nullptr;
    const std::string key = std::string("\"").append(inner.substr(0, equals)).append("\":");
    const std::string_view value = inner.substr(equals + 1);
    for (const auto& [name, entry] : fields) {
        const std::string_view n(name.data(), name.size());
        if (n.starts_with("k:") && n.find(key) != n.npos && n.find(value) != n.npos) return &entry;
    }
    return nullptr;
}

bool owns(const bj::value* fields, std::string_view path) {
    while (!path.empty()) {
        const bj::object* const here = fields ? fields->if_object() : nullptr;
        if (!here) return false;
        if (here->empty()) return true;  // a value that is owned as a whole
        fields = member_of(*here, first_segment(path));
    }
    return fields != nullptr;
}

std::string_view text_at(const bj::object& o, std::string_view name) {
    const bj::value* const v = o.if_contains(name);
    return v && v->is_string() ? std::string_view(v->get_string().data(), v->get_string().size())
                               : std::string_view();
}

}  // namespace

std::uint64_t object_id(const group_version_kind& kind, std::string_view ns, std::string_view name) {
    return not_zero(mixed(mixed(mixed(mixed(hash_seed, kind.group), kind.kind), ns), name));
}

std::uint64_t form_id(const call& c) {
    return mixed(mixed(hash_seed, c.subresource),
                 static_cast<std::uint64_t>(c.op) * 8 + static_cast<std::uint64_t>(c.patch));
}

std::uint64_t target_id(std::uint64_t object, std::uint64_t form) {
    return not_zero(mixed(object, form));
}

std::uint64_t body_id(const call& c) {
    bj::parse_options options;
    options.max_depth = max_depth;
    boost::system::error_code failed;
    bj::value body;
    if (c.body.size() <= max_parsed) body = bj::parse(c.body, failed, {}, options);
    if (c.body.size() > max_parsed || failed) return not_zero(mixed(hash_seed, c.body));
    bj::object* const object = body.if_object();
    if (object) {
        if (bj::object* const metadata =
                object->contains("metadata") ? object->at("metadata").if_object() : nullptr) {
            std::vector<std::string> drop;
            for (const auto& [name, value] : *metadata)
                if (is_precondition(std::string_view(name.data(), name.size()))) drop.emplace_back(name);
            for (const std::string& name : drop) metadata->erase(name);
        }
        if (c.op == verb::update && c.subresource.empty()) object->erase("status");
    }
    return not_zero(value_hash(body, hash_seed));
}

std::string other_manager(const bj::object& object, std::string_view path, std::string_view ours) {
    const bj::value* const metadata = object.if_contains("metadata");
    const bj::object* const meta = metadata ? metadata->if_object() : nullptr;
    const bj::value* const list = meta ? meta->if_contains("managedFields") : nullptr;
    if (!list || !list->is_array()) return {};
    std::string_view found, when;
    bool found_owner = false;
    for (const bj::value& one : list->get_array()) {
        const bj::object* const entry = one.if_object();
        if (!entry) continue;
        const std::string_view manager = text_at(*entry, "manager"), time = text_at(*entry, "time");
        if (manager.empty() || manager == ours) continue;
        const bool is_owner = !path.empty() && owns(entry->if_contains("fieldsV1"), path);
        if (found_owner && !is_owner) continue;
        if (!found.empty() && is_owner == found_owner && time < when) continue;
        found = manager;
        when = time;
        found_owner = is_owner;
    }
    return std::string(found);
}

}}  // namespace setpoint::v0
