#include "setpoint/cel/type.hpp"

#include <cctype>
#include <stdexcept>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

bool type::same_as(const type& other) const {
    if (this == &other) return true;
    if (kind_ != other.kind_ || name_ != other.name_ || parameters_.size() != other.parameters_.size())
        return false;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        if (!parameters_[i]->same_as(*other.parameters_[i])) return false;
    }
    return true;
}

std::string type::text() const {
    switch (kind_) {
        case type_kind::any:
            return "any";
        case type_kind::duration:
            return "duration";
        case type_kind::timestamp:
            return "timestamp";
        case type_kind::null:
            return "null";
        default:
            break;
    }
    if (nullable_) return "wrapper(" + std::string(name_) + ")";
    std::string text(name_);
    if (parameters_.empty()) return text;
    text += "(";
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        text += (i == 0 ? "" : ", ") + parameters_[i]->text();
    return text + ")";
}

const type* type_pool::add(type_kind kind, std::string_view name, std::vector<const type*> parameters,
                           bool nullable) {
    stored& kept = stored_.emplace_back(stored{std::string(name), std::move(parameters), nullptr});
    kept.made = std::make_unique<type>(kind, kept.name, kept.parameters, nullable);
    if (kept.made->weight() > 10'000) throw std::length_error("the type is too large");
    return kept.made.get();
}

const type* type_pool::list(const type* element) {
    return add(type_kind::list, "list", {element});
}
const type* type_pool::map(const type* key, const type* value) {
    return add(type_kind::map, "map", {key, value});
}
const type* type_pool::optional(const type* element) {
    return opaque("optional_type", {element});
}
const type* type_pool::type_of(const type* of) {
    return add(type_kind::type, "type", {of});
}
const type* type_pool::nullable(const type* primitive) {
    return add(primitive->kind(), primitive->name(), {}, true);
}
const type* type_pool::parameter(std::string_view name) {
    return add(type_kind::parameter, name, {});
}
const type* type_pool::object(std::string_view name) {
    return add(type_kind::object, name, {});
}
const type* type_pool::opaque(std::string_view name, std::vector<const type*> parameters) {
    return add(type_kind::opaque, name, std::move(parameters));
}

namespace {

void skip_spaces(std::string_view& text) {
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
}

std::string_view take_name(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_' || text[end] == '.'))
        ++end;
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    return name;
}

const type* primitive(std::string_view name) {
    static constexpr std::pair<std::string_view, const type*> known[] = {
        {"dyn", &types::dyn},      {"any", &types::any},           {"null", &types::null},
        {"bool", &types::boolean}, {"int", &types::integer},       {"uint", &types::unsigned_integer},
        {"double", &types::real},  {"string", &types::string},     {"bytes", &types::bytes},
        {"type", &types::meta},    {"duration", &types::duration}, {"timestamp", &types::timestamp}};
    for (const auto& [each, made] : known) {
        if (each == name) return made;
    }
    return nullptr;
}

}  // namespace

const type* type_pool::find(std::string_view name) {
    if (const type* found = primitive(name)) return found;
    if (const auto found = named_.find(name); found != named_.end()) return found->second;
    for (const type_pool* at = parent_.get(); at != nullptr; at = at->parent_.get()) {
        if (const auto found = at->named_.find(name); found != at->named_.end()) return found->second;
    }
    if (name.size() == 1 && std::isupper(static_cast<unsigned char>(name[0])) != 0) {
        return named_.emplace(name, parameter(name)).first->second;
    }
    throw std::invalid_argument("unknown type " + std::string(name));
}

const type* type_pool::parse_next(std::string_view& text) {
    skip_spaces(text);
    const std::string_view name = take_name(text);
    if (text.empty() || text[0] != '(') return find(name);
    std::vector<const type*> parameters;
    do {
        text.remove_prefix(1);
        parameters.push_back(parse_next(text));
        skip_spaces(text);
    } while (!text.empty() && text[0] == ',');
    if (text.empty() || text[0] != ')') throw std::invalid_argument("no ) in a type");
    text.remove_prefix(1);
    if (name == "list" && parameters.size() == 1) return list(parameters[0]);
    if (name == "map" && parameters.size() == 2) return map(parameters[0], parameters[1]);
    if (name == "optional" && parameters.size() == 1) return optional(parameters[0]);
    if (name == "type" && parameters.size() == 1) return type_of(parameters[0]);
    throw std::invalid_argument("unknown type " + std::string(name));
}

const type* type_pool::parse(std::string_view text) {
    const type* made = parse_next(text);
    skip_spaces(text);
    if (!text.empty()) throw std::invalid_argument("more than a type: " + std::string(text));
    return made;
}

}}}  // namespace setpoint::v0::cel
