// Reads cases as JSON lines on standard input, and writes what the language makes of each: see
// tests/cel/README.md.
#include "cel/base64.hpp"
#include "cel/collections.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <boost/json.hpp>

#include <bit>
#include <charconv>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bj = boost::json;
using namespace setpoint::cel;

namespace {

std::int64_t whole(const bj::value& text) {
    return std::stoll(std::string(text.as_string()));
}

// A value, in memory, from its tagged form.
value read_value(const bj::value& from, arena& memory) {
    const auto& entry = *from.as_object().begin();
    const std::string_view tag = entry.key();
    const bj::value& content = entry.value();
    if (tag == "bool") return value::boolean(content.as_bool());
    if (tag == "int") return value::integer(whole(content));
    if (tag == "uint") return value::unsigned_integer(std::stoull(std::string(content.as_string())));
    if (tag == "double")
        return value::real(std::bit_cast<double>(std::stoull(std::string(content.as_string()))));
    if (tag == "string") return value::string(memory.copy(std::string_view(content.as_string())));
    if (tag == "bytes") {
        std::size_t wrong = 0;
        return value::bytes(memory.copy(std::string_view(*decode_base64(content.as_string(), wrong))));
    }
    if (tag == "duration") return value::duration(whole(content));
    if (tag == "timestamp") {
        return value::timestamp(whole(content.as_array()[0]),
                                static_cast<std::uint32_t>(whole(content.as_array()[1])));
    }
    if (tag == "list") {
        std::vector<value> items;
        for (const bj::value& each : content.as_array()) items.push_back(read_value(each, memory));
        return make_list(items, memory);
    }
    if (tag == "map") {
        std::vector<value> items;
        for (const bj::value& each : content.as_array()) {
            items.push_back(read_value(each.as_array()[0], memory));
            items.push_back(read_value(each.as_array()[1], memory));
        }
        return make_map(items, memory);
    }
    return value::null();
}

bj::value write_value(const value& from, arena& memory) {
    switch (from.kind()) {
        case value_kind::null:
            return {{"null", true}};
        case value_kind::boolean:
            return {{"bool", from.as_boolean()}};
        case value_kind::integer:
            return {{"int", std::to_string(from.as_integer())}};
        case value_kind::unsigned_integer:
            return {{"uint", std::to_string(from.as_unsigned())}};
        case value_kind::real:
            return {{"double", std::to_string(std::bit_cast<std::uint64_t>(from.as_real()))}};
        case value_kind::string:
            return {{"string", encode_base64(from.text())}};
        case value_kind::bytes:
            return {{"bytes", encode_base64(from.text())}};
        case value_kind::duration:
            return {{"duration", std::to_string(from.nanoseconds())}};
        case value_kind::timestamp:
            return {
                {"timestamp", bj::array{std::to_string(from.seconds()), std::to_string(from.subsecond())}}};
        case value_kind::type:
            return {{"type", from.as_type().name()}};
        case value_kind::list: {
            bj::array items;
            for (std::size_t i = 0; i < from.size(); ++i)
                items.push_back(write_value(from.at(i, memory), memory));
            return {{"list", items}};
        }
        case value_kind::map: {
            bj::array items;
            for (std::size_t i = 0; i < from.size(); ++i) {
                items.push_back(bj::array{write_value(from.map().key_at(from.data(), i, memory), memory),
                                          write_value(from.map().value_at(from.data(), i, memory), memory)});
            }
            return {{"map", items}};
        }
        case value_kind::optional:
            if (from.content() == nullptr) return {{"optional", nullptr}};
            return {{"optional", write_value(*from.content(), memory)}};
        case value_kind::opaque:
            return {{"opaque", from.opaque().type().name()}};
        case value_kind::error:
            return {{"error", from.text()}};
    }
    return nullptr;
}

environment conformance_environment() {
    environment made;
    add_optional_types(made);
    add_strings(made);
    add_lists(made);
    add_math(made);
    add_sets(made);
    add_encoders(made);
    add_bindings(made);
    add_two_variable_comprehensions(made);
    made.options().quoted_idents = true;
    return made;
}

class driver {
public:
    bj::object run(const bj::object& request) {
        environment env = environment_of(request);
        if (const auto* container = request.if_contains("container"))
            env.options().container = container->as_string().c_str();
        if (const auto* variables = request.if_contains("types")) {
            for (const auto& each : variables->as_object()) {
                env.add_variable(each.key(), env.types().parse(std::string_view(each.value().as_string())));
            }
        }
        const auto* unchecked = request.if_contains("unchecked");
        const std::string_view source = request.at("expr").as_string();
        const bool parse_only = unchecked != nullptr && unchecked->as_bool();
        const compilation done = parse_only ? env.parse_only(source) : env.compile(source);
        bj::object answer;
        if (!done.made) {
            answer["issues"] = done.error;
            return answer;
        }
        answer["type"] = done.made->result_type().text();
        const cost_range estimate = done.made->estimate();
        answer["estimate"] = bj::array{std::to_string(estimate.least), std::to_string(estimate.most)};
        const program made(*done.made);
        if (!made.valid()) {
            answer["failure"] = made.failure();
            return answer;
        }
        evaluate(made, request, answer);
        return answer;
    }

private:
    environment environment_of(const bj::object& request) {
        const auto* name = request.if_contains("env");
        const std::string key(name != nullptr ? std::string_view(name->as_string()) : "conformance");
        if (const auto found = environments_.find(key); found != environments_.end()) return found->second;
        const environment made = key == "conformance" ? conformance_environment()
                                 : key == "standard"  ? environment()
                                                      : kubernetes_environment(std::stoi(key));
        return environments_.emplace(key, made).first->second;
    }

    static void evaluate(const program& made, const bj::object& request, bj::object& answer) {
        arena memory;
        std::vector<binding> bindings;
        if (const auto* values = request.if_contains("values")) {
            for (const auto& each : values->as_object())
                bindings.push_back({each.key(), read_value(each.value(), memory)});
        }
        evaluation in;
        if (const auto* limit = request.if_contains("limit"))
            in.set_cost_limit(static_cast<std::uint64_t>(whole(*limit)));
        const value result = made.evaluate(in, bindings);
        answer["cost"] = std::to_string(in.cost());
        answer["value"] = write_value(result, in.memory());
    }

    std::map<std::string, environment> environments_;
};

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    driver made;
    for (std::string line; std::getline(std::cin, line);) {
        bj::object answer;
        try {
            bj::parse_options options;
            options.max_depth = 500;
            answer = made.run(bj::parse(line, {}, options).as_object());
        } catch (const std::exception& error) {
            answer["exception"] = error.what();
        }
        std::cout << bj::serialize(answer) << '\n';
    }
    std::cout.flush();
}
