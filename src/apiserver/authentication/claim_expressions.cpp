#include "apiserver/authentication/claim_expressions.hpp"

#include "apiserver/authentication/claim_value.hpp"
#include "apiserver/policies/admission_types.hpp"
#include "cel/ast.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::string_view not_texts = "expression must return a string or a list of strings";

// As checked expressions refer to them, they live as long as the program.
struct claim_environments {
    claim_environments() {
        claims.add_variable("claims", pool.map(&cel::types::string, &cel::types::any));
        user.set_provider(&known);
        user.add_variable("user", known.find_type("kubernetes.UserInfo"));
    }
    cel::type_pool pool;
    policies::admission_types::variable_types none;
    policies::admission_types known{false, none};
    cel::environment claims = cel::kubernetes_environment(), user = cel::kubernetes_environment();
};

const cel::environment& environment_of(expression_over variable) {
    static const claim_environments made;
    return variable == expression_over::claims ? made.claims : made.user;
}

bool is_claims(const cel::expr* e) {
    return e != nullptr && e->kind == cel::expr_kind::ident && e->name == "claims";
}

// hasSelectExp: whether it selects that field of the claims anywhere.
bool selects(const cel::expr* e, std::string_view field) {
    if (e == nullptr) return false;
    const auto in = [&](const cel::expr* each) { return selects(each, field); };
    switch (e->kind) {
        case cel::expr_kind::select:
            return (is_claims(e->operand) && e->name == field) || in(e->operand);
        case cel::expr_kind::call: {
            if (!e->member && e->name == "_?._" && e->args.size() == 2 && is_claims(e->args[0]) &&
                e->args[1]->kind == cel::expr_kind::literal &&
                e->args[1]->literal.is(cel::value_kind::string) && e->args[1]->literal.text() == field)
                return true;
            for (const cel::expr* each : e->args)
                if (in(each)) return true;
            return e->member && in(e->operand);
        }
        case cel::expr_kind::list:
            for (const cel::expr* each : e->args)
                if (in(each)) return true;
            return false;
        case cel::expr_kind::map:
        case cel::expr_kind::object:
            for (const cel::entry& each : e->entries)
                if (in(each.key) || in(each.content)) return true;
            return false;
        case cel::expr_kind::comprehension:
            return in(e->fold->range) || in(e->fold->init) || in(e->fold->condition) || in(e->fold->step) ||
                   in(e->fold->result);
        default:
            return false;
    }
}

// `read` gets the value, or the text of an error.
template <class Read>
auto evaluate(const claim_expression& e, std::string_view variable, const cel::value& content,
              const Read& read) {
    cel::evaluation in(cel::kubernetes_call_limit);
    const cel::binding bound{variable, content};
    const cel::value made = e.made->evaluate(in, {&bound, 1});
    return read(made, in.memory());
}

error failed(const claim_expression& e, const cel::value& v) {
    return {errc::bad_data, fmt::format("expression '{}' resulted in error: {}", e.source, v.text())};
}

result<bool> truth_in(const claim_expression& e, std::string_view variable, const cel::value& content) {
    return evaluate(e, variable, content, [&](const cel::value& v, cel::arena&) -> result<bool> {
        if (v.is_error()) return failed(e, v);
        if (!v.is(cel::value_kind::boolean))
            return error(errc::bad_data, "validation expression must return a boolean");
        return v.as_boolean();
    });
}

}  // namespace

claim_expression compile_claim_expression(const std::string& source, expression_over variable,
                                          expression_result wanted, const std::string& path,
                                          field_errors& errors) {
    claim_expression out{.source = source};
    const cel::compilation done = environment_of(variable).compile(source);
    if (!done.made) {
        invalid(errors, path, bj::value(source), "compilation failed: " + done.error);
        return out;
    }
    if (wanted == expression_result::boolean && !done.made->result_type().same_as(cel::types::boolean)) {
        invalid(errors, path, bj::value(source), "must evaluate to bool");
        return out;
    }
    cel::program made(*done.made);
    if (!made.valid()) {
        invalid(errors, path, bj::value(source), "program instantiation failed: " + made.failure());
        return out;
    }
    out.made.emplace(std::move(made));
    if (variable == expression_over::claims) {
        out.uses_email = selects(done.made->tree().root, "email");
        out.uses_email_verified = selects(done.made->tree().root, "email_verified");
    }
    return out;
}

result<std::optional<std::string>> evaluated_text(const claim_expression& e, const bj::object& claims) {
    using text = std::optional<std::string>;
    return evaluate(e, "claims", claim_value(claims), [&](const cel::value& v, cel::arena&) -> result<text> {
        if (v.is_error()) return failed(e, v);
        if (!v.is(cel::value_kind::string)) return text();
        return text(std::string(v.text()));
    });
}

result<std::vector<std::string>> evaluated_texts(const claim_expression& e, const bj::object& claims) {
    using texts = std::vector<std::string>;
    const auto read = [&](const cel::value& v, cel::arena& memory) -> result<texts> {
        texts out;
        if (v.is_error()) return failed(e, v);
        if (v.is(cel::value_kind::null)) return out;
        if (v.is(cel::value_kind::string)) {
            if (!v.text().empty()) out.emplace_back(v.text());
            return out;
        }
        if (!v.is(cel::value_kind::list)) return error(errc::bad_data, std::string(not_texts));
        for (std::size_t i = 0; i < v.size(); ++i) {
            const cel::value each = v.at(i, memory);
            if (!each.is(cel::value_kind::string)) return error(errc::bad_data, std::string(not_texts));
            if (!each.text().empty()) out.emplace_back(each.text());
        }
        return out;
    };
    return evaluate(e, "claims", claim_value(claims), read);
}

result<bool> evaluated_truth(const claim_expression& e, const bj::object& claims) {
    return truth_in(e, "claims", claim_value(claims));
}

result<bool> evaluated_truth(const claim_expression& e, const user_info& user) {
    // All fields are there, also empty ones.
    bj::object seen{{"username", user.name}, {"uid", user.uid}};
    bj::array groups;
    for (const std::string& g : user.groups) groups.emplace_back(g);
    seen["groups"] = std::move(groups);
    bj::object extra;
    for (const auto& [key, values] : user.extra) {
        bj::array list;
        for (const std::string& v : values) list.emplace_back(v);
        extra[key] = std::move(list);
    }
    seen["extra"] = std::move(extra);
    return truth_in(e, "user", claim_value(seen));
}

}}}  // namespace setpoint::v0::apiserver::authentication
