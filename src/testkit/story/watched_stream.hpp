#pragma once
// The events of a watch on their way to a process: they may be held, doubled, or replaced by 410.

#include "setpoint/api/gvk.hpp"
#include "setpoint/http/server.hpp"
#include "testkit/story/instance.hpp"

#include <deque>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace story {

class watched_stream final : public http::body_source {
public:
    // `by` must outlive it. `begin`: what the response already has of the body. `begins_with_list`: the
    // first events are a list, which ends with a bookmark. They are no points, and are not held.
    watched_stream(incarnation& by, group_version_resource of, std::string begin,
                   std::shared_ptr<http::body_source> inner, bool begins_with_list);
    watched_stream(const watched_stream&) = delete;
    watched_stream& operator=(const watched_stream&) = delete;
    ~watched_stream() override;

    awaitable<result<std::string_view>> read() override;

private:
    void split(std::string_view piece);
    awaitable<void> deliver();
    void end_list();

    incarnation& by_;
    group_version_resource of_;
    std::shared_ptr<http::body_source> inner_;
    std::deque<std::string> lines_;
    std::string rest_, line_;
    bool is_repeated_ = false, ends_ = false, is_in_list_;
};

}}}  // namespace setpoint::v0::story
