// What a credential plugin printed: credentials that can be sent, or an error that quotes nothing of it.
#include "framework/client/exec_credential.hpp"
#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

void exec_answer(std::string_view input) {
    for (const char* version : {"client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"}) {
        const auto c = parse_exec_answer(input, version);
        if (!c) {
            expect(c.error().code == errc::bad_data && c.error().server_text.empty(), "nothing is quoted");
            continue;
        }
        expect(!c->token.empty() || !c->cert_pem.empty(), "there are credentials");
        expect(c->cert_pem.empty() == c->key_pem.empty(), "a certificate has its key");
        for (const char b : c->token.reveal()) expect(b > ' ' && b < 0x7f, "a token can stand in a header");
    }
}

}}}  // namespace setpoint::v0::fuzz
