// Precompiled for every source of the project: headers that many sources include and that are slow to parse.
// Of our own headers, only those whose changes rebuild nearly everything anyway.
#include "setpoint/core/error.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/container/flat_map.hpp>
#include <boost/json.hpp>
#include <boost/system/result.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#ifdef BOOST_TEST_DYN_LINK
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#endif

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <coroutine>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
