#pragma once
// Structured log records: a message, a level and fields. Loggers are values; the sink is injected.
//
//     log.info("Deployment created", {{"name", name}, {"replicas", 3}});
// Messages are constant texts, so that they can be searched and counted; everything variable is a
// field. Text from elsewhere may contain anything: sinks escape control characters and replace invalid
// UTF-8.

#include "setpoint/core/clock.hpp"

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace setpoint { inline namespace v0 {

enum class log_level : std::uint8_t { trace, debug, info, warn, error, off };
std::string_view to_string(log_level level) noexcept;
// Accepts trace, debug, info, warn (warning), error, off. Returns false otherwise.
// `level` is then unchanged.
bool parse(std::string_view text, log_level& level) noexcept;

// A field as a parameter: its views need only be valid for the call.
// An initializer list of them is built on the stack, so that a disabled log call allocates nothing.
// Never store one.
struct log_field {
    using value_type = std::variant<std::string_view, std::int64_t, std::uint64_t, double, bool>;
    std::string_view key;
    value_type value;

    log_field(std::string_view k, std::string_view v) : key(k), value(v) {}
    log_field(std::string_view k, const char* v) : key(k), value(std::string_view(v)) {}
    log_field(std::string_view k, const std::string& v) : key(k), value(std::string_view(v)) {}
    log_field(std::string_view k, bool v) : key(k), value(v) {}
    log_field(std::string_view k, double v) : key(k), value(v) {}
    template <std::signed_integral I>
    log_field(std::string_view k, I v) : key(k), value(static_cast<std::int64_t>(v)) {}
    template <std::unsigned_integral I>
        requires(!std::same_as<I, bool>)
    log_field(std::string_view k, I v) : key(k), value(static_cast<std::uint64_t>(v)) {}
    // Durations are logged in seconds.
    template <class R, class P>
    log_field(std::string_view k, std::chrono::duration<R, P> v)
        : key(k), value(std::chrono::duration<double>(v).count()) {}
};

// The fields of a logger and of the loggers it was derived from.
// Immutable and shared: loggers that were derived from one point to its context instead of copying it.
struct log_context {
    std::shared_ptr<const log_context> outer;
    std::vector<std::pair<std::string, std::string>> fields;  // key, text
    // Outermost first.
    template <class F>
    void for_each(F&& f) const {
        if (outer) outer->for_each(f);
        for (const auto& [key, value] : fields) f(key, value);
    }
};

// What a sink receives. All views and pointers are valid during write() only.
struct log_record {
    wall_time when;
    log_level level;
    std::string_view message;
    const log_context* context;  // null: none
    std::initializer_list<log_field> fields;
};

// The destination of log records. It is called on the thread that logs, which is the loop's unless the
// application logs from a blocking job: a sink for such a program must be thread-safe.
class log_sink {
public:
    virtual ~log_sink() = default;
    // Called only for enabled levels. Must not throw, must not log, and should not block: the loop
    // waits.
    virtual void write(const log_record& record) = 0;
    // Records below it are dropped before they are formatted. May be changed at any time.
    log_level level = log_level::info;
};

// Writes one line per record: "2026-01-01T00:00:00.000Z INFO  message key=value ...". Empty values, and
// values with blanks, quotes, backslashes, "=" or control characters, are quoted as in JSON. First the fields
// of the record, then those of its logger, outermost first. Control characters in the message become blanks.
// Each line is flushed. `out` must outlive the sink.
class text_sink final : public log_sink {
public:
    explicit text_sink(std::ostream& out) : out_(out) {}
    void write(const log_record& record) override;

private:
    std::ostream& out_;
};

// Writes one JSON object per line: {"ts":"...","level":"info","msg":"...",...}.
// First the fields of the logger, outermost first, then those of the record; a key that occurs twice is
// written twice, and readers usually take the last. Control characters are escaped, and every line is
// flushed. `out` must outlive the sink.
class json_sink final : public log_sink {
public:
    explicit json_sink(std::ostream& out) : out_(out) {}
    void write(const log_record& record) override;

private:
    std::ostream& out_;
};

// Discards everything.
// For tests, and as a placeholder where a logger is required.
class null_sink final : public log_sink {
public:
    null_sink() { level = log_level::off; }
    void write(const log_record&) override {}
};

// Cheap to copy. `sink` and `clock` must outlive it. Secrets cannot be logged: no field accepts
// their type.
// Not thread-safe by itself beyond what the sink and the clock are. Fields accumulate: with() never
// replaces one.
class logger {
public:
    logger(log_sink& sink, const clock& c) : sink_(&sink), clock_(&c) {}
    // Returns a logger that adds these fields to every line.
    // The values are rendered as text once, here, and not for each line. json_sink therefore writes
    // them as strings, also numbers.
    logger with(std::initializer_list<log_field> fields) const;

    // For skipping the work of computing expensive fields.
    bool enabled(log_level level) const { return level >= sink_->level && sink_->level != log_level::off; }
    // Does nothing if the level is not enabled. `message` and `fields` need only be valid during the
    // call.
    void log(log_level level, std::string_view message, std::initializer_list<log_field> fields = {}) const;
    void trace(std::string_view m, std::initializer_list<log_field> f = {}) const {
        log(log_level::trace, m, f);
    }
    void debug(std::string_view m, std::initializer_list<log_field> f = {}) const {
        log(log_level::debug, m, f);
    }
    void info(std::string_view m, std::initializer_list<log_field> f = {}) const {
        log(log_level::info, m, f);
    }
    void warn(std::string_view m, std::initializer_list<log_field> f = {}) const {
        log(log_level::warn, m, f);
    }
    void error(std::string_view m, std::initializer_list<log_field> f = {}) const {
        log(log_level::error, m, f);
    }

private:
    log_sink* sink_;
    const clock* clock_;
    std::shared_ptr<const log_context> context_;
};

}}  // namespace setpoint::v0
