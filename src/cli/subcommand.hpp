#pragma once
// What main() needs of a subcommand.

namespace setpoint { inline namespace v0 { namespace cli {

// A subcommand declares its flags when it is constructed.
class subcommand {
public:
    subcommand() = default;
    subcommand(const subcommand&) = delete;
    subcommand& operator=(const subcommand&) = delete;
    virtual ~subcommand() = default;
    // Whether the command line names it.
    virtual bool is_chosen() const = 0;
    // Returns the exit code. Throws fault; bad_config if the user must change something.
    virtual int run() = 0;
};

}}}  // namespace setpoint::v0::cli
