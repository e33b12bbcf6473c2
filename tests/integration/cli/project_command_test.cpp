// Commands that find the executable of a project, and `setpoint describe-kind`, as programs.
#include "pages/quotes.hpp"
#include "support/finished_command.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sys/stat.h>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(project_command_test)

namespace {

// A project whose executable prints its arguments.
struct project_folder : test_directory {
    explicit project_folder(const std::string& build = "build/dev/bin") {
        write("PROJECT", "domain: example.com\nprojectName: echo-operator\n");
        if (!build.empty()) program(build);
    }
    void program(const std::string& build) const {
        const std::string file = write(build + "/echo-operator", "#!/bin/sh\necho " + build + ": \"$@\"\n");
        ::chmod(file.c_str(), 0755);
    }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(manifests_runs_the_projects_executable_with_an_image) {
    const project_folder p;
    BOOST_TEST(run_setpoint({"manifests"}, p.path()).out ==
               "build/dev/bin: manifests --image echo-operator:latest\n");
    BOOST_TEST(run_setpoint({"manifests", "--", "--image", "x:1", "--output", "-"}, p.path()).out ==
               "build/dev/bin: manifests --image x:1 --output -\n");
    BOOST_TEST(
        run_setpoint({"manifests", "--program", "build/dev/bin/echo-operator", "--", "--image=x"}, p.path())
            .out == "build/dev/bin: manifests --image=x\n");
}

BOOST_AUTO_TEST_CASE(the_newest_executable_is_taken) {
    const project_folder p;
    p.program("build/release");
    const auto now = std::filesystem::file_time_type::clock::now();
    std::filesystem::last_write_time(p.at("build/release/echo-operator"), now - std::chrono::hours(1));
    BOOST_TEST(run_setpoint({"manifests"}, p.path()).out.starts_with("build/dev/bin:"));
    std::filesystem::last_write_time(p.at("build/release/echo-operator"), now + std::chrono::hours(1));
    BOOST_TEST(run_setpoint({"manifests"}, p.path()).out.starts_with("build/release:"));
}

BOOST_AUTO_TEST_CASE(a_project_or_executable_that_is_missing_is_told_with_what_to_do) {
    const test_directory empty;
    const project_folder unbuilt("");
    unbuilt.write("plain", "no program");
    const std::string at = unbuilt.path();
    for (const char* const command : {"manifests", "install", "uninstall", "undeploy", "run"}) {
        const finished_command none = run_setpoint({command}, empty.path());
        BOOST_TEST(none.code == 2, command);
        BOOST_TEST(has(none.error, "there is no file PROJECT here"), none.error);
        BOOST_TEST(has(none.error, "--program"), none.error);
        BOOST_TEST(none.out == "");
        std::vector<std::string> words{command};
        if (words.front() == "run") words.emplace_back("--no-build");
        const finished_command later = run_setpoint(words, at);
        BOOST_TEST(later.code == 2, command);
        BOOST_TEST(has(later.error, "build/*/bin/echo-operator"), later.error);
        for (const auto& [program, reason] :
             {std::pair("missing", "there is no missing"), {"plain", "is not an executable"}}) {
            const finished_command wrong = run_setpoint({command, "--program", program}, at);
            BOOST_TEST(wrong.code == 2, command);
            BOOST_TEST(has(wrong.error, reason), wrong.error);
        }
    }
    unbuilt.write("PROJECT", "version: 3\n");
    const finished_command broken = run_setpoint({"manifests"}, at);
    BOOST_TEST(broken.code == 2);
    BOOST_TEST(broken.error == "setpoint: PROJECT: projectName is missing\n");
}

BOOST_AUTO_TEST_CASE(flags_that_do_not_fit_together_are_refused) {
    const project_folder p;
    BOOST_TEST(run_setpoint({"run", "--watch", "--no-build"}, p.path()).code == 2);
    BOOST_TEST(run_setpoint({"deploy"}, p.path()).code == 2);
    const finished_command manifest =
        run_setpoint({"run", "--no-build", "--apply", "/nonexistent"}, p.path());
    BOOST_TEST(manifest.code == 2);
    BOOST_TEST(has(manifest.error, "--apply: cannot read /nonexistent"), manifest.error);
}

BOOST_AUTO_TEST_CASE(an_executable_that_fails_is_told_with_its_command_line) {
    const project_folder p("");
    const std::string file = p.write("build/echo-operator", "#!/bin/sh\nexit 3\n");
    ::chmod(file.c_str(), 0755);
    const apiserver_process server;
    const finished_command failed = run_setpoint({"install", "--kubeconfig", server.kubeconfig()}, p.path());
    BOOST_TEST(failed.code == 2);
    BOOST_TEST(failed.error == "setpoint: build/echo-operator --print-crd: ended with exit code 3\n");
}

BOOST_AUTO_TEST_CASE(a_kind_is_described_into_a_file_that_nothing_else_wrote) {
    const std::string definition = SETPOINT_SOURCE_DIR "/tests/describe_kind/gadget.crd.yaml";
    const std::string header = text_of_file(SETPOINT_SOURCE_DIR "/tests/describe_kind/gadget.hpp");
    const test_directory to;
    const finished_command printed = run_setpoint({"describe-kind", definition});
    BOOST_TEST(printed.code == 0, printed.error);
    BOOST_TEST(printed.out == header);
    BOOST_TEST(has(printed.error, "gadget.crd.yaml: Gadget: spec.partly: kept as JSON: "), printed.error);
    for (int i = 0; i < 2; ++i) {
        const finished_command written =
            run_setpoint({"describe-kind", definition, "--output", to.at("api")});
        BOOST_TEST(written.code == 0, written.error);
        BOOST_TEST(text_of_file(to.at("api/gadget.hpp")) == header);
    }
    to.write("api/gadget.hpp", "// mine\n");
    const finished_command refused = run_setpoint({"describe-kind", definition, "--output", to.at("api")});
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(has(refused.error, "gadget.hpp was not written by setpoint describe-kind"), refused.error);
    BOOST_TEST(text_of_file(to.at("api/gadget.hpp")) == "// mine\n");
}

BOOST_AUTO_TEST_CASE(what_is_left_out_is_told_as_the_page_shows_it) {
    const finished_command r =
        run_setpoint({"describe-kind", SETPOINT_SOURCE_DIR "/tests/describe_kind/backup.crd.yaml"});
    BOOST_TEST(r.code == 0);
    BOOST_TEST(has(pages::read("docs/command.md"), "\n```console\n" + r.error + "```\n"), r.error);
}

BOOST_AUTO_TEST_CASE(
    each_part_that_cannot_be_described_is_told_with_its_path_on_a_line_without_control_characters) {
    const finished_command r =
        run_setpoint({"describe-kind", SETPOINT_SOURCE_DIR "/tests/describe_kind/hostile.crd.yaml"});
    BOOST_TEST(r.code == 0, r.error);
    BOOST_TEST(r.out == text_of_file(SETPOINT_SOURCE_DIR "/tests/describe_kind/hostile.hpp"));
    for (const char* const line :
         {"Object: spec.new?line: left out: ", "Object: spec.notASchema: left out: ",
          "Object: spec.broken: left to", "Object: spec.lookaround: left to",
          "Object: spec.mixed: kept as JSON: its type is strange", "Object: spec.untyped: kept as JSON",
          "Object: spec.list: kept as JSON", "Object: column \"Broken\": left out: ",
          "Object: column \"Wrong\": left out: ", "Object: scale: left out: ",
          "Object: spec.miskeyed: compared as a whole", "Object: selectable field .spec.set: left out: "})
        BOOST_TEST(has(r.error, line), line << " is not in\n" << r.error);
    BOOST_TEST(std::none_of(r.error.begin(), r.error.end(),
                            [](char c) { return c != '\n' && static_cast<unsigned char>(c) < ' '; }));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_described_is_refused_in_one_line) {
    const test_directory files;
    const std::string definition = SETPOINT_SOURCE_DIR "/tests/describe_kind/gadget.crd.yaml";
    const std::string two = files.write(
        "two.yaml", text_of_file(definition) + "---\n" + [&] {
            std::string other = text_of_file(definition);
            other.replace(other.find("kind: Gadget"), 12, "kind: Widget");
            return other;
        }());
    const std::string twins = files.write(
        "twins.yaml", text_of_file(definition) + "---\n" + [&] {
            std::string other = text_of_file(definition);
            other.replace(other.find("group: test.example.com"), 23, "group: more.example.com");
            return other;
        }());
    const std::pair<std::vector<std::string>, const char*> cases[] = {
        {{"/nonexistent"}, "cannot read /nonexistent: No such file or directory"},
        {{files.write("broken.yaml", "a: [\n")}, "broken.yaml, line 2"},
        {{files.write("empty.yaml", "")}, "empty.yaml: there is no CustomResourceDefinition in it"},
        {{definition, "--version", "v9"},
         "gadget.crd.yaml: Gadget has no version v9; its versions are: v1alpha1, v1"},
        {{definition, "--kind", "Other"}, "gadget.crd.yaml: it does not define Other; its kinds are: Gadget"},
        {{definition, "--namespace", "a::class"},
         "--namespace: \"a::class\" is not a namespace such as acme::certs"},
        {{definition, "--namespace", "std::x"}, "--namespace: \"std::x\" is not a namespace"},
        {{definition, "--output", definition}, "is not a folder and cannot be made one"},
        {{twins, "--output", files.at("api")},
         "twins.yaml defines Gadget of test.example.com and Gadget of "},
        {{two}, "two.yaml defines Gadget, Widget: choose one with --kind, or a folder with --output"}};
    for (const auto& [words, reason] : cases) {
        std::vector<std::string> all{"describe-kind"};
        all.insert(all.end(), words.begin(), words.end());
        const finished_command r = run_setpoint(all);
        BOOST_TEST(r.code == 2, reason);
        BOOST_TEST(r.out == "", reason);
        BOOST_TEST(r.error.starts_with("setpoint: "), r.error);
        BOOST_TEST(has(r.error, reason), r.error << " and not " << reason);
        BOOST_TEST(std::count(r.error.begin(), r.error.end(), '\n') == 1, r.error);
    }
    BOOST_TEST(run_setpoint({"describe-kind", two, "--kind", "Widget"}).code == 0);
}

BOOST_AUTO_TEST_SUITE_END()
