// An expression: compiled, estimated and evaluated within the limits of cost and memory. Evaluating it twice
// gives the same.
#include "harness.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/program.hpp"

#include <boost/json/parse.hpp>

#include <array>

namespace setpoint { inline namespace v0 { namespace fuzz {

void expressions(std::string_view input) {
    static const setpoint::cel::environment env = [] {
        setpoint::cel::environment made = setpoint::cel::kubernetes_environment(36);
        made.add_variable("self", &setpoint::cel::types::dyn);
        return made;
    }();
    static const boost::json::value self =
        boost::json::parse(R"({"a": 1, "b": [1, "x", null], "s": "text", "m": {"k": 1.5}})");
    const setpoint::cel::compilation done = env.compile(input);
    expect(done.made.has_value() == done.error.empty(), "an expression or an error");
    if (!done.made) return;
    const setpoint::cel::cost_range cost = done.made->estimate();
    expect(cost.least <= cost.most, "the least cost is not above the most");
    const setpoint::cel::program made(*done.made);
    if (!made.valid()) return;
    setpoint::cel::arena memory;
    const std::array bindings = {setpoint::cel::binding{"self", setpoint::cel::json_value(self, memory)}};
    setpoint::cel::evaluation in(setpoint::cel::kubernetes_call_limit, std::size_t{8} << 20U);
    const std::string first = to_text(made.evaluate(in, bindings), in.memory());
    const std::uint64_t first_cost = in.cost();
    expect_equal(to_text(made.evaluate(in, bindings), in.memory()), first, "the second value is the first");
    expect(in.cost() == first_cost, "and costs the same");
}

}}}  // namespace setpoint::v0::fuzz
