#pragma once

#include "setpoint/cel/arena.hpp"
#include "setpoint/cel/issue.hpp"
#include "setpoint/cel/type.hpp"
#include "setpoint/cel/value.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

enum class expr_kind : std::uint8_t {
    unspecified,
    literal,
    ident,
    select,
    call,
    list,
    map,
    object,
    comprehension
};

struct expr;

// An entry of a map, or a field of an object (then without a key).
struct entry {
    int id = 0;
    expr* key = nullptr;
    std::string_view field;
    expr* content = nullptr;
    bool optional = false;
};

struct comprehension {
    expr* range = nullptr;
    std::string_view variable;
    std::string_view variable2;  // empty with one variable
    std::string_view accumulator;
    expr* init = nullptr;
    expr* condition = nullptr;
    expr* step = nullptr;
    expr* result = nullptr;
};

// A node; all nodes of an expression are in one arena.
struct expr {
    expr_kind kind = expr_kind::unspecified;
    bool test_only = false;    // select: has()
    bool member = false;       // call: operand is the target
    std::uint16_t height = 0;  // nesting that counts toward the parser's limit
    int id = 0;
    std::string_view name;            // ident, function, field, type
    value literal;                    // literal
    expr* operand = nullptr;          // select, member call
    std::span<expr*> args;            // call, list
    std::span<const bool> optionals;  // list: which elements are optional; empty if none is
    std::span<entry> entries;         // map, object
    comprehension* fold = nullptr;
};

// What the checker found out about an identifier or a call.
struct reference {
    std::string_view name;
    std::vector<std::string_view> overloads;
    bool found = false;
    bool is_type = false;
    const value* constant = nullptr;
};

// A parsed expression, and after the check the types and references of its nodes by id.
class ast {
public:
    explicit ast(source_text text) : source(std::move(text)) {}

    source_text source;
    arena nodes{arena::default_limit};
    type_pool types;
    expr* root = nullptr;
    std::vector<std::int32_t> offsets;  // by id; -1 without a position
    std::vector<const type*> type_of;   // by id; empty before the check
    std::vector<reference> reference_of;
    bool checked = false;

    [[nodiscard]] position position_of(int id) const {
        if (id < 0 || static_cast<std::size_t>(id) >= offsets.size() || offsets[id] < 0) return {-1, -1};
        return source.position_at(offsets[id]);
    }
};

}}}  // namespace setpoint::v0::cel
