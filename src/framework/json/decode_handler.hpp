#pragma once
// Turns the parser's events into values of a described type, with a stack of {descriptor, object}:
// one entry per open described object or list. The paths of every event are inline here; rare ones
// are in decode_handler.cpp.

#include "framework/json/field_lookup.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/error.hpp>
#include <boost/json/string_view.hpp>
#include <boost/json/value_stack.hpp>

#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace json {

class decode_handler {
public:
    using error_code = boost::json::error_code;
    using chars = boost::json::string_view;

    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = 16 << 20;
    static constexpr std::size_t max_key_size = 16 << 20;

    explicit decode_handler(const decode_options& options);

    void start(const type_info& type, void* target);
    // Calls items.item_done() when a value whose type is `item` (this very table) is complete.
    void watch_items(const type_info& item, list_handler& items) {
        item_ = &item;
        items_ = &items;
    }
    // Returns the error of an event, or of the parser (`ec`, at byte `offset` of the document).
    error failure(error_code ec, std::uint64_t offset) const;

    // --- a value nested deeper than the parser supports ---
    // Whether it can be skipped: it is inside something that is not described, or inside a list
    // item that may fail. `open`: the number of objects and lists around it that are skipped with
    // it.
    bool can_skip(std::size_t& open);
    // Returns the beginning of a document that leads a parser to the position after the skipped
    // value. Its events are ignored after begin_replay(); the events after end_replay() continue as
    // if nothing had been skipped.
    std::string replay_prefix() const;
    void begin_replay() noexcept { skip_ = 1; }
    void end_replay() noexcept { skip_ = 0; }

    // After a name: whether its value is discarded.
    bool value_is_unknown() const noexcept { return skip_ != 0 || (tree_ == 0 && !type_); }

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code& ec) {
        if (skip_ != 0 || !type_) return ++skip_, true;
        return begin(true, ec);
    }
    bool on_array_begin(error_code& ec) {
        if (skip_ != 0 || !type_) return ++skip_, true;
        return begin(false, ec);
    }
    bool on_object_end(std::size_t n, error_code& ec) {
        if (skip_ != 0) return --skip_, true;
        return end_object(n, ec);
    }
    bool on_array_end(std::size_t n, error_code& ec) {
        if (skip_ != 0) return --skip_, true;
        return end_list(n, ec);
    }
    bool on_key_part(chars s, std::size_t, error_code&) {
        if (skip_ == 0) part(s);
        return true;
    }
    bool on_key(chars s, std::size_t, error_code&) {
        if (skip_ == 0) set_key({s.data(), s.size()});
        return true;
    }
    bool on_string_part(chars s, std::size_t, error_code&) {
        if (skip_ == 0 && type_) part(s);
        return true;
    }
    bool on_string(chars s, std::size_t, error_code& ec) {
        if (skip_ != 0 || !type_) return true;
        return set_string({s.data(), s.size()}, ec);
    }
    bool on_number_part(chars s, error_code&) {
        if (skip_ == 0 && type_) part(s);
        return true;
    }
    bool on_int64(std::int64_t i, chars, error_code& ec) {
        if (skip_ != 0 || !type_) return true;
        return set_integer(i, ec);
    }
    bool on_uint64(std::uint64_t u, chars, error_code& ec) {
        if (skip_ != 0 || !type_) return true;
        return set_unsigned(u, ec);
    }
    bool on_double(double, chars s, error_code& ec) {
        if (skip_ != 0 || !type_) return true;
        return set_double({s.data(), s.size()}, ec);
    }
    bool on_bool(bool b, error_code& ec) {
        if (skip_ != 0 || !type_) return true;
        return set_bool(b, ec);
    }
    bool on_null(error_code&) {
        if (skip_ != 0 || !type_) return true;
        set_null();
        return true;
    }
    bool on_comment_part(chars, error_code&) { return true; }
    bool on_comment(chars, error_code&) { return true; }

private:
    struct frame {
        const type_info* type;
        void* object;
        const field_info* field;  // of an object: the current field
        std::uint64_t seen;       // of an object: the fields seen, by index modulo 64
        bool unique;              // of a list or map: its strings are not worth sharing
    };
    struct slot {
        const type_info* type;
        void* at;
    };

    static chars to_boost(std::string_view s) { return {s.data(), s.size()}; }
    void part(chars s);
    std::string_view joined(std::string_view last);
    bool begin(bool object, error_code& ec);
    bool end_object(std::size_t n, error_code& ec);
    bool end_list(std::size_t n, error_code& ec);
    bool end_in_tree(std::size_t n, bool object, error_code& ec);
    void pop() {
        --top_;
        enter();
    }
    // Sets the destination for values of the innermost object or list.
    void enter() {
        in_list_ = top_->type && top_->type->kind == type_kind::list;
        type_ = top_->type ? top_->type->element : nullptr;
        unique_ = top_->unique;
    }
    void next_element() { at_ = top_->type->ops.append(top_->object); }
    void* entry(std::string_view key);
    void reset_duplicate();
    slot take();  // the destination of the next value, with optionals opened
    void set_key(std::string_view key);
    bool set_string(std::string_view s, error_code& ec);
    bool set_other_string(const type_info& type, void* at, std::string_view s, error_code& ec);
    bool set_integer(std::int64_t i, error_code& ec);
    bool set_unsigned(std::uint64_t u, error_code& ec);
    bool set_double(std::string_view last, error_code& ec);
    bool set_bool(bool b, error_code& ec);
    void set_null();
    bool store(slot s, boost::json::value v, error_code& ec);
    // `opened`: 1 if the value that does not fit has just begun an object or list.
    bool fail(std::string_view what, error_code& ec, std::uint32_t opened = 0);
    bool skip_item(std::uint32_t opened);
    bool mismatch(const type_info& type, std::string_view found, error_code& ec, std::uint32_t opened = 0);
    bool invalid(const type_info& type, error_code& ec);
    bool mismatch_enum(const type_info& type, error_code& ec);
    std::string path() const;

    // The bottom frame has no type: the document itself is its only value.
    std::unique_ptr<frame[]> frames_;
    frame* top_;
    // The destination of the next value; without a type it is discarded.
    const type_info* type_ = nullptr;
    void* at_ = nullptr;
    std::uint32_t skip_ = 0;  // depth inside something unknown
    std::uint32_t tree_ = 0;  // depth inside an `any`
    bool in_list_ = false, unique_ = false;
    bool pending_ = false;  // parts_ holds the beginning of the current token
    string_pool* pool_;
    std::string parts_;
    boost::json::value_stack stack_;
    slot tree_slot_ = {};
    const type_info* item_ = nullptr;
    list_handler* items_ = nullptr;
    std::string problem_;
    std::uint32_t max_depth_;
};

}}}  // namespace setpoint::v0::json
