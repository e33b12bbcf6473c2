// The bytes of a watch: frames, count and error must not depend on how they arrive.
#include "framework/cache/watch_frames.hpp"

#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

constexpr std::size_t limit = 2000;

struct watched {
    std::string frames, fault;
    std::uint64_t count = 0;
    bool inside = false, too_large = false;
};

watched read_frames(std::string_view bytes, cut how) {
    setpoint::watch_frames frames(limit);
    watched w;
    for (const std::string_view piece : pieces(bytes, how)) {
        // A copy, so that a frame that outlives its piece is seen by the sanitizer.
        const std::string copy(piece);
        frames.feed(copy);
        for (;;) {
            const auto frame = frames.next();
            if (!frame) {
                w.fault = frame.error().to_string();
                w.too_large = frame.error().code == errc::too_large;
                return w;
            }
            if (!*frame) break;
            expect((*frame)->object.starts_with('{') && (*frame)->object.ends_with('}'), "an object is one");
            expect((*frame)->object.size() <= limit, "no frame over the limit");
            w.frames.append(to_string((*frame)->type)).append((*frame)->object).append("\n");
        }
    }
    w.count = frames.count();
    w.inside = frames.inside_frame();
    return w;
}

}  // namespace

void watch_frames(std::string_view input) {
    const watched whole = read_frames(input, cut::whole);
    for (const cut how : all_cuts) {
        const watched other = read_frames(input, how);
        expect_equal(whole.frames, other.frames, "the frames are the same however the bytes arrive");
        expect(whole.too_large == other.too_large, "a frame is too large however the bytes arrive");
        if (!whole.too_large) expect_equal(whole.fault, other.fault, "and so is the fault");
        expect(whole.count == other.count && whole.inside == other.inside, "and so is where it ends");
    }
}

}}}  // namespace setpoint::v0::fuzz
