// A story that is played once, without faults.

#include "testkit/story/explorer.hpp"

namespace setpoint { inline namespace v0 { namespace story {

awaitable<findings> explorer::check() {
    report("without faults");
    begun_ = loop_.now();
    note_reference(co_await player_.check());
    found_.seconds = std::chrono::duration<double>(loop_.now() - begun_).count();
    findings all = sorted();
    all.end = player_.reference().end;
    co_return all;
}

awaitable<findings> check(loop& l, const exploration& what) {
    explorer e(l, what);
    co_return co_await e.check();
}

}}}  // namespace setpoint::v0::story
