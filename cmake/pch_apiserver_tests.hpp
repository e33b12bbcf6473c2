// Precompiled for the tests of the API server below its controllers.
#include "pch_apiserver.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
