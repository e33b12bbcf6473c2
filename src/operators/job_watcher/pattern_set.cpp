#include "operators/job_watcher/pattern_set.hpp"

#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

namespace job_watcher {

using namespace setpoint;

namespace {

// Memory for an expression and its automata. Beyond it, matching is slower, but still correct.
constexpr std::int64_t max_memory = std::int64_t{1} << 20;

re2::StringPiece piece(std::string_view s) {
    return {s.data(), s.size()};
}

std::shared_ptr<const re2::RE2> compile_one(std::string_view pattern, std::string& wrong) {
    if (pattern.size() > pattern_set::max_length) {
        wrong = fmt::format("it is longer than {} bytes", pattern_set::max_length);
        return nullptr;
    }
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_never_capture(true);
    options.set_max_mem(max_memory);
    auto compiled = std::make_shared<re2::RE2>(piece(pattern), options);
    if (!compiled->ok()) {
        wrong = compiled->error();
        return nullptr;
    }
    if (compiled->ProgramSize() > pattern_set::max_program) {
        wrong = fmt::format("it compiles to {} instructions, more than {}", compiled->ProgramSize(),
                            pattern_set::max_program);
        return nullptr;
    }
    return compiled;
}

}  // namespace

std::string pattern_error(std::string_view pattern) {
    std::string wrong;
    compile_one(pattern, wrong);
    return wrong;
}

result<pattern_set> pattern_set::compile(const std::vector<std::string>& patterns, std::string_view field) {
    if (patterns.size() > max_patterns)
        return error(errc::invalid, fmt::format("{} has more than {} entries", field, max_patterns));
    pattern_set set;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        std::string wrong;
        auto one = compile_one(patterns[i], wrong);
        if (!one)
            return error(errc::invalid, fmt::format("{}[{}] \"{}\" is not a usable regular expression: {}",
                                                    field, i, shortened(patterns[i], max_length), wrong));
        set.compiled_.push_back(std::move(one));
    }
    return set;
}

bool pattern_set::matches(std::string_view name) const {
    return std::any_of(compiled_.begin(), compiled_.end(),
                       [&](const auto& p) { return re2::RE2::FullMatch(piece(name), *p); });
}

}  // namespace job_watcher
