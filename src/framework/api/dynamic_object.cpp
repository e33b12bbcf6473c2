#include "setpoint/api/dynamic_object.hpp"

#include "framework/api/json_path.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <type_traits>

namespace setpoint { inline namespace v0 {

namespace {

using detail::path_step;

std::string_view string_in(const boost::json::object& object, std::string_view field) noexcept {
    const boost::json::value* v = object.if_contains(field);
    if (!v || !v->is_string()) return {};
    return {v->get_string().data(), v->get_string().size()};
}

boost::json::object& object_in(boost::json::object& parent, std::string_view field) {
    boost::json::value& v = parent[field];
    return v.is_object() ? v.get_object() : v.emplace_object();
}

const boost::json::value* child(const boost::json::value& v, const path_step& step) {
    if (!step.index) return v.is_object() ? v.get_object().if_contains(step.key) : nullptr;
    return v.is_array() ? v.get_array().if_contains(*step.index) : nullptr;
}

// Returns the value at the end of `steps` from `root`, or null.
const boost::json::value* follow(const boost::json::object& root, const std::vector<path_step>& steps) {
    const boost::json::value* at = root.if_contains(steps.front().key);
    for (std::size_t i = 1; at && i < steps.size(); ++i) at = child(*at, steps[i]);
    return at;
}

// Whether create_step() can take all steps: no value of another type is in the way, and no index is
// beyond the end.
bool can_create_path(const boost::json::object& root, const std::vector<path_step>& steps) {
    const boost::json::value* at = root.if_contains(steps.front().key);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const bool missing = !at || at->is_null();
        if (steps[i].index) {
            if (!missing && !at->is_array()) return false;
            if (*steps[i].index > (missing ? 0 : at->get_array().size())) return false;
        } else if (!missing && !at->is_object()) {
            return false;
        }
        at = missing ? nullptr : child(*at, steps[i]);
    }
    return true;
}

// Takes one step from `parent`, creating what is missing.
boost::json::value& create_step(boost::json::value& parent, const path_step& step) {
    if (!step.index) {
        if (parent.is_null()) parent.emplace_object();
        return parent.get_object()[step.key];
    }
    if (parent.is_null()) parent.emplace_array();
    boost::json::array& list = parent.get_array();
    if (*step.index == list.size()) list.emplace_back(nullptr);
    return list[*step.index];
}

}  // namespace

dynamic_object::dynamic_object(const group_version_kind& kind, const object_key& key) {
    json_["apiVersion"] = kind.api_version();
    json_["kind"] = kind.kind;
    boost::json::object& meta = object_in(json_, "metadata");
    meta["name"] = key.name;
    if (!key.ns.empty()) meta["namespace"] = key.ns;
}

group_version_kind dynamic_object::gvk() const {
    const std::string_view kind = string_in(json_, "kind");
    const std::string_view version = string_in(json_, "apiVersion");
    const std::size_t slash = version.find('/');
    if (slash == std::string_view::npos) return {"", std::string(version), std::string(kind)};
    return {std::string(version.substr(0, slash)), std::string(version.substr(slash + 1)), std::string(kind)};
}

std::string_view dynamic_object::metadata(std::string_view field) const noexcept {
    const boost::json::value* meta = json_.if_contains("metadata");
    return meta && meta->is_object() ? string_in(meta->get_object(), field) : std::string_view();
}

const object_meta& dynamic_object::meta() const {
    if (meta_.get()) return *meta_.get();
    object_meta& read = meta_.emplace();
    const boost::json::value* meta = json_.if_contains("metadata");
    if (!meta || !meta->is_object()) return read;
    std::string document = "{";
    for (const auto& [name, value] : meta->get_object()) {
        if (name == "managedFields") continue;
        if (document.size() > 1) document += ',';
        json::quote({name.data(), name.size()}, document);
        document.append(1, ':').append(boost::json::serialize(value));
    }
    document += '}';
    // After an error the fields before it are kept.
    (void)json::decode_into(json::type_of<object_meta>(), &read, document);
    return read;
}

void dynamic_object::set_meta(const object_meta& meta) {
    boost::json::value fresh = json::to_value(meta);
    boost::json::object& old = object_in(json_, "metadata");
    for (const json::field_info& field : json::type_of<object_meta>().fields) {
        old.erase(boost::json::string_view(field.name.data(), field.name.size()));
    }
    for (auto& [name, value] : fresh.as_object()) old[name] = std::move(value);
    meta_.reset();
}

void dynamic_object::set_label(std::string_view key, std::string_view value) {
    object_in(object_in(json_, "metadata"), "labels")[key] = value;
    meta_.reset();
}

void dynamic_object::set_annotation(std::string_view key, std::string_view value) {
    object_in(object_in(json_, "metadata"), "annotations")[key] = value;
    meta_.reset();
}

const boost::json::value* dynamic_object::get(std::string_view path) const {
    const auto steps = detail::split_path(path);
    return steps ? follow(json_, *steps) : nullptr;
}

std::optional<std::string_view> dynamic_object::get_string(std::string_view path) const {
    const boost::json::value* v = get(path);
    if (!v || !v->is_string()) return {};
    return std::string_view(v->get_string().data(), v->get_string().size());
}

std::optional<std::int64_t> dynamic_object::get_int(std::string_view path) const {
    const boost::json::value* v = get(path);
    if (v && v->is_int64()) return v->get_int64();
    if (v && v->is_uint64() && v->get_uint64() <= std::numeric_limits<std::int64_t>::max()) {
        return static_cast<std::int64_t>(v->get_uint64());
    }
    return {};
}

std::optional<bool> dynamic_object::get_bool(std::string_view path) const {
    const boost::json::value* v = get(path);
    if (!v || !v->is_bool()) return {};
    return v->get_bool();
}

result<> dynamic_object::set(std::string_view path, boost::json::value value) {
    const auto steps = detail::split_path(path);
    if (!steps) return error(errc::bad_data, fmt::format("setting \"{}\": the path is invalid", path));
    if (!can_create_path(json_, *steps)) {
        return error(
            errc::bad_data,
            fmt::format(
                "setting \"{}\": the path leads through something that is neither an object nor a list, "
                "or beyond the end of a list",
                path));
    }
    boost::json::value* at = &json_[steps->front().key];
    for (std::size_t i = 1; i < steps->size(); ++i) at = &create_step(*at, (*steps)[i]);
    *at = std::move(value);
    meta_.reset();
    return {};
}

bool dynamic_object::erase(std::string_view path) {
    const auto steps = detail::split_path(path);
    if (!steps || !follow(json_, *steps)) return false;
    meta_.reset();
    const path_step& last = steps->back();
    if (steps->size() == 1) return json_.erase(last.key) > 0;
    std::vector<path_step> above(steps->begin(), steps->end() - 1);
    // json_ is a non-const member
    auto& parent = const_cast<boost::json::value&>(*follow(json_, above));
    if (last.index) {
        parent.get_array().erase(parent.get_array().begin() + static_cast<std::ptrdiff_t>(*last.index));
    } else {
        parent.get_object().erase(last.key);
    }
    return true;
}

kind_info dynamic_kind(group_version_kind gvk, std::string plural, scope where, bool has_status) {
    // The decoder fills a JSON object at the address of the dynamic object.
    static_assert(std::is_standard_layout_v<dynamic_object>);
    static_assert(offsetof(dynamic_object, json_) == 0);
    kind_info k;
    k.list_kind = gvk.kind + "List";
    k.gvk = std::move(gvk);
    k.plural = std::move(plural);
    k.scope = where;
    k.has_status = has_status;
    k.dynamic = true;
    k.type = &json::type_of<boost::json::object>();
    k.meta = [](const void* o) -> const basic_meta& { return static_cast<const dynamic_object*>(o)->meta(); };
    k.full_meta = [](const void* o) -> const object_meta* {
        return &static_cast<const dynamic_object*>(o)->meta();
    };
    k.make = []() -> std::shared_ptr<void> { return std::make_shared<dynamic_object>(); };
    return k;
}

}}  // namespace setpoint::v0
