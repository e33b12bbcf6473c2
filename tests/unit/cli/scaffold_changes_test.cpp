#include "cli/scaffold/changes.hpp"
#include "cli/scaffold/requests.hpp"
#include "cli/scaffold/sha256.hpp"
#include "setpoint/core/error.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>

BOOST_AUTO_TEST_SUITE(scaffold_changes_test)

using namespace setpoint;
using namespace setpoint::cli::scaffold;

namespace {

// A folder in memory.
struct folder {
    std::map<std::string, std::string> files, unusable;
    std::set<std::string> read_only;

    read_function reader() const {
        return [this](const std::string& path) -> std::optional<found_file> {
            const auto at = files.find(path);
            if (at == files.end()) return std::nullopt;
            found_file found(at->second);
            found.read_only = read_only.contains(path);
            if (const auto other = unusable.find(path); other != unusable.end())
                found.unusable = other->second;
            return found;
        };
    }
    void write(const change_set& c) {
        for (const file_change& f : c.files) {
            if (f.what == file_change::kind::remove)
                files.erase(f.path);
            else
                files[f.path] = f.after;
        }
    }
    project_file project() const { return parse_project_file(files.at("PROJECT"), "PROJECT"); }
    change_set add(const api_request& r, const edited_files& edited = {}) const {
        return plan_addition(project(), with_api(project(), r), reader(), edited);
    }
    change_set add(const webhook_request& r, const edited_files& edited = {}) const {
        return plan_addition(project(), with_webhook(project(), r), reader(), edited);
    }
    change_set upgrade(const edited_files& edited = {}) const {
        return plan_upgrade(project(), reader(), edited);
    }
    // As if an older version of setpoint had generated this text.
    void generated_before(const std::string& path, const std::string& text) {
        project_file p = project();
        p.files[path] = sha256(text);
        files[path] = text;
        files["PROJECT"] = to_text(p);
    }
};

folder shop() {
    project_file p;
    p.domain = "example.com";
    p.name = "shop-operator";
    folder f;
    f.write(plan_creation(p));
    return f;
}
api_request order(bool controller = true) {
    api_request r;
    r.version = "v1";
    r.kind = "Order";
    r.controller = controller;
    return r;
}
webhook_request webhooks(bool defaulting, bool validation) {
    webhook_request r;
    r.version = "v1";
    r.kind = "Order";
    r.defaulting = defaulting;
    r.validation = validation;
    return r;
}
folder shop_with_order() {
    folder f = shop();
    f.write(f.add(order()));
    return f;
}

std::string summary(const change_set& c) {
    std::string text;
    for (const file_change& f : c.files) {
        text += f.what == file_change::kind::create ? '+' : f.what == file_change::kind::replace ? '~' : '-';
        text += f.path + ' ';
    }
    for (const conflict& x : c.conflicts) text += '!' + x.path + ' ';
    return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_new_project_has_its_files_and_their_hashes) {
    const folder f = shop();
    BOOST_TEST(f.files.size() == 12u);
    const project_file p = f.project();
    BOOST_TEST(p.files.size() == 11u);
    for (const auto& [path, hash] : p.files) BOOST_TEST(hash == sha256(f.files.at(path)), path);
    BOOST_TEST(p.setpoint_version == SETPOINT_VERSION);
}

BOOST_AUTO_TEST_CASE(a_kind_changes_main_and_nothing_else_that_exists) {
    const folder f = shop();
    BOOST_TEST(summary(f.add(order())) ==
               "~src/main.cpp +src/order/plan.cpp +src/order/plan.hpp +src/order/reconciler.cpp "
               "+src/order/reconciler.hpp +src/order/types.hpp +tests/order/environment_test.cpp "
               "+tests/order/faults_test.cpp +tests/order/plan_test.cpp ~PROJECT ");
}

BOOST_AUTO_TEST_CASE(main_may_be_edited_as_long_as_the_markers_stay) {
    folder f = shop();
    std::string& main = f.files.at("src/main.cpp");
    main.insert(0, "// mine\n");
    f.write(f.add(order()));
    BOOST_TEST(
        main.starts_with("// mine\n#include \"order/reconciler.hpp\"\n// +setpoint:scaffold:includes\n"));
    BOOST_TEST(summary(f.upgrade()) == "");  // edited, but what was generated is the same
    main.erase(main.find("// +setpoint:scaffold:builder"), 29);
    BOOST_CHECK_THROW(f.add(webhooks(true, false)), fault);
    f.files.erase("src/main.cpp");
    BOOST_CHECK_THROW(f.add(webhooks(true, false)), fault);
}

BOOST_AUTO_TEST_CASE(lines_that_were_taken_out_of_main_are_not_added_again) {
    folder f = shop_with_order();
    std::string& main = f.files.at("src/main.cpp");
    const std::string sample = "    program.sample(order::sample());\n";
    main.erase(main.find(sample), sample.size());
    f.write(f.add(webhooks(true, false)));
    BOOST_TEST(main.find(sample) == std::string::npos);
    BOOST_TEST(main.find("order::add_order_webhooks(m);") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_unedited_file_is_replaced_and_an_obsolete_one_removed) {
    folder f = shop();
    f.write(f.add(order(false)));
    BOOST_TEST(f.files.contains("tests/order/types_test.cpp"));
    api_request controller = order();
    controller.resource = false;
    const change_set c = f.add(controller);
    BOOST_TEST(summary(c).find("-tests/order/types_test.cpp") != std::string::npos);
    f.write(c);
    BOOST_TEST(f.files.at("src/main.cpp").find("m.defines") == std::string::npos);
    f.write(f.add(webhooks(true, false)));
    BOOST_TEST(summary(f.add(webhooks(false, true))) ==
               "~src/order/webhook.cpp ~src/order/webhook.hpp ~tests/order/webhook_test.cpp ~PROJECT ");
}

BOOST_AUTO_TEST_CASE(an_edited_file_is_a_conflict_unless_it_is_to_be_kept) {
    folder f = shop_with_order();
    f.write(f.add(webhooks(true, false)));
    f.files["src/order/webhook.cpp"] += "// mine\n";
    const change_set c = f.add(webhooks(false, true));
    BOOST_REQUIRE(c.conflicts.size() == 1u);
    const std::string text = report_conflicts(c.conflicts);
    BOOST_TEST(
        text.starts_with("src/order/webhook.cpp was edited since it was generated, so it stays as it is."));
    BOOST_TEST(text.find("\n-// mine\n") != std::string::npos);
    BOOST_TEST(text.find("\n+void check(const admission<order>& a, verdict& v) {\n") != std::string::npos);
    const change_set kept = f.add(webhooks(false, true), {edited_policy::keep, {}});
    BOOST_TEST(summary(kept) == "~src/order/webhook.hpp ~tests/order/webhook_test.cpp ~PROJECT ");
    f.write(kept);
    BOOST_TEST(summary(f.upgrade()) == "");
}

BOOST_AUTO_TEST_CASE(a_file_that_was_not_generated_is_not_replaced) {
    folder f = shop();
    f.files["src/order/plan.cpp"] = "// mine\n";
    const change_set c = f.add(order());
    BOOST_REQUIRE(c.conflicts.size() == 1u);
    BOOST_TEST(c.conflicts[0].path == "src/order/plan.cpp");
    BOOST_TEST(c.conflicts[0].why == "exists, and was not generated");
}

BOOST_AUTO_TEST_CASE(an_upgrade_without_news_changes_nothing) {
    folder f = shop_with_order();
    BOOST_TEST(summary(f.upgrade()) == "");
    f.files["src/order/plan.cpp"] += "// mine\n";
    f.files.erase("tests/order/faults_test.cpp");
    BOOST_TEST(summary(f.upgrade()) == "");  // what was generated would be the same
}

BOOST_AUTO_TEST_CASE(an_upgrade_replaces_what_was_not_edited) {
    folder f = shop_with_order();
    f.generated_before("CMakeLists.txt", "# older\n");
    f.generated_before("src/order/types.hpp", "// older\n");
    f.generated_before("dropped.txt", "no longer generated\n");
    f.generated_before("tests/order/faults_test.cpp", "// older\n");
    f.files.erase("tests/order/faults_test.cpp");  // deleted by its owner
    const change_set c = f.upgrade();
    BOOST_TEST(summary(c) == "~CMakeLists.txt -dropped.txt ~src/order/types.hpp ~PROJECT ");
    f.write(c);
    BOOST_TEST(summary(f.upgrade()) == "");
}

BOOST_AUTO_TEST_CASE(only_an_upgrade_changes_the_version_of_a_project) {
    folder f = shop();
    project_file older = f.project();
    older.setpoint_version = "0.0.9";
    f.files["PROJECT"] = to_text(older);
    f.write(f.add(order()));
    BOOST_TEST(f.project().setpoint_version == "0.0.9");
    BOOST_TEST(summary(f.upgrade()) == "~PROJECT ");
    f.write(f.upgrade());
    BOOST_TEST(f.project().setpoint_version == SETPOINT_VERSION);
}

BOOST_AUTO_TEST_CASE(an_upgrade_reports_conflicts_and_does_the_rest) {
    folder f = shop_with_order();
    f.generated_before("CMakeLists.txt", "# older\n");
    f.generated_before("Dockerfile", "# older\n");
    f.files["Dockerfile"] = "# older\n# mine\n";
    const change_set c = f.upgrade();
    BOOST_TEST(summary(c) == "~CMakeLists.txt ~PROJECT !Dockerfile ");
    f.write(c);
    BOOST_TEST(summary(f.upgrade()) == "!Dockerfile ");  // until it is settled
    f.write(f.upgrade({edited_policy::keep, {}}));
    BOOST_TEST(summary(f.upgrade()) == "");
    BOOST_TEST(f.files.at("Dockerfile") == "# older\n# mine\n");
}

BOOST_AUTO_TEST_CASE(a_merge_gets_the_text_that_was_generated_before) {
    folder f = shop_with_order();
    f.generated_before("Dockerfile", "# older\n");
    f.files["Dockerfile"] = "# older\n# mine\n";
    std::string asked_for;
    const edited_files merging{edited_policy::merge,
                               [&](const std::string& path, const std::string& hash, const std::string& ours,
                                   const std::string& generated) -> merge_result {
                                   asked_for = path;
                                   BOOST_TEST(hash == sha256("# older\n"));
                                   return {generated + ours, ""};
                               }};
    const change_set c = f.upgrade(merging);
    BOOST_TEST(asked_for == "Dockerfile");
    BOOST_TEST(summary(c) == "~Dockerfile ~PROJECT ");
    f.write(c);
    BOOST_TEST(f.files.at("Dockerfile").ends_with("# older\n# mine\n"));
    BOOST_TEST(summary(f.upgrade()) == "");
    f.generated_before("Dockerfile", "# older\n");
    f.files["Dockerfile"] = "# mine\n";
    const edited_files failing{edited_policy::merge,
                               [](const std::string&, const std::string&, const std::string&,
                                  const std::string&) { return merge_result{std::nullopt, "it rains"}; }};
    const change_set failed = f.upgrade(failing);
    BOOST_TEST(summary(failed) == "!Dockerfile ");
    BOOST_TEST(failed.conflicts[0].why ==
               "was edited since it was generated, and cannot be merged: it rains");
}

BOOST_AUTO_TEST_CASE(line_ends_of_windows_are_no_edit_and_stay) {
    folder f = shop_with_order();
    f.generated_before("CMakeLists.txt", "# older\n# still\n");
    for (auto& [path, text] : f.files) {
        std::string crlf;
        for (const char c : text) crlf += c == '\n' ? "\r\n" : std::string(1, c);
        text = crlf;
    }
    const change_set c = f.upgrade();
    BOOST_TEST(summary(c) == "~CMakeLists.txt ~PROJECT ");
    BOOST_TEST(c.files[0].before == "# older\r\n# still\r\n");
    BOOST_TEST(c.files[0].after.find("cmake_minimum_required(VERSION 3.25)\r\n") == 0u);
    f.write(f.add(webhooks(true, false)));
    BOOST_TEST(f.files.at("src/main.cpp").find("    order::add_order_webhooks(m);\r\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_no_file_with_a_text_or_read_only_is_a_conflict) {
    folder f = shop_with_order();
    f.generated_before("CMakeLists.txt", "# older\n");
    f.generated_before("Dockerfile", "# older\n");
    f.unusable["Dockerfile"] = "is a symbolic link";
    f.read_only.insert("CMakeLists.txt");
    const change_set c = f.upgrade();
    BOOST_TEST(summary(c) == "!CMakeLists.txt !Dockerfile ");
    BOOST_TEST(c.conflicts[0].why == "is read-only");
    const std::string text = report_conflicts(c.conflicts);
    BOOST_TEST(
        text.find(
            "Dockerfile is a symbolic link, so it stays as it is, and something else would be there.\n") !=
            std::string::npos,
        text);
    f.write(f.upgrade({edited_policy::keep, {}}));
    BOOST_TEST(f.files.at("Dockerfile") == "# older\n");
    f.unusable["src/main.cpp"] = "is a folder";
    BOOST_CHECK_EXCEPTION(f.add(webhooks(true, false)), fault, [](const fault& e) {
        return e.why().message == "src/main.cpp is a folder: the kinds are added to it; make it a file again";
    });
}

BOOST_AUTO_TEST_CASE(the_scope_of_the_operator_changes_the_readme) {
    folder f = shop();
    project_file after = f.project();
    after.namespaced = true;
    BOOST_TEST(summary(plan_addition(f.project(), after, f.reader(), {})) == "~README.md ~PROJECT ");
}

BOOST_AUTO_TEST_CASE(a_report_names_each_file_and_a_dry_run_shows_changes) {
    const folder f = shop();
    const change_set c = f.add(order(false));
    BOOST_TEST(report(c, false) ==
               "changed  src/main.cpp\ncreated  src/order/types.hpp\n"
               "created  tests/order/types_test.cpp\nchanged  PROJECT\n");
    const std::string dry = report(c, true);
    BOOST_TEST(dry.starts_with("would change src/main.cpp\n--- src/main.cpp\n+++ src/main.cpp\n@@ "));
    BOOST_TEST(dry.find("\n+        m.defines<order::order>();\n") != std::string::npos);
    BOOST_TEST(dry.find("would create src/order/types.hpp\n") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
