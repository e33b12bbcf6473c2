#include "framework/api/definition_size.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

using boost::json::object;
using boost::json::value;

// The kind, spec and status, and their fields.
constexpr std::size_t kept_levels = 3;

// Calls visit(schema, level) for the schema and those in it.
template <class F>
void each_schema(object& schema, std::size_t level, F& visit) {
    visit(schema, level);
    if (value* const fields = schema.if_contains("properties"); fields && fields->is_object())
        for (auto& field : fields->get_object())
            if (field.value().is_object()) each_schema(field.value().get_object(), level + 1, visit);
    for (const char* const entry : {"items", "additionalProperties"})
        if (value* const inner = schema.if_contains(entry); inner && inner->is_object())
            each_schema(inner->get_object(), level + 1, visit);
}

template <class F>
void each_schema_of(object& definition, F visit) {
    for (value& version : definition.at("spec").at("versions").as_array())
        each_schema(version.at("schema").at("openAPIV3Schema").as_object(), 0, visit);
}

}  // namespace

void shorten_descriptions(object& definition, std::size_t most) {
    std::size_t size = boost::json::serialize(definition).size();
    if (size <= most) return;
    std::vector<std::size_t> bytes;  // of the descriptions on each level
    each_schema_of(definition, [&bytes](object& schema, std::size_t level) {
        if (bytes.size() <= level) bytes.resize(level + 1);
        if (const value* const text = schema.if_contains("description"))
            bytes[level] +=
                boost::json::serialize(*text).size() + std::string_view(R"("description":,)").size();
    });
    std::size_t levels = bytes.size();
    while (size > most && levels > kept_levels) size -= bytes[--levels];
    each_schema_of(definition, [levels](object& schema, std::size_t level) {
        if (level >= levels) schema.erase("description");
    });
}

}}  // namespace setpoint::v0
