#include "apiserver/kinds/shared/cells.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

std::string joined_fields(const bj::array& list, std::string_view key, std::string_view separator) {
    std::string out;
    bool first = true;
    for_each_object(list, [&](const bj::object& o, std::size_t) {
        if (!first) out += separator;
        first = false;
        out += text_at(o, key);
    });
    return out;
}

std::string joined_texts(const bj::array& list) {
    std::string out;
    for (const bj::value& v : list) out.append(out.empty() ? "" : ",").append(text_of(v));
    return out;
}

bj::value class_name_cell(const bj::object& o, const char* annotation) {
    std::string out(text_at(object_of(o, "metadata"), "name"));
    if (text_at(object_of(o, {"metadata", "annotations"}), annotation) == "true") out += " (default)";
    return cell(out);
}

}}}  // namespace setpoint::v0::apiserver
