#include "cli/validate/cel_command.hpp"

#include "cli/file.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/program.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <iostream>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view cel_explanation =
    "Evaluates a rule, a condition of a webhook or an expression of a policy, with the libraries and costs "
    "of\n"
    "kube-apiserver. The object is self and object, the one of --old is oldSelf and oldObject; both have no\n"
    "schema. Exit code 1: the evaluation ends with an error.\n"
    "  setpoint cel 'self.spec.replicas <= 5' --object deployment.yaml\n"
    "  kubectl get pod web -o yaml | setpoint cel 'object.spec.containers.map(c, c.image)' --object -";

boost::json::value read_object(const std::string& file, std::string_view flag) {
    const result<std::string> text = read_file(file);
    if (!text) throw fault(text.error().within(std::string(flag)));
    auto tree = json::parse_yaml(*text, file == "-" ? "standard input" : file);
    if (!tree) throw fault(errc::bad_config, tree.error().message);
    return *std::move(tree);
}

}  // namespace

cel_command::cel_command(CLI::App& parent)
    : app_(parent.add_subcommand("cel", "Evaluate an expression of CEL as kube-apiserver does")) {
    app_->get_formatter()->column_width(30);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->footer(std::string(cel_explanation));
    app_->add_option("EXPRESSION", expression_, "The expression")->required()->type_name("");
    app_->add_option("--object", object_, "YAML or JSON of self; -: standard input")->type_name("FILE");
    app_->add_option("--old", old_, "YAML or JSON of oldSelf")->type_name("FILE");
}

bool cel_command::is_chosen() const {
    return app_->parsed();
}

int cel_command::run() {
    boost::json::value object, old;
    cel::environment env = cel::kubernetes_environment();
    std::vector<std::pair<const char*, const boost::json::value*>> variables;
    if (!object_.empty()) {
        object = read_object(object_, "--object");
        variables.insert(variables.end(), {{"self", &object}, {"object", &object}});
    }
    if (!old_.empty()) {
        old = read_object(old_, "--old");
        variables.insert(variables.end(), {{"oldSelf", &old}, {"oldObject", &old}});
    }
    cel::arena memory;
    std::vector<cel::binding> bound;
    for (const auto& [name, tree] : variables) {
        env.add_variable(name, &cel::types::dyn);
        bound.push_back({name, cel::json_value(*tree, memory)});
    }
    const cel::compilation compiled = env.compile(expression_);
    if (!compiled.made) throw fault(errc::bad_config, compiled.error);
    const cel::program made(*compiled.made);
    if (!made.valid()) throw fault(errc::bad_config, made.failure());
    cel::evaluation in(cel::kubernetes_call_limit);
    const cel::value decided = made.evaluate(in, bound);
    if (decided.is_error()) {
        std::cerr << fmt::format("error: {}\ncost: {}\n", decided.text(), in.cost());
        return static_cast<int>(exit_code::failed);
    }
    std::cout << fmt::format("value: {}\ntype: {}\ncost: {}\n", cel::to_text(decided, in.memory()),
                             decided.type().text(), in.cost());
    return static_cast<int>(exit_code::ok);
}

}}}  // namespace setpoint::v0::cli
