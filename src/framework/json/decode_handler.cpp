#include "framework/json/decode_handler.hpp"

#include "framework/json/field_lookup.hpp"
#include "framework/json/number.hpp"

#include <boost/json/basic_parser.hpp>

#include <limits>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

std::string_view expected(const type_info& type) {
    switch (type.kind) {
        case type_kind::boolean:
            return "a boolean";
        case type_kind::int32:
        case type_kind::int64:
            return "an integer";
        case type_kind::number:
            return "a number";
        case type_kind::std_string:
        case type_kind::shared_text:
        case type_kind::enumeration:
            return "a string";
        case type_kind::object:
        case type_kind::map:
        case type_kind::any:
            return "an object";
        case type_kind::list:
            return "a list";
        case type_kind::optional:
            return expected(*type.element);
        case type_kind::scalar:
            break;
    }
    switch (static_cast<scalar_type>(type.scalar_type)) {
        case scalar_type::string:
            return "a string";
        case scalar_type::integer:
            return "an integer";
        case scalar_type::number:
            return "a number";
        case scalar_type::int_or_string:
            return "an integer or a string";
    }
    return "something else";
}

// Map keys are foreign text: no control characters and no long texts in a log line.
void append_key(std::string& out, std::string_view key) {
    constexpr std::size_t longest = 128;
    out += '[';
    for (const char c : key.substr(0, longest))
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    if (key.size() > longest) out += "...";
    out += ']';
}

struct key_search {
    const void* inside;  // the value of the entry, or something inside it
    std::size_t size;
    std::string_view found;
};

}  // namespace

decode_handler::decode_handler(const decode_options& options)
    : frames_(std::make_unique_for_overwrite<frame[]>(options.max_depth + std::size_t{1})),
      top_(frames_.get()),
      pool_(options.pool),
      max_depth_(options.max_depth) {}

void decode_handler::start(const type_info& type, void* target) {
    top_ = frames_.get();
    *top_ = {};
    type_ = &type;
    at_ = target;
    skip_ = tree_ = 0;
    in_list_ = unique_ = false;
    pending_ = false;
    problem_.clear();
}

void decode_handler::part(chars s) {
    if (!pending_) parts_.clear();
    pending_ = true;
    parts_.append(s.data(), s.size());
}

std::string_view decode_handler::joined(std::string_view last) {
    pending_ = false;
    return parts_.append(last);
}

void* decode_handler::entry(std::string_view key) {
    const type_ops& ops = top_->type->ops;
    // All but objects are replaced completely.
    const type_info& element = *top_->type->element;
    const bool may_keep = element.kind == type_kind::object;
    const std::size_t before = may_keep ? ops.map_size(top_->object) : 0;
    void* const at = ops.insert_text
                         ? ops.insert_text(top_->object, pool_ ? pool_->intern(key) : interned_string(key))
                         : ops.insert(top_->object, key);
    // The last of duplicate keys wins, as in Go's maps.
    if (may_keep && ops.map_size(top_->object) == before) [[unlikely]] {
        element.ops.destroy(at);
        element.ops.construct(at);
    }
    return at;
}

void decode_handler::reset_duplicate() {
    // The last one wins, so nothing of the first may remain. Fields share bits from the 65th on; a
    // needless reset is harmless, since an object's fields are about to be decoded again.
    switch (type_->kind) {
        case type_kind::object:
            if (top_->type->fields.size() > 64) return;
            type_->ops.destroy(at_);
            type_->ops.construct(at_);
            return;
        default:
            return;  // all others are replaced completely
    }
}

void decode_handler::set_key(std::string_view key) {
    if (pending_) [[unlikely]]
        key = joined(key);
    if (tree_ != 0) [[unlikely]]
        return stack_.push_key(to_boost(key));
    frame& top = *top_;
    if (top.type->kind == type_kind::map) {
        at_ = entry(key);
        return;
    }
    const std::size_t index = field_index(*top.type, key);
    if (index == no_field) {
        top.field = nullptr;
        type_ = nullptr;
        return;
    }
    const field_info& f = top.type->fields.data()[index];
    top.field = &f;
    type_ = f.type;
    at_ = static_cast<char*>(top.object) + f.offset;
    unique_ = f.unique;
    const std::uint64_t bit = std::uint64_t{1} << (index & 63);
    if ((top.seen & bit) != 0) [[unlikely]]
        reset_duplicate();
    top.seen |= bit;
}

bool decode_handler::begin(bool object, error_code& ec) {
    if (tree_ != 0) return ++tree_, true;
    const slot s = take();
    const std::string_view found = object ? "an object" : "a list";
    switch (s.type->kind) {
        case type_kind::any:
            if (s.type->object_only && !object) return mismatch(*s.type, found, ec, 1);
            stack_.reset();
            tree_slot_ = s;
            tree_ = 1;
            return true;
        case type_kind::object:
            if (!object) return mismatch(*s.type, found, ec, 1);
            break;
        case type_kind::map:
            if (!object) return mismatch(*s.type, found, ec, 1);
            s.type->ops.clear(s.at);
            break;
        case type_kind::list:
            if (object) return mismatch(*s.type, found, ec, 1);
            s.type->ops.clear(s.at);
            break;
        default:
            return mismatch(*s.type, found, ec, 1);
    }
    *++top_ = {s.type, s.at, nullptr, 0, unique_};
    at_ = nullptr;
    enter();
    return true;
}

bool decode_handler::end_object(std::size_t n, error_code& ec) {
    if (tree_ != 0) return end_in_tree(n, true, ec);
    const type_info* const ended = top_->type;
    if (ended->kind == type_kind::map && ended->ops.shrink) ended->ops.shrink(top_->object);
    pop();
    if (ended == item_) [[unlikely]]
        items_->item_done();
    return true;
}

bool decode_handler::end_list(std::size_t n, error_code& ec) {
    if (tree_ != 0) return end_in_tree(n, false, ec);
    top_->type->ops.shrink(top_->object);
    pop();
    return true;
}

bool decode_handler::end_in_tree(std::size_t n, bool object, error_code& ec) {
    if (object) {
        stack_.push_object(n);
    } else {
        stack_.push_array(n);
    }
    if (--tree_ != 0) return true;
    return store(tree_slot_, stack_.release(), ec);
}

decode_handler::slot decode_handler::take() {
    if (in_list_) next_element();
    slot s{type_, at_};
    while (s.type->kind == type_kind::optional) s = {s.type->element, s.type->ops.emplace(s.at)};
    return s;
}

bool decode_handler::store(slot s, boost::json::value v, error_code& ec) {
    if (s.type->object_only) {
        if (!v.is_object()) return mismatch(*s.type, "something else", ec);
        *static_cast<boost::json::object*>(s.at) = std::move(v.get_object());
    } else {
        *static_cast<boost::json::value*>(s.at) = std::move(v);
    }
    if (s.type == item_) items_->item_done();
    return true;
}

bool decode_handler::set_string(std::string_view s, error_code& ec) {
    if (pending_) [[unlikely]]
        s = joined(s);
    if (tree_ != 0) [[unlikely]]
        return stack_.push_string(to_boost(s)), true;
    const slot to = take();
    if (to.type->kind != type_kind::shared_text) return set_other_string(*to.type, to.at, s, ec);
    *static_cast<interned_string*>(to.at) = pool_ && !unique_ ? pool_->intern(s) : interned_string(s);
    return true;
}

bool decode_handler::set_other_string(const type_info& type, void* at, std::string_view s, error_code& ec) {
    switch (type.kind) {
        case type_kind::std_string:
            static_cast<std::string*>(at)->assign(s);
            return true;
        case type_kind::enumeration:
            for (const enum_entry& e : type.values)
                if (e.name == s) return type.ops.enum_set(at, e.value), true;
            return mismatch_enum(type, ec);
        case type_kind::scalar: {
            const auto t = static_cast<scalar_type>(type.scalar_type);
            if (t != scalar_type::string && t != scalar_type::int_or_string)
                return mismatch(type, "a string", ec);
            return type.ops.parse(s, at) || invalid(type, ec);
        }
        case type_kind::any:
            if (type.object_only) return mismatch(type, "a string", ec);
            return store({&type, at}, to_boost(s), ec);
        default:
            return mismatch(type, "a string", ec);
    }
}

bool decode_handler::set_integer(std::int64_t i, error_code& ec) {
    pending_ = false;
    if (tree_ != 0) return stack_.push_int64(i), true;
    const slot s = take();
    switch (s.type->kind) {
        case type_kind::int32:
            if (i < std::numeric_limits<std::int32_t>::min() || i > std::numeric_limits<std::int32_t>::max())
                return fail("the integer does not fit in 32 bits", ec);
            *static_cast<std::int32_t*>(s.at) = static_cast<std::int32_t>(i);
            return true;
        case type_kind::int64:
            *static_cast<std::int64_t*>(s.at) = i;
            return true;
        case type_kind::number:
            *static_cast<double*>(s.at) = static_cast<double>(i);
            return true;
        case type_kind::scalar:
            if (static_cast<scalar_type>(s.type->scalar_type) == scalar_type::string)
                return mismatch(*s.type, "a number", ec);
            return s.type->ops.parse_number(i, s.at) || invalid(*s.type, ec);
        case type_kind::any:
            if (s.type->object_only) return mismatch(*s.type, "a number", ec);
            return store(s, i, ec);
        default:
            return mismatch(*s.type, "a number", ec);
    }
}

bool decode_handler::set_unsigned(std::uint64_t u, error_code& ec) {
    pending_ = false;
    if (tree_ != 0) return stack_.push_uint64(u), true;
    const slot s = take();
    switch (s.type->kind) {
        case type_kind::int32:
            return fail("the integer does not fit in 32 bits", ec);
        case type_kind::int64:
            return fail("the integer does not fit in 64 bits", ec);
        case type_kind::number:
            *static_cast<double*>(s.at) = static_cast<double>(u);
            return true;
        case type_kind::any:
            if (s.type->object_only) return mismatch(*s.type, "a number", ec);
            return store(s, u, ec);
        case type_kind::scalar:
            if (static_cast<scalar_type>(s.type->scalar_type) != scalar_type::string)
                return fail("the integer does not fit in 64 bits", ec);
            [[fallthrough]];
        default:
            return mismatch(*s.type, "a number", ec);
    }
}

bool decode_handler::set_double(std::string_view last, error_code& ec) {
    // From the text: the parser's own conversion may be off by a few units in the last place.
    const std::string_view number = pending_ ? joined(last) : last;
    const std::optional<double> read = read_number(number);
    const bool in_range = read.has_value();
    // -0.0 becomes 0, like -0, which the parser reads as an integer
    const double d = read.value_or(0) + 0.0;
    if (tree_ != 0) {
        if (!in_range) return fail("the number is out of range", ec);
        return stack_.push_double(d), true;
    }
    const slot s = take();
    switch (s.type->kind) {
        case type_kind::int32:
        case type_kind::int64:
            if (number.find_first_of(".eE") != number.npos)
                return fail("expected an integer, found a number with a fraction or an exponent", ec);
            return fail(s.type->kind == type_kind::int32 ? "the integer does not fit in 32 bits"
                                                         : "the integer does not fit in 64 bits",
                        ec);
        case type_kind::number:
            if (!in_range) return fail("the number is out of range", ec);
            *static_cast<double*>(s.at) = d;
            return true;
        case type_kind::scalar:
            if (static_cast<scalar_type>(s.type->scalar_type) != scalar_type::number)
                return mismatch(*s.type, "a number", ec);
            return s.type->ops.parse(number, s.at) || invalid(*s.type, ec);
        case type_kind::any:
            if (s.type->object_only) return mismatch(*s.type, "a number", ec);
            if (!in_range) return fail("the number is out of range", ec);
            return store(s, d, ec);
        default:
            return mismatch(*s.type, "a number", ec);
    }
}

bool decode_handler::set_bool(bool b, error_code& ec) {
    if (tree_ != 0) return stack_.push_bool(b), true;
    const slot s = take();
    if (s.type->kind == type_kind::boolean) {
        *static_cast<bool*>(s.at) = b;
        return true;
    }
    if (s.type->kind == type_kind::any && !s.type->object_only) return store(s, b, ec);
    return mismatch(*s.type, "a boolean", ec);
}

void decode_handler::set_null() {
    if (tree_ != 0) return stack_.push_null();
    if (in_list_) next_element();
    switch (type_->kind) {
        case type_kind::optional:
        case type_kind::list:
        case type_kind::map:
            type_->ops.clear(at_);
            return;
        case type_kind::any:
            if (type_->object_only) {
                static_cast<boost::json::object*>(at_)->clear();
            } else {
                *static_cast<boost::json::value*>(at_) = nullptr;
            }
            return;
        default:
            return;
    }
}

bool decode_handler::fail(std::string_view what, error_code& ec, std::uint32_t opened) {
    problem_ = path();
    if (!problem_.empty()) problem_ += ": ";
    problem_ += what;
    if (items_ && skip_item(opened)) return true;
    ec = boost::json::error::syntax;
    return false;
}

// A value that does not fit a list item need not fail the list: the rest of the item is skipped.
bool decode_handler::skip_item(std::uint32_t opened) {
    frame* list = frames_.get() + 1;
    while (list <= top_ && list->type->element != item_) ++list;
    if (list > top_ || !items_->item_failed({errc::bad_data, problem_})) return false;
    skip_ = static_cast<std::uint32_t>(top_ - list) + tree_ + opened;
    tree_ = 0;
    stack_.reset();
    pending_ = false;
    problem_.clear();
    top_ = list;
    enter();
    return true;
}

bool decode_handler::can_skip(std::size_t& open) {
    error_code ignored;
    const bool described = skip_ == 0 && type_;
    // Without items the parser reports its own error.
    if (described && (!items_ || !fail(fmt::format("nested deeper than {} levels", max_depth_), ignored)))
        return false;
    open = skip_;
    return true;
}

std::string decode_handler::replay_prefix() const {
    std::string way;
    for (const frame* f = frames_.get() + 1; f <= top_; ++f)
        way += f->type->kind == type_kind::list ? "[" : "{\"\":";
    return way += "null";
}

bool decode_handler::mismatch(const type_info& type, std::string_view found, error_code& ec,
                              std::uint32_t opened) {
    return fail(fmt::format("expected {}, found {}", expected(type), found), ec, opened);
}

bool decode_handler::invalid(const type_info& type, error_code& ec) {
    return fail(fmt::format("not a valid {}", type.name.empty() ? "value" : type.name), ec);
}

bool decode_handler::mismatch_enum(const type_info& type, error_code& ec) {
    std::string what = "expected one of ";
    for (const enum_entry& e : type.values) {
        if (&e != &type.values.front()) what += ", ";
        what += e.name;
    }
    return fail(what, ec);
}

std::string decode_handler::path() const {
    std::string out;
    for (const frame* f = frames_.get() + 1; f <= top_; ++f) {
        const void* const child = f == top_ ? at_ : (f + 1)->object;
        const type_ops& ops = f->type->ops;
        if (f->type->kind == type_kind::object && f->field) {
            if (!out.empty()) out += '.';
            out += f->field->name;
        } else if (f->type->kind == type_kind::list && ops.size(f->object) > 0) {
            out += fmt::format("[{}]", ops.size(f->object) - 1);
        } else if (f->type->kind == type_kind::map) {
            key_search search{child, f->type->element->size, {}};
            ops.each(f->object, &search, [](void* context, std::string_view key, const void* value) {
                auto& s = *static_cast<key_search*>(context);
                const auto* const begin = static_cast<const char*>(value);
                const std::less<> before;
                const bool here = !before(s.inside, static_cast<const void*>(begin)) &&
                                  before(s.inside, static_cast<const void*>(begin + s.size));
                if (here) s.found = key;
                return !here;
            });
            if (search.found.data()) append_key(out, search.found);
        }
    }
    return out;
}

error decode_handler::failure(error_code ec, std::uint64_t offset) const {
    using boost::json::error;
    if (!problem_.empty()) return {errc::bad_data, problem_};
    std::string what;
    if (ec == error::too_deep) {
        what = fmt::format("nested deeper than {} levels", max_depth_);
    } else if (ec == error::string_too_large || ec == error::key_too_large) {
        what = "a string longer than 16 MiB";
    } else if (ec == error::incomplete) {
        what = fmt::format("the document ends too early, after {} bytes", offset);
    } else {
        what = fmt::format("not JSON: {} at byte {}", ec.message(), offset);
    }
    const std::string where = path();
    return {errc::bad_data, where.empty() ? what : fmt::format("{}, near {}", what, where)};
}

}}}  // namespace setpoint::v0::json
