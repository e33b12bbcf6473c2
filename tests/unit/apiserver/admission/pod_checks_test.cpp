// Each check of PodSecurity: a pod that it refuses, in its words, and the versions of the policy in which it
// does.

#include "apiserver/admission/pod_security/checks.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::pod_security;

constexpr const char* restricted_pod =
    R"({"securityContext":{"runAsNonRoot":true,"seccompProfile":{"type":"RuntimeDefault"}},"containers":[)"
    R"({"name":"a","securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}}}]})";

struct sample {
    const char* name;
    security_level level;  // of the check
    const char* spec;      // merged into the restricted pod: members replace its own
    const char* text;      // of the violation in the newest version
    int from = 0;          // the first v1.x that refuses it in these words
    const char* metadata = "{}";
};
std::ostream& operator<<(std::ostream& out, const sample& s) {
    return out << s.name;
}

bj::object merged(const char* more) {
    bj::object spec = bj::parse(restricted_pod).as_object();
    const bj::object members = bj::parse(more).as_object();
    for (const auto& [key, value] : members) spec[key] = value;
    return spec;
}

std::string violations(security_level level, policy_version version, const bj::object& spec,
                       const char* metadata = "{}") {
    const bj::object meta = bj::parse(metadata).as_object();
    return details_of(evaluate({level, version}, pod_view(meta, spec)));
}

constexpr security_level baseline = security_level::baseline, restricted = security_level::restricted;

const sample samples[] = {
    {"app_armor", baseline,
     R"({"securityContext":{"runAsNonRoot":true,"seccompProfile":{"type":"Localhost"},)"
     R"("appArmorProfile":{"type":"Unconfined"}}})",
     "forbidden AppArmor profile (pod must not set AppArmor profile type to \"Unconfined\")"},
    {"app_armor_annotations", baseline, "{}",
     "forbidden AppArmor profiles (annotations must not set AppArmor profile type to "
     "\"container.apparmor.security.beta.kubernetes.io/a=\"x\"\", "
     "\"container.apparmor.security.beta.kubernetes.io/b=\"unconfined\"\")",
     0,
     R"({"annotations":{"container.apparmor.security.beta.kubernetes.io/b":"unconfined",)"
     R"("container.apparmor.security.beta.kubernetes.io/a":"x",)"
     R"("container.apparmor.security.beta.kubernetes.io/c":"localhost/x"}})"},
    {"host_namespaces", baseline, R"({"hostNetwork":true,"hostIPC":true})",
     "host namespaces (hostNetwork=true, hostIPC=true)"},
    {"host_path", baseline, R"({"volumes":[{"name":"v","hostPath":{"path":"/"}}]})",
     "hostPath volumes (volume \"v\")"},
    {"host_ports", baseline,
     R"({"containers":[{"name":"a","ports":[{"hostPort":90},{"hostPort":100}]},{"name":"b","ports":[{"hostPort":90}]}]})",
     "hostPort (containers \"a\", \"b\" use hostPorts 100, 90)"},
    {"probe_hosts", baseline,
     R"({"containers":[{"name":"b","livenessProbe":{"httpGet":{"host":"h2"}}},)"
     R"({"name":"a","lifecycle":{"preStop":{"tcpSocket":{"host":"h1"}}}}]})",
     "probe or lifecycle host (containers \"a\", \"b\" use probe or lifecycle hosts \"h1\", \"h2\")", 34},
    {"privileged", baseline,
     R"({"containers":[{"name":"c"}],"initContainers":[{"name":"i","securityContext":{"privileged":true}}],)"
     R"("ephemeralContainers":[{"name":"e","securityContext":{"privileged":true}}]})",
     "privileged (containers \"i\", \"e\" must not set securityContext.privileged=true)"},
    {"capabilities", baseline,
     R"({"containers":[{"name":"a","securityContext":{"capabilities":{"add":["NET_RAW","CHOWN","BPF"]}}}]})",
     "non-default capabilities (container \"a\" must not include \"BPF\", \"NET_RAW\" in "
     "securityContext.capabilities.add)"},
    {"proc_mount", baseline, R"({"containers":[{"name":"a","securityContext":{"procMount":"Unmasked"}}]})",
     "procMount (container \"a\" must not set securityContext.procMount to \"Unmasked\")"},
    {"selinux", baseline,
     R"({"securityContext":{"seLinuxOptions":{"type":"t","user":"u"}},"containers":[)"
     R"({"name":"a","securityContext":{"seLinuxOptions":{"role":"r"}}}]})",
     "seLinuxOptions (pod and container \"a\" set forbidden securityContext.seLinuxOptions: type \"t\"; user "
     "may "
     "not be set; role may not be set)"},
    {"seccomp", baseline, R"({"securityContext":{"seccompProfile":{"type":"Unconfined"}}})",
     "seccompProfile (pod must not set securityContext.seccompProfile.type to \"Unconfined\")", 19},
    {"sysctls", baseline,
     R"({"securityContext":{"sysctls":[{"name":"net.ipv4.tcp_rmem"},{"name":"kernel.x"}]}})",
     "forbidden sysctls (kernel.x)", 32},
    {"windows_host_process", baseline,
     R"({"securityContext":{"windowsOptions":{"hostProcess":true}},"containers":[)"
     R"({"name":"a","securityContext":{"windowsOptions":{"hostProcess":true}}}]})",
     "hostProcess (pod and container \"a\" must not set securityContext.windowsOptions.hostProcess=true)"},
    {"privilege_escalation", restricted,
     R"({"containers":[{"name":"a","securityContext":{"capabilities":{"drop":["ALL"]}}}]})",
     "allowPrivilegeEscalation != false (container \"a\" must set "
     "securityContext.allowPrivilegeEscalation=false)",
     8},
    {"capabilities_dropped", restricted,
     R"({"containers":[{"name":"a","securityContext":{"allowPrivilegeEscalation":false,)"
     R"("capabilities":{"add":["CHOWN","NET_BIND_SERVICE"]}}}]})",
     "unrestricted capabilities (container \"a\" must set securityContext.capabilities.drop=[\"ALL\"]; "
     "container "
     "\"a\" must not include \"CHOWN\" in securityContext.capabilities.add)",
     22},
    {"restricted_volumes", restricted,
     R"({"volumes":[{"name":"a","nfs":{}},{"name":"b","emptyDir":{}},{"name":"c","hostPath":{"path":"/"}},{"name":"d"}]})",
     "restricted volume types (volumes \"a\", \"c\", \"d\" use restricted volume types \"hostPath\", "
     "\"nfs\", "
     "\"unknown\")"},
    {"root_by_default", restricted, R"({"securityContext":{"seccompProfile":{"type":"RuntimeDefault"}}})",
     "runAsNonRoot != true (pod or container \"a\" must set securityContext.runAsNonRoot=true)"},
    {"root_by_pod", restricted,
     R"({"securityContext":{"runAsNonRoot":false,"seccompProfile":{"type":"RuntimeDefault"}}})",
     "runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false)"},
    {"user_0", restricted,
     R"({"securityContext":{"runAsUser":0,"runAsNonRoot":true,"seccompProfile":{"type":"RuntimeDefault"}}})",
     "runAsUser=0 (pod must not set runAsUser=0)", 23},
    {"seccomp_unset", restricted, R"({"securityContext":{"runAsNonRoot":true}})",
     "seccompProfile (pod or container \"a\" must set securityContext.seccompProfile.type to "
     "\"RuntimeDefault\" or "
     "\"Localhost\")",
     19},
};

}  // namespace

BOOST_DATA_TEST_CASE(each_violation_is_reported_from_its_version, boost::unit_test::data::make(samples), s) {
    const bj::object spec = merged(s.spec);
    const policy_version newest{35}, older{s.from - 1};
    BOOST_TEST(violations(s.level, {}, spec, s.metadata) == s.text);
    BOOST_TEST(violations(s.level, newest, spec, s.metadata) == s.text);
    BOOST_TEST(violations(s.level, {s.from}, spec, s.metadata).find(s.text) != std::string::npos);
    if (s.from > 0)
        BOOST_TEST(violations(s.level, older, spec, s.metadata).find(s.text) == std::string::npos);
    BOOST_TEST(violations(security_level::privileged, {}, spec, s.metadata) == "");
}

BOOST_AUTO_TEST_CASE(the_restricted_pod_violates_nothing) {
    for (int minor = policy_version::latest; minor < 40; ++minor)
        BOOST_TEST(violations(restricted, {minor}, merged("{}")) == "");
}

BOOST_AUTO_TEST_CASE(baseline_does_not_ask_for_what_restricted_does) {
    BOOST_TEST(violations(baseline, {}, bj::parse(R"({"containers":[{"name":"a"}]})").as_object()) == "");
}

BOOST_AUTO_TEST_CASE(restricted_lists_baseline_violations_first) {
    const bj::object spec = bj::parse(R"({"hostPID":true,"containers":[{"name":"a"}]})").as_object();
    BOOST_TEST(
        reasons_of(evaluate({restricted, {}}, pod_view({}, spec))) ==
        "host namespaces, allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != "
        "true, seccompProfile");
}

BOOST_AUTO_TEST_CASE(own_users_and_windows_relax_the_policy) {
    const bj::object root = merged(R"({"hostUsers":false,"securityContext":{"runAsUser":0,)"
                                   R"("seccompProfile":{"type":"RuntimeDefault"}}})");
    BOOST_TEST(violations(restricted, {35}, root) == "");
    BOOST_TEST(violations(restricted, {34}, root).starts_with("runAsNonRoot != true"));
    const bj::object windows =
        bj::parse(
            R"({"os":{"name":"windows"},"securityContext":{"runAsNonRoot":true},"containers":[{"name":"a"}]})")
            .as_object();
    BOOST_TEST(violations(restricted, {25}, windows) == "");
    BOOST_TEST(violations(restricted, {24}, windows).starts_with("allowPrivilegeEscalation != false"));
    const bj::object unmasked =
        merged(R"({"hostUsers":false,"containers":[{"name":"a","securityContext":{"procMount":"Unmasked",)"
               R"("allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]}}}]})");
    BOOST_TEST(violations(baseline, {}, unmasked) == "");
    BOOST_TEST(violations(restricted, {}, unmasked).starts_with("procMount"));
}

BOOST_AUTO_TEST_CASE(old_versions_read_seccomp_annotations) {
    const char* metadata = R"({"annotations":{"seccomp.security.alpha.kubernetes.io/pod":"unconfined",)"
                           R"("container.seccomp.security.alpha.kubernetes.io/a":"localhost/x"}})";
    BOOST_TEST(
        violations(baseline, {18}, merged("{}"), metadata) ==
        "seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod=\"unconfined\")");
    BOOST_TEST(violations(baseline, {19}, merged("{}"), metadata) == "");
}
