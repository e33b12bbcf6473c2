#include "setpoint/cel/program.hpp"

#include "cel/node.hpp"
#include "cel/planner.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

struct program::plan {
    std::shared_ptr<const declarations> declared;  // which the nodes refer to
    arena constants;
    node_ptr root;
    std::size_t loops = 0;
};

program::program(const expression& from) {
    auto made = std::make_shared<plan>();
    made->declared = from.shared_declared();
    try {
        made->root = plan_expression(from.tree(), *made->declared, made->constants, made->loops);
        root_ = made->root.get();
        plan_ = std::move(made);
    } catch (const plan_failure& why) {
        failure_ = why.message;
    } catch (const memory_exhausted&) {
        failure_ = "program needs too much memory";
    } catch (const unhashable_key&) {
        failure_ = unhashable_key::message;
    } catch (const budget_exceeded&) {
        failure_ = "constants cost too much";
    }
}

value program::evaluate(evaluation& in, std::span<const binding> variables) const {
    in.memory_.clear();
    in.cost_ = 0;
    if (root_ == nullptr) return in.error(failure_);
    try {
        loop_state* loops = plan_->loops == 0 ? nullptr : in.memory_.make_array<loop_state>(plan_->loops);
        frame made(in, variables, loops);
        return root_->evaluate(made);
    } catch (const unhashable_key&) {
        return value::error(unhashable_key::message);
    } catch (const budget_exceeded&) {
        return value::error("operation cancelled: actual cost limit exceeded");
    } catch (const memory_exhausted&) {
        return value::error("operation cancelled: memory limit exceeded");
    }
}

}}}  // namespace setpoint::v0::cel
