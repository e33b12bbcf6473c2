#pragma once
// Which objects are paused by the annotation GROUP/paused, and which have to say so. No I/O.
//
// The annotation's value is "false" (not paused), or "true" or a reason, optionally with an end:
//
//     true
//     moving the disks
//     moving the disks until 2026-12-01T08:00:00Z
//     until 2026-12-01T08:00:00Z

#include "setpoint/api/object_key.hpp"
#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// What the annotation says.
struct pause {
    std::string reason;              // "" without one
    std::optional<wall_time> until;  // nothing: until the annotation is removed
    std::string invalid_end;         // the text after "until" if it starts like a time and is none

    bool is_over(wall_time now) const { return until && *until <= now; }
    // A sentence for the condition and the event.
    std::string message() const;
};

// Returns the annotation's name for objects of this group: "example.com/paused". Groups of Kubernetes itself
// belong to no program, and several programs may reconcile their kinds: there it is "PROGRAM/paused".
std::string paused_annotation(std::string_view group, std::string_view program);
// Returns nothing if the object is not paused. Any text is accepted.
std::optional<pause> parse_pause(std::string_view value);

// The type of the condition, and the reason of ours. Another component's condition of that type is left
// alone.
inline constexpr std::string_view paused_condition = "Paused", paused_reason = "PausedByAnnotation";

class pauses {
public:
    struct entry {
        std::string value;  // of the annotation
        // Nothing: the pause has ended, but the object still says that it is paused.
        std::optional<pause> what;
        bool is_said = false;     // the condition and the log line are there
        bool is_initial = false;  // paused before this process saw the object
    };

    // Nothing is paused, and no object has to be corrected.
    bool empty() const { return entries_.empty(); }
    std::size_t count() const { return count_; }
    // Whether changes of other objects must not queue the key. It is false once the end has passed.
    bool holds(const object_key& key, wall_time now) const;
    // The object exists: `value` is its annotation, null without one, and `says_so` whether it has our
    // condition. Returns true if the key has to be queued, even if a predicate refuses the change.
    bool seen(const object_key& key, const std::string_view* value, bool says_so, bool initial,
              wall_time now);
    void gone(const object_key& key) { erase(key); }
    // Returns what is to be done in the key's turn; null: reconcile. Marks a pause whose end has passed.
    entry* turn(const object_key& key, wall_time now);
    // The object no longer says that it is paused.
    void resumed(const object_key& key) { erase(key); }
    void clear();

private:
    void end(entry& e);
    void erase(const object_key& key);

    std::map<object_key, entry> entries_;
    std::size_t count_ = 0;  // of the entries with a pause
};

}}  // namespace setpoint::v0
