// gate: what an event costs, a line of JSON for each kind of event. Run by script/gate, under callgrind.
#include "meter.hpp"

#include <boost/version.hpp>
#include <fmt/format.h>

#include <gnu/libc-version.h>

using namespace setpoint::gate;

int main() {
    fmt::print("{{\"compiler\":\"{}\",\"libstdc++\":\"{}\",\"boost\":\"{}\",\"glibc\":\"{}\"}}\n",
               __VERSION__, _GLIBCXX_RELEASE, BOOST_LIB_VERSION, gnu_get_libc_version());
    meter m;
    decode_events(m);
    update_store(m);
    run_queue(m);
    dispatch_reconciles(m);
    encode_writes(m);
    answer_reviews(m);
}
