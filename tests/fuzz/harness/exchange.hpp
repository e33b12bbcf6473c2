#pragma once
// One message, read by a parser of ours, as text: for comparing how it reads when it arrives in other pieces.

#include "framework/http/framing.hpp"
#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

struct exchange {
    std::string heads, body;
    std::string end;  // "end", "more" (the input was too short), or the error
    std::size_t used = 0;
    bool too_large = false;
};

// Gives the parser what it has not used again, with more behind it, as the connection does.
template <class Parser>
exchange read_message(Parser& parser, std::string_view bytes, cut how) {
    exchange e;
    std::size_t arrived = 0;
    for (const std::string_view piece : pieces(bytes, how)) {
        arrived += piece.size();
        for (bool more = true; more;) {
            const result<http::framed> f = parser.put(bytes.substr(e.used, arrived - e.used));
            if (!f) {
                e.end = f.error().message;
                e.too_large = f.error().code == errc::too_large;
                return e;
            }
            expect(f->used <= arrived - e.used, "no more is used than there was");
            e.used += f->used;
            if (f->is == http::framed::what::head) e.heads += "head;";
            if (f->is == http::framed::what::piece) {
                expect(!f->piece.empty(), "a piece has bytes");
                e.body += f->piece;
            }
            if (f->is == http::framed::what::end) {
                e.end = "end";
                return e;
            }
            more = f->is != http::framed::what::need_more;
        }
    }
    e.end = "more";
    return e;
}

// Limits are told when they are seen to be passed, which depends on what has arrived; and a head that is
// wrong is refused at once or when it is whole. All else must agree.
inline void expect_same(const exchange& a, const exchange& b) {
    if (a.too_large || b.too_large) return;
    if (a.heads.empty() && b.heads.empty() && (a.end == "more" || b.end == "more")) return;
    expect_equal(a.end, b.end, "the end is the same however the bytes arrive");
    expect_equal(a.heads, b.heads, "the heads are the same however the bytes arrive");
    expect(a.body == b.body, "the body is the same however the bytes arrive");
    if (a.end == "end") expect(a.used == b.used, "what follows begins at the same place");
}

}}}  // namespace setpoint::v0::fuzz
