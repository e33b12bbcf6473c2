#include "cel/validators.hpp"

#include "cel/extensions/format_check.hpp"
#include "cel/go_time.hpp"
#include "cel/pattern.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

class validator {
public:
    validator(const ast& tree, issues& found) : tree_(tree), found_(found) {}

    // cel-go runs one validator after the other over the whole expression.
    void run_literals() {
        for (const auto* function : {"duration", "timestamp", "matches"}) {
            literal_function_ = function;
            visit(tree_.root, false);
        }
        literal_function_ = {};
    }

    void run_homogeneous() {
        homogeneous_ = true;
        visit(tree_.root, false);
        homogeneous_ = false;
    }

    void run_formats() {
        formats_ = true;
        visit(tree_.root, false);
        formats_ = false;
    }

private:
    void visit(const expr* at, bool exempt) {
        if (at == nullptr) return;
        if (at->kind == expr_kind::call) {
            if (at->name == literal_function_) check_literal(at);
            if (formats_ && at->name == "format") check_format(tree_, at, found_);
            if (homogeneous_ && at->name == "format") exempt = true;
        }
        if (homogeneous_ && !exempt && at->kind == expr_kind::list) check_list(at);
        if (homogeneous_ && !exempt && at->kind == expr_kind::map) check_map(at);
        visit(at->operand, exempt);
        for (const expr* arg : at->args) visit(arg, exempt);
        for (const entry& each : at->entries) {
            visit(each.key, exempt);
            visit(each.content, exempt);
        }
        if (at->fold == nullptr) return;
        const comprehension& fold = *at->fold;
        for (const expr* part : {fold.range, fold.init, fold.condition, fold.step, fold.result})
            visit(part, exempt);
    }

    void check_literal(const expr* call) {
        if (call->args.empty() || call->args[0]->kind != expr_kind::literal) return;
        const value& literal = call->args[0]->literal;
        bool valid = literal.is(value_kind::string);
        if (literal_function_ == "timestamp" && literal.is(value_kind::integer)) {
            valid = literal.as_integer() >= least_unix_time && literal.as_integer() <= greatest_unix_time;
        }
        if (!literal.is(value_kind::string)) return valid ? void() : report_literal(call);
        if (literal_function_ == "duration") valid = parse_duration(literal.text()).has_value();
        if (literal_function_ == "timestamp") {
            const auto time = parse_timestamp(literal.text());
            valid = time && time->seconds >= least_unix_time && time->seconds <= greatest_unix_time;
        }
        if (literal_function_ == "matches") valid = compile_pattern(literal.text())->ok();
        if (!valid) report_literal(call);
    }

    void report_literal(const expr* call) {
        report(call->args[0]->id, fmt::format("invalid {} argument", literal_function_));
    }

    const type* type_of(const expr* at, bool optional) const {
        const type* of = tree_.type_of[at->id];
        return optional && !of->parameters().empty() ? of->parameters()[0] : of;
    }

    void check_list(const expr* list) {
        const type* expected = nullptr;
        for (std::size_t i = 0; i < list->args.size(); ++i) {
            const type* of = type_of(list->args[i], !list->optionals.empty() && list->optionals[i]);
            if (expected == nullptr) expected = of;
            if (!expected->same_as(*of)) return mismatch(list->args[i], expected, of);
        }
    }

    void check_map(const expr* map) {
        const type* key = nullptr;
        const type* content = nullptr;
        for (const entry& each : map->entries) {
            const type* key_type = type_of(each.key, false);
            const type* content_type = type_of(each.content, each.optional);
            if (key == nullptr) {
                key = key_type;
                content = content_type;
            }
            if (!key->same_as(*key_type)) mismatch(each.key, key, key_type);
            if (!content->same_as(*content_type)) mismatch(each.content, content, content_type);
        }
    }

    void mismatch(const expr* at, const type* expected, const type* actual) {
        report(at->id, fmt::format("expected type '{}' but found '{}'", expected->text(), actual->text()));
    }

    void report(int id, std::string message) { found_.add(tree_.position_of(id), std::move(message), id); }

    const ast& tree_;
    issues& found_;
    std::string_view literal_function_;
    bool homogeneous_ = false;
    bool formats_ = false;
};

}  // namespace

void validate(const ast& tree, const declarations& declared, issues& found) {
    validator made(tree, found);
    if (declared.options.validate_homogeneous) made.run_homogeneous();
    if (declared.options.validate_literals) made.run_literals();
    if (declared.options.validate_format) made.run_formats();
}

}}}  // namespace setpoint::v0::cel
