// Token Secrets of service accounts.
#include "apiserver/controllers/token/plan.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(token_test)

namespace {

partial_service_account account_of_uid(std::string_view uid) {
    partial_service_account a;
    a.metadata.name = "robot";
    a.metadata.ns = "default";
    a.metadata.uid = uid;
    return a;
}

token_secret_ptr secret_of(std::string_view uid, partial_token_data data = {}) {
    auto s = std::make_shared<partial_token_secret>();
    s->metadata.name = "t";
    s->metadata.ns = "default";
    s->metadata.annotations[account_name_key] = "robot";
    if (!uid.empty()) s->metadata.annotations[account_uid_key] = uid;
    s->data = std::move(data);
    return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(secrets_of_a_missing_account_are_removed) {
    const partial_service_account a = account_of_uid("u1");
    const std::vector<token_secret_ptr> all{secret_of(""), secret_of("u1"), secret_of("u2")};
    BOOST_TEST(plan_tokens(nullptr, all, "").remove.size() == 3u);
    const token_plan plan = plan_tokens(&a, all, "");
    BOOST_REQUIRE(plan.remove.size() == 1u);
    BOOST_CHECK(plan.remove[0] == all[2]);  // of an earlier account with that name
    BOOST_TEST(plan.complete.size() == 2u);
}

BOOST_AUTO_TEST_CASE(missing_values_are_filled_in) {
    const partial_service_account a = account_of_uid("u1");
    const auto bare = secret_of("");
    BOOST_TEST(boost::json::serialize(completion_of(*bare, a, "Q0E=", "VE9L")) ==
               R"({"metadata":{"annotations":{"kubernetes.io/service-account.name":"robot",)"
               R"("kubernetes.io/service-account.uid":"u1"}},)"
               R"("data":{"ca.crt":"Q0E=","namespace":"ZGVmYXVsdA==","token":"VE9L"}})");
    const auto full = secret_of("u1", {"Q0E=", "bnM=", "VE9L"});
    BOOST_TEST(plan_tokens(&a, {full}, "Q0E=").complete.empty());
    BOOST_TEST(plan_tokens(&a, {full}, "").complete.empty());
    BOOST_TEST(plan_tokens(&a, {full}, "T1RIRVI=").complete.size() == 1u);  // another CA
    const auto patch = completion_of(*full, a, "T1RIRVI=", "");
    BOOST_TEST(boost::json::serialize(patch.at("data")) == R"({"ca.crt":"T1RIRVI="})");
}

BOOST_AUTO_TEST_SUITE_END()
