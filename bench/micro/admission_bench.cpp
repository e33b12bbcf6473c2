// What a webhook spends on a review besides its verdict: decoding the question, its objects as trees, and
// encoding the answer, with a copy of the verdict.
#include "../gate/events.hpp"
#include "../pod_event.hpp"
#include "best_of.hpp"
#include "setpoint/api/admission_v1.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/value.hpp>

#include <cstddef>
#include <stdexcept>

namespace {
std::size_t allocated = 0;
}
// glibc's own malloc, counted: operator new and interned_string both end here.
extern "C" void* __libc_malloc(std::size_t);  // NOLINT(bugprone-reserved-identifier): glibc's name
extern "C" void* malloc(std::size_t n) {
    ++allocated;
    return __libc_malloc(n);
}

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr int runs = 5;
constexpr std::size_t operations = 20'000;

std::string_view pod_json() {
    constexpr std::string_view begin_of_event = R"({"type":"MODIFIED","object":)", end_of_event = "}\n";
    std::string_view pod = bench::pod_event;
    pod.remove_prefix(begin_of_event.size());
    pod.remove_suffix(end_of_event.size());
    return pod;
}

// An UPDATE as a kubectl of an administrator makes it.
std::string question(std::string_view group, std::string_view kind, std::string_view resource,
                     std::string_view old_object, std::string_view object) {
    return fmt::format(
        R"({{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{{"uid":)"
        R"("705ab4f5-6393-11e8-b7cc-42010a800002","kind":{{"group":"{0}","version":"v1","kind":"{1}"}},"resource":)"
        R"({{"group":"{0}","version":"v1","resource":"{2}"}},"requestKind":{{"group":"{0}","version":"v1","kind":)"
        R"("{1}"}},"requestResource":{{"group":"{0}","version":"v1","resource":"{2}"}},"name":"web","namespace":)"
        R"("default","operation":"UPDATE","userInfo":{{"username":"kubernetes-admin","groups":["kubeadm:)"
        R"(cluster-admins","system:authenticated"],"extra":{{"authentication.kubernetes.io/credential-id":)"
        R"(["X509SHA256=0b05ae1b6b2e6b1f2f4d"]}}}},"object":{4},"oldObject":{3},"dryRun":false,"options":{{"kind":)"
        R"("UpdateOptions","apiVersion":"meta.k8s.io/v1","fieldManager":"kubectl-client-side-apply",)"
        R"("fieldValidation":"Strict"}}}}}})",
        group, kind, resource, old_object, object);
}

// `work` returns the bytes of one review.
template <class F>
void measure(const char* what, F&& work) {
    const std::size_t size = work(), before = allocated;
    std::size_t bytes = work();
    const std::size_t each = allocated - before;
    const double cost = bench::best_of(
        runs, operations, [] { return 0; },
        [&](int) {
            for (std::size_t i = 0; i < operations; ++i) bytes += work();
        });
    if (bytes != size * (operations * runs + 1)) throw std::logic_error("not the same bytes each time");
    fmt::print("{:<36} {:>5} bytes {:>7.0f} ns {:>5} allocations\n", what, size, cost, each);
}

void measure_question(const char* what, const std::string& text) {
    const admission_review read = json::decode<admission_review>(text).value();
    if (read.request.value().object == read.request.value().old_object)
        throw std::logic_error("nothing is updated");
    measure(what, [&] { return json::decode<admission_review>(text).has_value() ? text.size() : 0; });
}

void measure_answer(const char* what, const admission_review& question, const admission_response& verdict) {
    measure(what, [&] { return json::encode(answer_to(question, verdict)).size(); });
}

}  // namespace

int main() {
    const std::string update = question("my.domain", "WebServer", "webservers", gate::web_server_json(7, 2),
                                        gate::web_server_json(7, 3));
    std::string relabelled(pod_json());
    relabelled.replace(relabelled.find(R"("labels":{)"), 10, R"("labels":{"tier":"web",)");
    measure_question("question: UPDATE of a WebServer", update);
    measure_question("question: UPDATE of a pod", question("", "Pod", "pods", pod_json(), relabelled));

    const admission_review asked = json::decode<admission_review>(update).value();
    admission_response warned, denied, patched;
    warned.allowed = patched.allowed = true;
    warned.warnings = {"spec.replicas: 1 leaves no server while the node is drained",
                       "spec.image: a tag can move; a digest cannot"};
    api_status& why = denied.status.emplace();
    why.status = "Failure";
    why.message = "spec.image: 'nginx:' is no image reference: it has an empty tag";
    why.reason = "Invalid";
    why.code = 422;
    // [{"op":"add","path":"/spec/replicas","value":1}]
    patched.patch = "W3sib3AiOiJhZGQiLCJwYXRoIjoiL3NwZWMvcmVwbGljYXMiLCJ2YWx1ZSI6MX1d";
    patched.patch_type = "JSONPatch";
    measure_answer("answer: allowed, two warnings", asked, warned);
    measure_answer("answer: denied with a message", asked, denied);
    measure_answer("answer: allowed with a JSON patch", asked, patched);
}
