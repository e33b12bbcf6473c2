#include "framework/cache/list_items.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::size_t list_depth = 1, items_depth = 2;

bool is_between(char c) {
    return c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

void list_items::step_in_string(char c) {
    if (escaped_)
        escaped_ = false;
    else if (c == '\\')
        escaped_ = true;
    else if (c == '"')
        in_string_ = false;
    if (depth_ == list_depth && in_string_) key_ += c;
}

result<> list_items::step(char c) {
    const bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
    const bool between = in_items_ && depth_ == items_depth;
    if (between && !opens && !closes) {
        if (is_between(c)) return {};
        return error(errc::bad_data, "items contain something that is not an object");
    }
    if (c == '"') {
        in_string_ = true;
        if (depth_ == list_depth) key_.clear();
    } else if (opens) {
        if (depth_ == list_depth) in_items_ = c == '[' && key_ == "items";
        ++depth_;
    } else if (closes && depth_ > 0) {
        if (--depth_ == list_depth) in_items_ = false;
    }
    const bool of_item = in_items_ && (depth_ > items_depth || closes);
    (of_item ? item_ : envelope_) += c;
    item_complete_ = of_item && closes && depth_ == items_depth;
    return {};
}

result<std::string_view> list_items::next() {
    if (std::exchange(item_complete_, false)) item_.clear();
    while (!piece_.empty()) {
        const char c = piece_.front();
        piece_.remove_prefix(1);
        if (in_string_) {
            step_in_string(c);
            (in_items_ ? item_ : envelope_) += c;
        } else if (const auto ok = step(c); !ok) {
            return ok.error();
        }
        if (item_.size() > limit_)
            return error(errc::too_large, fmt::format("an item has more than {} bytes", limit_));
        if (envelope_.size() > limit_)
            return error(errc::too_large,
                         fmt::format("a list has more than {} bytes beside its items", limit_));
        if (item_complete_) return std::string_view(item_);
    }
    return std::string_view();
}

}}  // namespace setpoint::v0
