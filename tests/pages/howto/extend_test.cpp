// The code of docs/how-to/extend.md and docs/how-to/debug.md.
#include <CLI/CLI.hpp>
#include <boost/test/unit_test.hpp>

#include <iostream>
#include <setpoint/operator.hpp>
#include <setpoint/testing/environment.hpp>
#include <sstream>

BOOST_AUTO_TEST_SUITE(howto_extend)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

struct report_spec {
    std::int64_t rows = 1;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A report.", field(&report_spec::rows, "rows", "Number of rows.", minimum(1)));
    }
};
struct report : custom_resource<report_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Report", "A report."); }
};

struct report_settings {
    std::string paper = "A4";
};

// Stands for code that computes for long, or blocks.
std::string render(std::int64_t rows, std::string_view paper) {
    return std::to_string(rows) + " rows on " + std::string(paper);
}

struct report_metrics {
    explicit report_metrics(metric_registry& r)
        : rendered(r.counter("report_rendered_total", "Reports that were rendered.", {"namespace"})) {}
    metric_family<counter, 1> rendered;
};

struct report_reconciler {
    report_settings settings;
    report_metrics metrics;

    awaitable<outcome> reconcile(context& ctx, snapshot<report> self) const {
        const auto job = [rows = self->spec.rows, paper = settings.paper] { return render(rows, paper); };
        auto text = child_of<config_map>(*self);
        text.data["text"] = co_await ctx.blocking("render a report", job);
        metrics.rendered.with(self->metadata.ns).increment();
        const auto kept = co_await ctx.ensure(*self, text);
        if (!kept) co_return kept.error();
        co_return outcome::done();
    }
};

void add_report_controller(manager& m, const report_settings& settings) {
    m.controller<report>().owns<config_map>().reconcile_timeout(5min).reconcile(
        report_reconciler{settings, report_metrics(m.metrics())});
}

// The program's main().
int report_main(int argc, char** argv) {
    report_settings settings;
    program reports("report-operator", "Renders reports.");
    reports.flags()
        .add_option("--paper", settings.paper, "Paper of the reports")
        ->check(CLI::IsMember({"A4", "letter"}));
    return reports.run(argc, argv, [&](manager& m) { add_report_controller(m, settings); });
}

report a_report(std::int64_t rows) {
    report r;
    r.metadata.ns = "default";
    r.metadata.name = "sales";
    r.spec.rows = rows;
    return r;
}

// Runs main() and returns its exit code, and appends what it prints to `output`.
int exit_code_of(std::vector<std::string> arguments, std::string& output) {
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    std::ostringstream text;
    std::streambuf* const out = std::cout.rdbuf(text.rdbuf());
    std::streambuf* const err = std::cerr.rdbuf(text.rdbuf());
    const int code = report_main(static_cast<int>(argv.size()), argv.data());
    std::cout.rdbuf(out);
    std::cerr.rdbuf(err);
    output = text.str();
    return code;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_report_is_rendered_on_the_paper_of_the_settings_and_counted) {
    testing::environment env([](manager& m) { add_report_controller(m, {.paper = "letter"}); });
    env.create(a_report(3));
    env.until<config_map>("sales",
                          [](const config_map& c) { return c.data.at("text") == "3 rows on letter"; });
    BOOST_TEST(env.metric("report_rendered_total", {{"namespace", "default"}}) >= 1);
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(a_flag_of_its_own_is_checked_and_listed) {
    std::string output;
    BOOST_TEST(exit_code_of({"report-operator", "--help"}, output) == 0);
    BOOST_TEST(output.find("Paper of the reports") != std::string::npos, output);
    BOOST_TEST(exit_code_of({"report-operator", "--paper", "letter", "--print-crd"}, output) == 0);
    BOOST_TEST(exit_code_of({"report-operator", "--paper", "stone", "--print-crd"}, output) == 2);
    BOOST_TEST(output.find("--paper") != std::string::npos, output);
}

namespace {

struct broker_state {
    bool connected = false;
    std::int64_t waiting = 0;
};

void show_broker(manager& m, const broker_state& broker) {
    m.add_debug_section("broker", [&broker] {
        return boost::json::value{{"connected", broker.connected}, {"waiting", broker.waiting}};
    });
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_debug_document_has_a_section_of_its_own) {
    const broker_state broker{.connected = true, .waiting = 7};
    testing::environment env([&](manager& m) {
        show_broker(m, broker);
        add_report_controller(m, {});
    });
    env.create(a_report(1));
    env.until<config_map>("sales", [](const config_map&) { return true; });
    const boost::json::object document = env.operator_manager().debug_document();
    BOOST_TEST(document.at("broker").at("waiting").as_int64() == 7);
    BOOST_TEST(document.at("controllers").as_array().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
