#pragma once
// Parts of the functions that print cells of built-in kinds.

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/kind_code.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline bj::value cell(std::string_view s) {
    return bj::value(bj::string(s));
}
inline bj::value cell_or_none(std::string_view s) {
    return cell(s.empty() ? "<none>" : s);
}
// The text at spec.<keys>.
template <class... Keys>
bj::value spec_text_cell(const bj::object& o, Keys... keys) {
    return cell(text_at(o, {"spec", keys...}));
}
// One field of each object in the list, joined.
std::string joined_fields(const bj::array& list, std::string_view key, std::string_view separator = ",");
// Texts, joined by commas.
std::string joined_texts(const bj::array& list);
// The name, marked if `annotation` makes the class the default.
bj::value class_name_cell(const bj::object& o, const char* annotation);

}}}  // namespace setpoint::v0::apiserver
