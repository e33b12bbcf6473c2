#include "apiserver/go/text.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t max_errors = 100;
constexpr std::size_t max_text_depth = 256;

using chars = bj::string_view;
using type = schema_node::type;
using error_code = bj::error_code;

// Parser callbacks; a stack tracks the current path.
class handler {
public:
    static constexpr std::size_t max_object_size = bj::object::max_size();
    static constexpr std::size_t max_array_size = bj::array::max_size();
    static constexpr std::size_t max_key_size = bj::string::max_size();
    static constexpr std::size_t max_string_size = bj::string::max_size();

    std::vector<std::string> errors;

    explicit handler(const schema_node* s) : next_{s, s != nullptr} {}

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code&) { return begin(true); }
    bool on_array_begin(error_code&) { return begin(false); }
    bool on_object_end(std::size_t, error_code&) { return end(); }
    bool on_array_end(std::size_t, error_code&) { return end(); }
    bool on_key_part(chars s, std::size_t, error_code&) {
        key_.append(s.data(), s.size());
        return true;
    }
    bool on_key(chars s, std::size_t, error_code&) {
        key_.append(s.data(), s.size());
        if (skip_ == 0) field(std::exchange(key_, {}));
        key_.clear();
        return true;
    }
    bool on_string_part(chars, std::size_t, error_code&) { return true; }
    bool on_string(chars, std::size_t, error_code&) { return scalar(); }
    bool on_number_part(chars, error_code&) { return true; }
    bool on_int64(std::int64_t, chars, error_code&) { return scalar(); }
    bool on_uint64(std::uint64_t, chars, error_code&) { return scalar(); }
    bool on_double(double, chars, error_code&) { return scalar(); }
    bool on_bool(bool, error_code&) { return scalar(); }
    bool on_null(error_code&) { return scalar(); }
    bool on_comment_part(chars, error_code&) { return true; }
    bool on_comment(chars, error_code&) { return true; }

private:
    // The schema of a value. Untyped values have no unknown fields; values that are not examined
    // are untyped.
    struct value_schema {
        const schema_node* type = nullptr;
        bool typed = false, ignored = false;
    };
    struct frame {
        value_schema here;
        bool is_object;
        std::size_t index, path_length;
        std::set<std::string, std::less<>> seen;
    };

    bool begin(bool is_object) {
        item_path();
        const schema_node* t = next_.type;
        const bool fits = !next_.typed ||
                          (t && !t->preserve_unknown && t->what == (is_object ? type::object : type::array));
        if (skip_ != 0 || next_.ignored || !fits) {
            ++skip_;
            return true;
        }
        frames_.push_back({next_, is_object, 0, path_.size(), {}});
        if (!is_object) next_ = item_of(frames_.back().here);
        return true;
    }

    bool end() {
        if (skip_ != 0) {
            if (--skip_ == 0) after_value();
            return true;
        }
        frames_.pop_back();
        after_value();
        return true;
    }

    bool scalar() {
        if (skip_ == 0) after_value();
        return true;
    }

    void after_value() {
        if (frames_.empty()) return;
        path_.resize(frames_.back().path_length);
        if (frames_.back().is_object) return;
        ++frames_.back().index;
        next_ = item_of(frames_.back().here);
    }

    void item_path() {
        if (skip_ != 0 || frames_.empty() || frames_.back().is_object) return;
        path_ += "[" + std::to_string(frames_.back().index) + "]";
    }

    static value_schema item_of(const value_schema& list) {
        return list.typed ? value_schema{list.type->items, true, list.type->items == nullptr}
                          : value_schema{};
    }

    void field(const std::string& name) {
        frame& f = frames_.back();
        path_.resize(f.path_length);
        next_ = f.here;
        if (f.here.typed) {
            const schema_node* declared = f.here.type->find(name);
            if (!declared) declared = f.here.type->additional;
            next_ = {declared, true, declared == nullptr};
        }
        const std::string at = path_.empty() ? name : path_ + "." + name;
        if (next_.ignored) {
            add_error("unknown field", at);
        } else if (!f.seen.insert(name).second) {
            add_error("duplicate field", at);
        }
        path_ = at;
    }

    void add_error(std::string_view what, const std::string& path) {
        if (errors.size() >= max_errors) return;
        std::string text = std::string(what) + " " + go_text::quoted(path);
        for (const auto& e : errors) {
            if (e == text) return;
        }
        errors.push_back(std::move(text));
    }

    std::vector<frame> frames_;
    std::size_t skip_ = 0;
    value_schema next_;
    std::string path_, key_;
};

}  // namespace

std::vector<std::string> strict_errors(const schema_node* s, std::string_view json_text) {
    bj::parse_options options;
    options.max_depth = max_text_depth;
    bj::basic_parser<handler> parser(options, s);
    error_code error;
    parser.write_some(false, json_text.data(), json_text.size(), error);
    if (error) return {};
    return std::move(parser.handler().errors);
}

}}}  // namespace setpoint::v0::apiserver
