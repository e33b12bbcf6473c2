// Precompiled for the tests of what knows the built-in kinds.
#include "pch_kinds.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
