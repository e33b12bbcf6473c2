#include "cel/parser.hpp"

#include "cel/lexer.hpp"
#include "cel/operators.hpp"
#include "cel/syntax_errors.hpp"
#include "cel/syntax_reader.hpp"
#include "cel/unescape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::array<std::string_view, 21> reserved = {
    "as",  "break", "const",   "continue",  "else", "false",  "for",  "function", "if",   "import", "in",
    "let", "loop",  "package", "namespace", "null", "return", "true", "var",      "void", "while"};

bool is_reserved(std::string_view name) {
    return std::find(reserved.begin(), reserved.end(), name) != reserved.end();
}

struct binary_operator {
    std::string_view text;
    std::string_view function;
    int precedence;  // of calc: 2 for products, 1 for sums
};

constexpr std::array<binary_operator, 5> calc_operators = {{{"*", operators::multiply, 2},
                                                            {"/", operators::divide, 2},
                                                            {"%", operators::modulo, 2},
                                                            {"+", operators::add, 1},
                                                            {"-", operators::subtract, 1}}};
constexpr std::array<binary_operator, 7> relation_operators = {{{"<", operators::less, 1},
                                                                {"<=", operators::less_equals, 1},
                                                                {">=", operators::greater_equals, 1},
                                                                {">", operators::greater, 1},
                                                                {"==", operators::equals, 1},
                                                                {"!=", operators::not_equals, 1},
                                                                {"in", operators::in, 1}}};

template <std::size_t n>
const binary_operator* find_operator(const std::array<binary_operator, n>& table, const token& next) {
    if (next.kind != token_kind::symbol) return nullptr;
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto& each) { return each.text == next.text; });
    return found == table.end() ? nullptr : &*found;
}

// A descent by the rules of cel-spec's grammar. Each rule counts how deep it is nested, as ANTLR counts it,
// since that is limited.
class parser : private syntax_reader {
public:
    // `all`, the tokens of the tree's source, must outlive the parser.
    parser(ast& tree, const parser_options& options, const std::vector<token>& all, issues& found)
        : syntax_reader(all), found_(found), options_(options), tree_(tree), make_(tree) {}

    expr* run() {
        expr* root = expression();
        if (!at_end()) stop();
        if (root->height > options_.deepest) throw too_deep("max recursion depth exceeded");
        return root;
    }

private:
    struct nesting {
        nesting(parser& owner, int& depth) : depth_(depth) { owner.enter(depth_); }
        nesting(const nesting&) = delete;
        nesting& operator=(const nesting&) = delete;
        ~nesting() { depth_ -= entered; }
        int& depth_;
        int entered = 1;
    };

    void enter(int& depth) const {
        if (++depth > options_.deepest) {
            throw too_deep(fmt::format("expression recursion limit exceeded: {}", options_.deepest));
        }
    }

    static expr* raised(expr* node, std::initializer_list<const expr*> below, int by) {
        int height = 0;
        for (const expr* each : below) height = std::max<int>(height, each->height);
        node->height = static_cast<std::uint16_t>(std::min(height + by, 60'000));
        return node;
    }

    expr* expression() {
        const nesting here(*this, expr_depth_);
        expr* condition = logical(true);
        if (!is("?")) return condition;
        const int id = make_.new_id(take().start);
        expr* yes = logical(true);
        expect(":");
        expr* no = expression();
        return raised(make_.call(id, operators::conditional, {condition, yes, no}), {condition, yes, no}, 1);
    }

    // conditionalOr and conditionalAnd: a balanced tree of all terms.
    expr* logical(bool is_or) {
        const auto term = [&] { return is_or ? logical(false) : relation(); };
        std::vector<expr*> terms{term()};
        std::vector<int> ids;
        while (is(is_or ? "||" : "&&")) {
            const std::int32_t at = take().start;
            terms.push_back(term());
            ids.push_back(make_.new_id(at));
        }
        return terms.size() == 1 ? terms[0]
                                 : balanced(is_or ? operators::logical_or : operators::logical_and, terms,
                                            ids, 0, ids.size() - 1);
    }

    expr* balanced(std::string_view function, const std::vector<expr*>& terms, const std::vector<int>& ids,
                   std::size_t low, std::size_t high) {
        const std::size_t middle = (low + high + 1) / 2;
        expr* left = middle == low ? terms[middle] : balanced(function, terms, ids, low, middle - 1);
        expr* right = middle == high ? terms[middle + 1] : balanced(function, terms, ids, middle + 1, high);
        return raised(make_.call(ids[middle], function, {left, right}), {left, right}, 0);
    }

    expr* relation() {
        nesting here(*this, relation_depth_);
        expr* left = calc(1);
        while (const binary_operator* found = find_operator(relation_operators, peek())) {
            enter(relation_depth_);
            ++here.entered;
            const int id = make_.new_id(take().start);
            enter(relation_depth_);  // the right operand is a relation too
            expr* right = calc(1);
            --relation_depth_;
            left = raised(make_.call(id, found->function, {left, right}), {left, right}, 1);
        }
        return left;
    }

    expr* calc(int least) {
        nesting here(*this, calc_depth_);
        expr* left = unary();
        for (;;) {
            const binary_operator* found = find_operator(calc_operators, peek());
            if (found == nullptr || found->precedence < least) return left;
            enter(calc_depth_);
            ++here.entered;
            const int id = make_.new_id(take().start);
            expr* right = calc(found->precedence + 1);
            left = raised(make_.call(id, found->function, {left, right}), {left, right}, 1);
        }
    }

    expr* unary() {
        if (!is("!") && !is("-")) return member();
        const token first = peek();
        if (is("-") && is_number(peek(1))) return member();
        std::size_t count = 0;
        for (; is(first.text); ++count) take();
        if (count % 2 == 0) return member();
        const int id = make_.new_id(first.start);
        expr* operand = member();
        const std::string_view function = first.text == "!" ? operators::logical_not : operators::negate;
        return raised(make_.call(id, function, {operand}), {operand}, 0);
    }

    expr* member() {
        nesting here(*this, member_depth_);
        expr* operand = primary();
        while (is(".") || is("[")) {
            enter(member_depth_);
            ++here.entered;
            operand = is(".") ? selection(operand) : indexed(operand);
        }
        return operand;
    }

    expr* selection(expr* operand) {
        const token dot = take();
        const bool optional = accept("?");
        const token name = expect_field();
        if (!optional && name.kind == token_kind::ident && is("(")) return member_call(operand, name);
        std::string_view field = field_name(name);
        if (optional) {
            if (!options_.optional_syntax) return unsupported(dot.start, ".?");
            const int id = make_.new_id(dot.start);
            expr* literal = make_.text_literal(make_.new_id(name.start), field);
            return raised(make_.call(id, operators::optional_select, {operand, literal}), {operand}, 1);
        }
        return raised(make_.select(make_.new_id(dot.start), operand, field), {operand}, 1);
    }

    std::string_view field_name(const token& name) {
        if (name.kind == token_kind::ident) return name.text;
        if (!options_.quoted_idents) report(make_.new_id(name.start), "unsupported syntax: '`'");
        return name.text.substr(1, name.text.size() - 2);
    }

    expr* member_call(expr* target, const token& name) {
        const int id = make_.new_id(peek().start);
        std::vector<expr*> args = call_arguments();
        int height = target->height;
        for (const expr* arg : args) height = std::max<int>(height, arg->height);
        expr* made = expand(id, name.text, target, args);
        if (made == nullptr) made = make_.call(id, name.text, args, target);
        made->height = static_cast<std::uint16_t>(height + 1);
        return made;
    }

    expr* indexed(expr* operand) {
        const token bracket = take();
        const bool optional = accept("?");
        const int id = make_.new_id(bracket.start);
        expr* index = expression();
        expect("]");
        if (optional && !options_.optional_syntax) return unsupported(bracket.start, "[?");
        const std::string_view function = optional ? operators::optional_index : operators::index;
        return raised(make_.call(id, function, {operand, index}), {operand, index}, 1);
    }

    expr* primary() {
        const token& next = peek();
        if (is("(")) {
            take();
            expr* nested = expression();
            expect(")");
            return nested;
        }
        if (is("[")) return list_literal();
        if (is("{")) return map_literal();
        if (next.kind == token_kind::ident || is(".")) return name_or_call();
        if (expr* made = literal()) return made;
        stop();
    }

    expr* name_or_call() {
        const token first = peek();
        const bool rooted = accept(".");
        if (peek().kind != token_kind::ident) stop();
        if (is_message()) return message_literal(rooted);
        const token name = take();
        const bool call = is("(");
        if (is_reserved(name.text)) {
            if (call) call_arguments();
            return report(make_.new_id(first.start), fmt::format("reserved identifier: {}", name.text));
        }
        const std::string_view full = rooted ? make_.keep("." + std::string(name.text)) : name.text;
        if (!call) return make_.ident(make_.new_id(name.start), full);
        const int id = make_.new_id(peek().start);
        std::vector<expr*> args = call_arguments();
        int height = 0;
        for (const expr* arg : args) height = std::max<int>(height, arg->height);
        expr* made = expand(id, full, nullptr, args);
        if (made == nullptr) made = make_.call(id, full, args);
        made->height = static_cast<std::uint16_t>(height);
        return made;
    }

    std::vector<expr*> call_arguments() {
        expect("(");
        std::vector<expr*> args;
        if (!is(")")) {
            do args.push_back(expression());
            while (accept(","));
        }
        expect(")");
        return args;
    }

    expr* list_literal() {
        const int id = make_.new_id(take().start);
        std::vector<expr*> elements;
        std::vector<bool> optionals;
        int height = 0;
        while (!is("]") && !(elements.empty() && is(","))) {
            optionals.push_back(optional_mark());
            elements.push_back(expression());
            height = std::max<int>(height, elements.back()->height);
            if (!accept(",") || !starts_expression()) break;
        }
        if (elements.empty()) accept(",");
        expect("]");
        expr* made = make_.list(id, elements, optionals);
        made->height = static_cast<std::uint16_t>(height);
        return made;
    }

    bool optional_mark() {
        const token mark = peek();
        if (!accept("?")) return false;
        if (!options_.optional_syntax) unsupported(mark.start, "?");
        return true;
    }

    expr* map_literal() {
        const int id = make_.new_id(take().start);
        return braced(id, {}, [&](entry& made) { made.key = expression(); });
    }

    expr* message_literal(bool rooted) {
        std::string name = rooted ? "." : "";
        for (;;) {
            name += take().text;
            if (!accept(".")) break;
            name += ".";
        }
        const int id = make_.new_id(take().start);
        return braced(id, make_.keep(name), [&](entry& made) { made.field = field_name(expect_field()); });
    }

    // The entries of a map, or of an object if it has a name.
    template <class Key>
    expr* braced(int id, std::string_view name, Key read_key) {
        std::vector<entry> entries;
        int height = 0;
        while (!is("}") && !(entries.empty() && is(","))) {
            entry& made = entries.emplace_back();
            made.optional = optional_mark();
            made.id = make_.new_id(-1);
            read_key(made);
            make_.set_offset(made.id, peek().start);
            expect(":");
            made.content = expression();
            height =
                std::max<int>({height, made.content->height, made.key != nullptr ? made.key->height : 0});
            if (!accept(",") || !starts_expression()) break;
        }
        if (entries.empty()) accept(",");
        expect("}");
        expr* made = make_.entries(id, name.empty() ? expr_kind::map : expr_kind::object, name, entries);
        made->height = static_cast<std::uint16_t>(height);
        return made;
    }

    expr* literal() {
        const bool negative = is("-") && is_number(peek(1));
        const std::int32_t start = peek().start;
        const token& next = peek(negative ? 1 : 0);
        expr* made = nullptr;
        switch (next.kind) {
            case token_kind::integer:
                made = integer_literal(start, next.text, negative);
                break;
            case token_kind::unsigned_integer:
                made = unsigned_literal(start, next.text);
                break;
            case token_kind::real:
                made = real_literal(start, next.text, negative);
                break;
            case token_kind::string:
                made = quoted_literal(start, next.text, false);
                break;
            case token_kind::bytes:
                made = quoted_literal(start, next.text.substr(1), true);
                break;
            case token_kind::keyword:
                made =
                    make_.literal(make_.new_id(start),
                                  next.text == "null" ? value::null() : value::boolean(next.text == "true"));
                break;
            default:
                return nullptr;
        }
        if (negative) take();
        take();
        return made;
    }

    expr* integer_literal(std::int32_t start, std::string_view text, bool negative) {
        const bool hex = text.starts_with("0x");
        const std::string digits = (negative ? "-" : "") + std::string(hex ? text.substr(2) : text);
        std::int64_t number = 0;
        const auto end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, number, hex ? 16 : 10);
        const int id = make_.new_id(start);
        if (error != std::errc() || stop != end) return report(id, "invalid int literal");
        return make_.literal(id, value::integer(number));
    }

    expr* unsigned_literal(std::int32_t start, std::string_view text) {
        text.remove_suffix(1);
        const bool hex = text.starts_with("0x");
        if (hex) text.remove_prefix(2);
        std::uint64_t number = 0;
        const auto [stop, error] =
            std::from_chars(text.data(), text.data() + text.size(), number, hex ? 16 : 10);
        const int id = make_.new_id(start);
        if (error != std::errc() || stop != text.data() + text.size())
            return report(id, "invalid uint literal");
        return make_.literal(id, value::unsigned_integer(number));
    }

    expr* real_literal(std::int32_t start, std::string_view text, bool negative) {
        const double number = std::strtod(std::string(text).c_str(), nullptr);
        const int id = make_.new_id(start);
        if (number > 1.7976931348623157e308) return report(id, "invalid double literal");
        return make_.literal(id, value::real(negative ? -number : number));
    }

    expr* quoted_literal(std::int32_t start, std::string_view text, bool bytes) {
        std::string error;
        const std::string content = unescape(text, bytes, error);
        if (!error.empty()) return report(make_.new_id(start), error);
        return make_.text_literal(make_.new_id(start), content, bytes);
    }

    expr* expand(int id, std::string_view name, expr* target, const std::vector<expr*>& args) {
        const macro* found = options_.find_macro(name, static_cast<int>(args.size()), target != nullptr);
        if (found == nullptr) return nullptr;
        macro_context context(make_, id);
        expr* made = found->expand(context, target, args);
        if (context.failed()) {
            made = report(make_.new_id(make_.offset_of(context.failed_at())), context.failure());
        }
        if (made != nullptr) make_.forget(id);
        return made;
    }

    expr* unsupported(std::int32_t at, std::string_view syntax) {
        return report(make_.new_id(at), fmt::format("unsupported syntax '{}'", syntax));
    }

    // An error that does not end the parse; the node stands for what could not be made.
    expr* report(int id, std::string message) {
        found_.add(tree_.position_of(id), std::move(message), id);
        return make_.make(expr_kind::unspecified, id);
    }

    issues& found_;
    const parser_options& options_;
    ast& tree_;
    builder make_;
    int expr_depth_ = 0;
    int relation_depth_ = 0;
    int calc_depth_ = 0;
    int member_depth_ = 0;
};

}  // namespace

void parse(ast& tree, const parser_options& options, issues& found) {
    if (tree.source.size() > options.longest) {
        found.add({}, fmt::format("expression code point size exceeds limit: size: {}, limit {}",
                                  tree.source.size(), options.longest));
        return;
    }
    const std::vector<token> all = tokenize(tree.source, found);
    try {
        expr* root = parser(tree, options, all, found).run();
        if (found.empty()) tree.root = root;
    } catch (const too_deep& limit) {
        found.add({}, limit.message);
    } catch (const syntax_stop&) {
        const std::size_t before = found.count();
        report_syntax_errors(tree.source, all, options.deepest, found);
        if (found.count() == before) found.add({}, "Syntax error");
    } catch (const memory_exhausted&) {
        found.add({}, "expression needs too much memory");
    }
}

}}}  // namespace setpoint::v0::cel
