#include "setpoint/controller/predicate.hpp"

#include "gadget.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using test::gadget;

BOOST_AUTO_TEST_SUITE(predicate_test)

namespace {

std::shared_ptr<const gadget> gadget_of(const std::string& metadata, int size = 1) {
    return test::from_json<gadget>(R"({"metadata":{"name":"a","namespace":"default","uid":"u")" +
                                   (metadata.empty() ? "" : "," + metadata) + R"(},"spec":{"size":)" +
                                   std::to_string(size) + "}}");
}
const kind_info& kind() {
    return kind_of<gadget>();
}

object_change added(object_ptr o) {
    return {object_change::kind::added, nullptr, std::move(o)};
}
object_change deleted(object_ptr o) {
    return {object_change::kind::deleted, std::move(o), nullptr};
}
object_change updated(object_ptr a, object_ptr b) {
    return {object_change::kind::updated, std::move(a), std::move(b)};
}

const predicate yes = [](const object_change&, const kind_info&) { return true; };
const predicate no = [](const object_change&, const kind_info&) { return false; };

}  // namespace

BOOST_AUTO_TEST_CASE(an_update_passes_when_the_named_part_has_changed_only) {
    const char* base = R"("generation":1,"resourceVersion":"1","labels":{"a":"1"},"annotations":{"b":"1"})";
    const struct {
        const char *what, *after;
        bool generation, labels, annotations, version;
    } rows[] = {
        {"nothing", base, false, false, false, false},
        {"generation", R"("generation":2,"resourceVersion":"2","labels":{"a":"1"},"annotations":{"b":"1"})",
         true, false, false, true},
        {"status alone", R"("generation":1,"resourceVersion":"2","labels":{"a":"1"},"annotations":{"b":"1"})",
         false, false, false, true},
        {"a label", R"("generation":1,"resourceVersion":"2","labels":{"a":"2"},"annotations":{"b":"1"})",
         false, true, false, true},
        {"a label is gone", R"("generation":1,"resourceVersion":"2","annotations":{"b":"1"})", false, true,
         false, true},
        {"an annotation",
         R"("generation":1,"resourceVersion":"2","labels":{"a":"1"},"annotations":{"b":"1","c":"2"})", false,
         false, true, true},
    };
    for (const auto& r : rows) {
        const object_change c = updated(gadget_of(base), gadget_of(r.after));
        BOOST_TEST_CONTEXT(r.what) {
            BOOST_TEST(predicates::generation_changed()(c, kind()) == r.generation);
            BOOST_TEST(predicates::labels_changed()(c, kind()) == r.labels);
            BOOST_TEST(predicates::annotations_changed()(c, kind()) == r.annotations);
            BOOST_TEST(predicates::resource_version_changed()(c, kind()) == r.version);
        }
    }
}

BOOST_AUTO_TEST_CASE(additions_and_deletions_pass_what_looks_at_updates) {
    for (const predicate& p : {predicates::generation_changed(), predicates::labels_changed(),
                               predicates::annotations_changed(), predicates::resource_version_changed()}) {
        BOOST_TEST(p(added(gadget_of("")), kind()));
        BOOST_TEST(p(deleted(gadget_of("")), kind()));
    }
}

BOOST_AUTO_TEST_CASE(a_selector_looks_at_the_object_after_the_change_or_at_what_is_gone) {
    const predicate p = predicates::matches("tier in (db, cache),!canary");
    const auto db = gadget_of(R"("labels":{"tier":"db"})"), web = gadget_of(R"("labels":{"tier":"web"})");
    BOOST_TEST(p(added(db), kind()));
    BOOST_TEST(!p(added(web), kind()));
    BOOST_TEST(p(updated(web, db), kind()));
    BOOST_TEST(!p(updated(db, web), kind()));
    BOOST_TEST(p(deleted(db), kind()));
    BOOST_TEST(!p(added(gadget_of(R"("labels":{"tier":"db","canary":"true"})")), kind()));
}

BOOST_AUTO_TEST_CASE(a_selector_that_cannot_be_read_is_a_fault_at_once) {
    BOOST_CHECK_THROW(predicates::matches("tier in (db"), fault);
}

BOOST_AUTO_TEST_CASE(combinations) {
    using namespace predicates;
    const object_change c = added(gadget_of(""));
    BOOST_TEST(all_of({yes, yes})(c, kind()));
    BOOST_TEST(!all_of({yes, no})(c, kind()));
    BOOST_TEST(any_of({no, yes})(c, kind()));
    BOOST_TEST(!any_of({no, no})(c, kind()));
    BOOST_TEST(!negate(yes)(c, kind()));
    BOOST_TEST(all_of({})(c, kind()));
    BOOST_TEST(!any_of({})(c, kind()));
}

BOOST_AUTO_TEST_CASE(a_typed_condition_sees_the_object_after_or_the_one_that_is_gone) {
    const predicate big = predicates::where<gadget>([](const gadget& g) { return g.spec.size > 5; }).erased();
    BOOST_TEST(big(updated(gadget_of("", 1), gadget_of("", 9)), kind()));
    BOOST_TEST(!big(updated(gadget_of("", 9), gadget_of("", 1)), kind()));
    BOOST_TEST(big(deleted(gadget_of("", 9)), kind()));
}

BOOST_AUTO_TEST_SUITE_END()
