#include "cli/audit_flags.hpp"

#include "cli/audit_file.hpp"
#include "cli/file.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

void check_count(std::int64_t value, std::string_view flag) {
    if (value < 0)
        throw fault(errc::bad_config, fmt::format("--{} {} can't be a negative number", flag, value));
}

std::size_t positive(std::int64_t value, std::string_view flag) {
    if (value <= 0)
        throw fault(errc::bad_config, fmt::format("--{}: {} must be a positive number", flag, value));
    return static_cast<std::size_t>(value);
}

std::function<void(std::string_view)> log_to(const audit_flags& flags) {
    check_count(flags.max_age, "audit-log-maxage");
    check_count(flags.max_backups, "audit-log-maxbackup");
    check_count(flags.max_size, "audit-log-maxsize");
    if (flags.log_format != "json")
        throw fault(errc::bad_config, fmt::format("--audit-log-format: \"{}\": this server writes json only",
                                                  flags.log_format));
    if (flags.log_path == "-") return [](std::string_view line) { std::cout << line << '\n' << std::flush; };
    rotation_limits limits;
    constexpr std::size_t mebibyte = 1024 * 1024;
    limits.size = static_cast<std::size_t>(flags.max_size) * mebibyte;
    limits.backups = static_cast<std::size_t>(flags.max_backups);
    limits.age = std::chrono::days(flags.max_age);
    const auto file = std::make_shared<audit_file>(flags.log_path, limits, std::make_shared<real_clock>());
    return [file](std::string_view line) { file->write(line); };
}

}  // namespace

apiserver::audit_options read_audit(const audit_flags& flags) {
    apiserver::audit_options out;
    if (flags.policy_file.empty()) return out;
    out.policy = read_file_of("--audit-policy-file", flags.policy_file);
    out.policy_name = flags.policy_file;
    if (out.policy.empty())
        throw fault(errc::bad_config, fmt::format("--audit-policy-file: {} is empty", flags.policy_file));
    if (!flags.log_path.empty()) out.log = log_to(flags);
    if (flags.webhook_file.empty()) return out;
    out.webhook_kubeconfig = secret(read_file_of("--audit-webhook-config-file", flags.webhook_file));
    out.webhook_name = flags.webhook_file;
    out.webhook_batch = positive(flags.batch_size, "audit-webhook-batch-max-size");
    out.webhook_buffer = positive(flags.buffer_size, "audit-webhook-batch-buffer-size");
    const auto wait = go_duration::parse(flags.batch_wait);
    if (!wait || wait->value() < duration::zero())
        throw fault(errc::bad_config, fmt::format("--audit-webhook-batch-max-wait: \"{}\" is not a duration "
                                                  "such as 30s",
                                                  flags.batch_wait));
    out.webhook_delay = wait->value();
    return out;
}

}}}  // namespace setpoint::v0::cli
