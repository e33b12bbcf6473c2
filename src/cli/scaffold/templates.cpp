#include "cli/scaffold/templates.hpp"

#include "framework/core/embedded_text.hpp"  // rule-ok: files are embedded in one way

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

// Symbol, name.
#define SETPOINT_TEMPLATES(X)                                             \
    X(project_CMakeLists_txt, "project/CMakeLists.txt")                   \
    X(project_CMakePresets_json, "project/CMakePresets.json")             \
    X(project_Dockerfile, "project/Dockerfile")                           \
    X(project_README_md, "project/README.md")                             \
    X(project_ci_yaml, "project/ci.yaml")                                 \
    X(project_clangd, "project/clangd")                                   \
    X(project_dev, "project/dev")                                         \
    X(project_dockerignore, "project/dockerignore")                       \
    X(project_gitignore, "project/gitignore")                             \
    X(project_main_cpp, "project/main.cpp")                               \
    X(project_test_main_cpp, "project/test_main.cpp")                     \
    X(kind_environment_test_cpp, "kind/environment_test.cpp")             \
    X(kind_faults_test_cpp, "kind/faults_test.cpp")                       \
    X(kind_plan_cpp, "kind/plan.cpp")                                     \
    X(kind_plan_hpp, "kind/plan.hpp")                                     \
    X(kind_plan_test_cpp, "kind/plan_test.cpp")                           \
    X(kind_reconciler_cpp, "kind/reconciler.cpp")                         \
    X(kind_reconciler_hpp, "kind/reconciler.hpp")                         \
    X(kind_types_hpp, "kind/types.hpp")                                   \
    X(kind_types_test_cpp, "kind/types_test.cpp")                         \
    X(version_types_hpp, "version/types.hpp")                             \
    X(version_version_test_cpp, "version/version_test.cpp")               \
    X(webhook_webhook_cpp, "webhook/webhook.cpp")                         \
    X(webhook_webhook_hpp, "webhook/webhook.hpp")                         \
    X(webhook_webhook_test_cpp, "webhook/webhook_test.cpp")               \
    X(core_webhook_webhook_cpp, "core_webhook/webhook.cpp")               \
    X(core_webhook_webhook_hpp, "core_webhook/webhook.hpp")               \
    X(core_webhook_webhook_test_cpp, "core_webhook/webhook_test.cpp")     \
    X(conversion_conversion_cpp, "conversion/conversion.cpp")             \
    X(conversion_conversion_hpp, "conversion/conversion.hpp")             \
    X(conversion_conversion_test_cpp, "conversion/conversion_test.cpp")   \
    X(controller_environment_test_cpp, "controller/environment_test.cpp") \
    X(controller_reconciler_cpp, "controller/reconciler.cpp")             \
    X(controller_reconciler_hpp, "controller/reconciler.hpp")

#define SETPOINT_EMBEDDED(symbol, name) SETPOINT_TABLE(symbol, name ".in");
SETPOINT_TEMPLATES(SETPOINT_EMBEDDED)

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

struct entry {
    std::string_view name, text;
};

const auto& entries() {
#define SETPOINT_ENTRY(symbol, name) entry{name, SETPOINT_TABLE_TEXT(symbol)},
    static const std::array all = {SETPOINT_TEMPLATES(SETPOINT_ENTRY)};
#undef SETPOINT_ENTRY
    return all;
}

}  // namespace

std::string_view template_of(std::string_view name) {
    const auto found = std::ranges::find(entries(), name, &entry::name);
    if (found == entries().end()) throw std::logic_error("there is no template " + std::string(name));
    return found->text;
}

std::vector<std::string_view> template_names() {
    std::vector<std::string_view> names;
    names.reserve(entries().size());
    for (const entry& e : entries()) names.push_back(e.name);
    return names;
}

}}}  // namespace setpoint::v0::cli::scaffold
