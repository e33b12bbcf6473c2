#include "apiserver/policies/activation.hpp"

#include "apiserver/go/text.hpp"
#include "setpoint/cel/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

struct activation::slot {
    cel::evaluation in{cel::kubernetes_call_limit};
    cel::value content;
    std::string failure;
    bool done = false;
};

// The value of `variables`.
class activation::variable_access final : public cel::map_access {
public:
    virtual ~variable_access() = default;
    [[nodiscard]] std::size_t size(const void* data) const override { return all(data).size(); }
    [[nodiscard]] std::optional<cel::value> find(const void* data, const cel::value& key,
                                                 cel::arena&) const override {
        if (!key.is(cel::value_kind::string)) return std::nullopt;
        const std::optional<std::string> name = cel::unescape_property(key.text());
        if (!name) return std::nullopt;
        const auto* const found = static_cast<const activation*>(data)->compiler_.find_variable(*name);
        if (found == nullptr) return std::nullopt;
        return of(data).variable_value(*found);
    }
    [[nodiscard]] cel::value key_at(const void* data, std::size_t index, cel::arena&) const override {
        return cel::value::string(all(data)[index].name);
    }
    [[nodiscard]] cel::value value_at(const void* data, std::size_t index, cel::arena&) const override {
        return of(data).variable_value(all(data)[index]);
    }
    [[nodiscard]] const cel::type& type() const override {
        static const cel::type made{cel::type_kind::object, variables_type};
        return made;
    }

private:
    static const std::deque<expression_compiler::variable>& all(const void* data) {
        return static_cast<const activation*>(data)->compiler_.variables();
    }
    // The activation that made the value, which is not constant.
    static activation& of(const void* data) {
        return *const_cast<activation*>(static_cast<const activation*>(data));
    }
};

namespace {

cel::value view_of(const bj::object* object) {
    return object ? cel::json_value(*object) : cel::value::null();
}

}  // namespace

activation::activation(const policy_input& in, const expression_compiler& compiler, bool authorized)
    : compiler_(compiler), own_(cel::kubernetes_call_limit) {
    static const variable_access variables;
    bindings_ = {{"object", view_of(in.object)},
                 {"oldObject", view_of(in.old_object)},
                 {"params", view_of(in.params)},
                 {"request", view_of(in.request)},
                 {"namespaceObject", view_of(in.namespace_object)}};
    if (compiler.composed()) bindings_.push_back({"variables", cel::value::map(variables, this)});
    if (!authorized || in.authorizer == nullptr) return;
    bindings_.push_back({"authorizer", cel::make_authorizer(*in.authorizer, fixed_)});
    bindings_.push_back(
        {"authorizer.requestResource", cel::make_resource_check(*in.authorizer, in.resource, fixed_)});
}

activation::~activation() = default;

cel::value activation::variable_value(const expression_compiler::variable& of) {
    std::unique_ptr<slot>& held = slots_[of.name];
    if (held && held->done) return held->content;
    // A variable that uses itself replaced one of the same name: kube-apiserver does not survive it.
    if (held || depth_ == deepest_variables)
        return cel::value::error("variables use each other more than 32 levels deep");
    held = std::make_unique<slot>();
    slot& mine = *held;  // stays where it is while other variables are added
    if (!of.expression.error.empty()) {
        mine.failure = fmt::format("composited variable {} fails to compile: {}", go_text::quoted(of.name),
                                   of.expression.error);
    } else {
        ++depth_;
        mine.content = of.expression.made->evaluate(mine.in, bindings_);
        --depth_;
        spent_ += std::min(mine.in.cost(), cel::evaluation::no_limit - spent_);
        if (mine.content.is_error())
            mine.failure = fmt::format("composited variable {} fails to evaluate: {}",
                                       go_text::quoted(of.name), mine.content.text());
    }
    if (!mine.failure.empty()) mine.content = cel::value::error(mine.failure);
    mine.done = true;
    return mine.content;
}

std::optional<activation::result> activation::evaluate(const compiled_expression& e, std::uint64_t& budget) {
    if (!e.error.empty()) return result{{}, "compilation error: " + e.error};
    const cel::value made = e.made->evaluate(own_, bindings_);
    for (const std::uint64_t cost : {std::exchange(spent_, 0), own_.cost()}) {
        if (cost > budget) return std::nullopt;
        budget -= cost;
    }
    if (!made.is_error()) return result{made, {}};
    return result{{}, fmt::format("expression '{}' resulted in error: {}", e.source, made.text())};
}

}}}  // namespace setpoint::v0::apiserver::policies
