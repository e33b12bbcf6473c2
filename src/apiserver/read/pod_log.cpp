#include "apiserver/read/pod_log.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/go/time.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct log_options {
    std::optional<std::int64_t> tail_lines, limit_bytes, since_seconds;
    bool has_since_time = false;
};

api_result<std::optional<std::int64_t>> whole_number(const query_parameters& q, std::string_view name) {
    const auto given = q.find(name);
    if (!given) return std::optional<std::int64_t>();
    if (std::string wrong = go_text::parse_int_error(*given); !wrong.empty())
        return bad_request(std::move(wrong));
    std::int64_t n = 0;
    std::from_chars(given->data() + (given->starts_with('+') ? 1 : 0), given->data() + given->size(), n);
    return std::optional<std::int64_t>(n);
}

api_result<log_options> read_log_options(const query_parameters& q) {
    log_options out;
    for (const auto& [name, to] :
         {std::pair{"sinceSeconds", &out.since_seconds}, std::pair{"tailLines", &out.tail_lines},
          std::pair{"limitBytes", &out.limit_bytes}}) {
        auto n = whole_number(q, name);
        if (!n) return n.error();
        *to = *n;
    }
    const auto time = q.find("sinceTime");
    out.has_since_time = time.has_value();
    if (time && !time->empty() && *time != "null")
        if (std::string wrong = time_error(*time, false); !wrong.empty())
            return bad_request(std::move(wrong));
    return out;
}

// ValidatePodLogOptions, without the feature PodLogsQuerySplitStreams.
field_errors check_log_options(const log_options& o, const query_parameters& q) {
    field_errors wrong;
    if (o.tail_lines && *o.tail_lines < 0)
        invalid(wrong, "tailLines", *o.tail_lines, "must be greater than or equal to 0");
    if (o.limit_bytes && *o.limit_bytes < 1)
        invalid(wrong, "limitBytes", *o.limit_bytes, "must be greater than 0");
    if (o.since_seconds && o.has_since_time)
        forbidden(wrong, "[]", "at most one of `sinceTime` or `sinceSeconds` may be specified");
    else if (o.since_seconds && *o.since_seconds < 1)
        invalid(wrong, "sinceSeconds", *o.since_seconds, "must be greater than 0");
    if (q.has("stream")) forbidden(wrong, "stream", "may not be specified");
    return wrong;
}

// validateContainer of the pod's registry: without the parameter the pod must have only one container.
api_result<std::string> container_of(const bj::object& spec, std::string_view wanted, std::string_view pod) {
    std::vector<std::string_view> names;
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"})
        for_each_object(list_of(spec, list),
                        [&](const bj::object& c, std::size_t) { names.push_back(text_at(c, "name")); });
    if (!wanted.empty()) {
        if (std::ranges::find(names, wanted) != names.end()) return std::string(wanted);
        return bad_request(fmt::format("container {} is not valid for pod {}", wanted, pod));
    }
    const bj::array& all = list_of(spec, "containers");
    if (all.size() == 1) return std::string(text_at(all[0].get_object(), "name"));
    return bad_request(fmt::format("a container name must be specified for pod {}, choose one of: [{}]", pod,
                                   fmt::join(names, " ")));
}

std::string_view last_lines(std::string_view text, std::int64_t count) {
    std::size_t begin = text.size();
    for (; count > 0 && begin != 0; --count) {
        const std::size_t end = begin < 2 ? std::string_view::npos : text.rfind('\n', begin - 2);
        begin = end == std::string_view::npos ? 0 : end + 1;
    }
    return text.substr(begin);
}

// As the kubelet: the last lines, then the first bytes of these.
std::string_view shortened(std::string_view text, const log_options& o) {
    if (o.tail_lines) text = last_lines(text, *o.tail_lines);
    if (o.limit_bytes) text = text.substr(0, static_cast<std::size_t>(*o.limit_bytes));
    return text;
}

}  // namespace

api_result<std::optional<std::string>> read_pod_log(server_state& w, const resource& pods,
                                                    const object_key& key, const query_parameters& query) {
    const auto o = read_log_options(query);
    if (!o) return o.error();
    if (const field_errors wrong = check_log_options(*o, query); !wrong.empty())
        return invalid_object({"", "PodLogOptions"}, key.name, wrong);
    const record_ptr found = w.of(pods).get(key);
    if (!found) return object_not_found(pods.gr(), key.name);
    const bj::object pod = found->parse();
    const bj::object& spec = object_of(pod, "spec");
    const auto container = container_of(spec, query.get("container"), key.name);
    if (!container) return container.error();
    const std::string node(text_at(spec, "nodeName"));
    if (node.empty()) return std::optional<std::string>();
    if (!w.store.find("nodes", object_key::cluster(node))) return object_not_found(pods.gr(), node);
    if (query.flag("previous"))
        return bad_request(fmt::format("previous terminated container {} in pod {} not found",
                                       go_text::quoted(*container), go_text::quoted(key.name)));
    const bj::object& annotations = object_of(pod, {"metadata", "annotations"});
    const bj::value* text = value_at(annotations, fmt::format("{}.{}", log_annotation, *container));
    if (text == nullptr) text = value_at(annotations, log_annotation);
    if (text == nullptr || !text->is_string())
        return bad_request(fmt::format(
            "no container runs here: there are no logs but those in the annotation {}", log_annotation));
    return std::optional(std::string(shortened(text->get_string(), *o)));
}

}}}  // namespace setpoint::v0::apiserver
