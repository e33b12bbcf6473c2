// What a pass still tries after refusals.
#include "operators/job_watcher/refusals.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using ::job_watcher::refusals;

BOOST_AUTO_TEST_SUITE(job_watcher_refusals)

BOOST_AUTO_TEST_CASE(ten_in_a_row_close_a_namespace_and_a_success_opens_it) {
    const interned_string bad("bad"), good("good");
    refusals r;
    for (int i = 0; i < refusals::in_namespace; ++i) {
        BOOST_TEST(!r.skips(bad));
        r.refused(bad, errc::forbidden);
    }
    BOOST_TEST(r.skips(bad));
    BOOST_TEST(!r.skips(good));
    BOOST_TEST(!r.end_the_pass());
    r.succeeded(bad);
    BOOST_TEST(!r.skips(bad));
}

BOOST_AUTO_TEST_CASE(a_server_with_a_problem_ends_the_pass_and_an_answer_of_it_counts_anew) {
    const interned_string ns("a");
    refusals r;
    for (const errc answer : {errc::forbidden, errc::not_found}) {
        for (int i = 0; i + 1 < refusals::of_server; ++i) r.refused(ns, errc::timeout);
        BOOST_TEST(!r.end_the_pass());
        if (answer == errc::forbidden)
            r.refused(ns, answer);
        else
            r.succeeded(ns);
    }
    BOOST_TEST(!r.skips(ns));
    for (int i = 0; i < refusals::of_server; ++i) r.refused(ns, errc::server_error);
    BOOST_TEST(r.end_the_pass());
}

BOOST_AUTO_TEST_CASE(many_namespaces_that_refuse_end_the_pass) {
    refusals r;
    for (int i = 0; i + 1 < refusals::in_all; ++i)
        r.refused(interned_string("ns" + std::to_string(i)), errc::forbidden);
    BOOST_TEST(!r.end_the_pass());
    r.refused(interned_string("last"), errc::invalid);
    BOOST_TEST(r.end_the_pass());
}

BOOST_AUTO_TEST_SUITE_END()
