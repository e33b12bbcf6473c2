#include "cel/builder.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cel {

expr* builder::make(expr_kind kind, int id) {
    expr* made = tree_.nodes.make<expr>();
    made->kind = kind;
    made->id = id;
    return made;
}

expr* builder::literal(int id, const value& content) {
    expr* made = make(expr_kind::literal, id);
    made->literal = content;
    return made;
}

expr* builder::text_literal(int id, std::string_view text, bool bytes) {
    const std::string_view kept = keep(text);
    return literal(id, bytes ? value::bytes(kept) : value::string(kept));
}

expr* builder::ident(int id, std::string_view name) {
    expr* made = make(expr_kind::ident, id);
    made->name = name;
    return made;
}

expr* builder::select(int id, expr* operand, std::string_view field) {
    expr* made = make(expr_kind::select, id);
    made->operand = operand;
    made->name = field;
    return made;
}

expr* builder::call(int id, std::string_view function, const std::vector<expr*>& args, expr* target) {
    expr* made = make(expr_kind::call, id);
    made->name = function;
    made->operand = target;
    made->member = target != nullptr;
    expr** copied = memory().make_array<expr*>(args.size());
    std::copy(args.begin(), args.end(), copied);
    made->args = {copied, args.size()};
    return made;
}

expr* builder::list(int id, const std::vector<expr*>& elements, const std::vector<bool>& optionals) {
    expr* made = call(id, {}, elements);
    made->kind = expr_kind::list;
    if (std::find(optionals.begin(), optionals.end(), true) != optionals.end()) {
        bool* flags = memory().make_array<bool>(optionals.size());
        std::copy(optionals.begin(), optionals.end(), flags);
        made->optionals = {flags, optionals.size()};
    }
    return made;
}

expr* builder::entries(int id, expr_kind kind, std::string_view name, const std::vector<entry>& content) {
    expr* made = make(kind, id);
    made->name = name;
    entry* copied = memory().make_array<entry>(content.size());
    std::copy(content.begin(), content.end(), copied);
    made->entries = {copied, content.size()};
    return made;
}

expr* macro_context::presence(expr* operand, std::string_view field) {
    expr* made = make_.select(id(), operand, field);
    made->test_only = true;
    return made;
}

expr* macro_context::fold(const comprehension& parts) {
    expr* made = make_.make(expr_kind::comprehension, id());
    made->fold = make_.memory().make<comprehension>(parts);
    return made;
}

expr* macro_context::copy(const expr* from) {
    if (from == nullptr) return nullptr;
    expr* made = make_.make(from->kind, make_.new_id(make_.offset_of(from->id)));
    const int made_id = made->id;
    *made = *from;
    made->id = made_id;
    made->operand = copy(from->operand);
    std::vector<expr*> args;
    for (const expr* arg : from->args) args.push_back(copy(arg));
    made->args = make_.call(0, {}, args)->args;
    std::vector<entry> entries(from->entries.begin(), from->entries.end());
    for (entry& each : entries) {
        each.id = id();
        each.key = copy(each.key);
        each.content = copy(each.content);
    }
    made->entries = make_.entries(0, expr_kind::map, {}, entries)->entries;
    if (from->fold != nullptr) {
        comprehension parts = *from->fold;
        for (expr** part : {&parts.range, &parts.init, &parts.condition, &parts.step, &parts.result})
            *part = copy(*part);
        made->fold = make_.memory().make<comprehension>(parts);
    }
    return made;
}

}}}  // namespace setpoint::v0::cel
