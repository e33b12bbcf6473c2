#include "cel/extensions/format_check.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

struct format_refusal {
    int id;
    std::string message;
};

// Compares the clauses of a constant text with the types of the elements of a literal list.
class format_checker {
public:
    format_checker(const ast& tree, const expr* call)
        : tree_(tree), call_(call), args_(call->args[0]->args) {}

    void run() {
        const std::string_view text = call_->operand->literal.text();
        for (std::size_t at = 0; at < text.size();) {
            if (text[at] != '%') {
                ++at;
            } else if (at + 1 < text.size() && text[at + 1] == '%') {
                at += 2;
            } else {
                if (at + 1 >= text.size()) refuse(call_->id, "unexpected end of string");
                if (next_ >= args_.size()) refuse(call_->id, fmt::format("index {} out of range", next_));
                clause(text, ++at);
                ++next_;
            }
        }
        if (args_.size() > next_) {
            refuse(call_->id,
                   fmt::format("too many arguments supplied to string.format (expected {}, got {})", next_,
                               args_.size()));
        }
    }

private:
    [[noreturn]] static void refuse(int id, std::string message) {
        throw format_refusal{id, std::move(message)};
    }

    void clause(std::string_view text, std::size_t& at) {
        const std::string_view wrong = "could not parse formatting clause: ";
        if (text[at] == '.') {
            const std::size_t end = text.find_first_not_of("0123456789", at + 1);
            if (end == std::string_view::npos) {
                refuse(
                    call_->id,
                    fmt::format("{}error while parsing precision: could not find end of precision specifier",
                                wrong));
            }
            if (end == at + 1) {
                refuse(call_->id,
                       fmt::format(
                           "{}error while parsing precision: error while converting precision to integer: "
                           "strconv.Atoi: parsing \"\": invalid syntax",
                           wrong));
            }
            at = end;
        }
        const char letter = text[at++];
        const expr* arg = args_[next_];
        using enum type_kind;
        switch (letter) {
            case 's':
                return string_argument(arg);
            case 'd':
                return expect(arg, {integer, unsigned_integer},
                              "decimal clause can only be used on integers");
            case 'f':
                return expect(arg, {real, string}, "fixed-point clause can only be used on doubles");
            case 'e':
                return expect(arg, {real, string}, "scientific clause can only be used on doubles");
            case 'b':
                return expect(arg, {integer, unsigned_integer, boolean},
                              "only integers and bools can be formatted as binary");
            case 'x':
            case 'X':
                return expect(arg, {integer, unsigned_integer, string, bytes},
                              "only integers, byte buffers, and strings can be formatted as hex");
            case 'o':
                return expect(arg, {integer, unsigned_integer}, "octal clause can only be used on integers");
            default:
                refuse(call_->id, fmt::format("{}unrecognized formatting clause \"{}\"", wrong, letter));
        }
    }

    void expect(const expr* arg, std::initializer_list<type_kind> kinds, std::string_view rule) {
        const type* of = tree_.type_of[arg->id];
        if (of->kind() == type_kind::dyn) return;
        for (const type_kind kind : kinds) {
            if (of->kind() == kind) return;
        }
        refuse(arg->id, fmt::format("error during formatting: {}, was given {}", rule, of->name()));
    }

    void string_argument(const expr* arg) {
        using enum type_kind;
        expect(arg,
               {list, map, integer, unsigned_integer, real, boolean, string, timestamp, bytes, duration,
                type_kind::type, null},
               "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, "
               "durations, and timestamps");
        if (arg->kind == expr_kind::list) {
            for (const expr* element : arg->args) string_argument(element);
        }
        if (arg->kind != expr_kind::map) return;
        for (const entry& each : arg->entries) {
            string_argument(each.key);
            string_argument(each.content);
        }
    }

    const ast& tree_;
    const expr* call_;
    std::span<expr* const> args_;
    std::size_t next_ = 0;
};

}  // namespace

void check_format(const ast& tree, const expr* call, issues& found) {
    const bool literal = call->member && call->operand->kind == expr_kind::literal &&
                         call->operand->literal.is(value_kind::string);
    if (!literal || call->args.size() != 1 || call->args[0]->kind != expr_kind::list) return;
    try {
        format_checker(tree, call).run();
    } catch (const format_refusal& why) {
        found.add(tree.position_of(why.id), why.message, why.id);
    }
}

}}}  // namespace setpoint::v0::cel
