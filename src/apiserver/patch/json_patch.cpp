#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/patch/patch_target.hpp"
#include "apiserver/schema/text_at.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using namespace patching;

constexpr std::size_t max_operations = 10000;
constexpr std::size_t max_copied = 3 * 1024 * 1024;  // bytes that copy operations may add
constexpr std::size_t max_nesting = 128;             // levels of the document that a patch may create

// kube-apiserver gives no further reason.
api_error operation_failed() {
    api_error e{422, "Invalid", "the server rejected our request due to an error in our request", {}};
    e.empty_details = true;
    return e;
}

api_error wrong_type(const bj::value& v, std::string_view into) {
    return bad_request("error decoding patch: json: cannot unmarshal " + std::string(go_text::json_kind(v)) +
                       " into Go " + std::string(into));
}

bool has_text(const bj::object& op, std::string_view key) {
    const bj::value* v = op.if_contains(key);
    return v && v->is_string();
}

std::optional<api_error> malformed(const bj::value& patch) {
    if (patch.is_null()) return std::nullopt;
    if (!patch.is_array()) return wrong_type(patch, "value of type []handlers.jsonPatchOp");
    for (const auto& op : patch.get_array()) {
        if (op.is_null()) continue;
        if (!op.is_object()) return wrong_type(op, "value of type handlers.jsonPatchOp");
        for (const auto& [key, v] : op.get_object()) {
            if (key != "op" && key != "path" && key != "from") continue;
            if (v.is_string() || v.is_null()) continue;
            return wrong_type(v, "struct field jsonPatchOp." + std::string(key) + " of type string");
        }
    }
    return std::nullopt;
}

// Whether `v` nests at most `levels` deep. Does not look deeper; adds the number of values that it
// visits to `cost`.
bool nests_within(const bj::value& v, std::size_t levels, std::size_t& cost) {
    ++cost;
    if (!v.is_structured()) return true;
    if (levels == 0) return false;
    if (const bj::array* list = v.if_array())
        return std::all_of(list->begin(), list->end(),
                           [&](const bj::value& item) { return nests_within(item, levels - 1, cost); });
    const bj::object& map = v.get_object();
    return std::all_of(map.begin(), map.end(),
                       [&](const auto& member) { return nests_within(member.value(), levels - 1, cost); });
}

// Performs the operations. The document may be of any type in between.
class editor {
public:
    explicit editor(bj::value document) : document_(std::move(document)) {}
    bj::value& document() { return document_; }
    std::size_t cost() const { return cost_; }

    bool run(const bj::object& op) {
        const std::string_view kind = text_at(op, "op");
        if (kind == "move") return move(op);
        if (kind == "copy") return copy(op);
        if (!has_text(op, "path")) return false;
        if (kind == "add") return put(op, &patch_target::add);
        if (kind == "replace") return replace(op);
        if (kind == "remove") return remove(op);
        return kind == "test" && test(op);
    }

private:
    static bj::value value_of(const bj::object& op) {
        const bj::value* v = op.if_contains("value");
        return v ? *v : bj::value();
    }

    std::optional<patch_target> find(const bj::object& op, std::string_view field) {
        return patch_target::find(document_, text_at(op, field), cost_);
    }

    // Without this check, moves and copies could nest the document until its destruction overflows
    // the stack.
    bool put_at(std::optional<patch_target> at, bool (patch_target::*how)(bj::value), bj::value v) {
        return at && at->depth() <= max_nesting && nests_within(v, max_nesting - at->depth(), cost_) &&
               ((*at).*how)(std::move(v));
    }

    bool put(const bj::object& op, bool (patch_target::*how)(bj::value)) {
        return put_at(find(op, "path"), how, value_of(op));
    }

    bool replace(const bj::object& op) {
        if (!text_at(op, "path").empty()) return put(op, &patch_target::set);
        bj::value v = value_of(op);
        if (!v.is_object() && !v.is_array()) return false;
        document_ = std::move(v);
        return true;
    }

    bool remove(const bj::object& op) {
        auto at = find(op, "path");
        return at && at->remove();
    }

    bool move(const bj::object& op) {
        auto from = find(op, "from");
        if (!has_text(op, "from") || !from) return false;
        const auto found = from->get();
        if (!found.valid || !found.v) return false;
        bj::value v = std::move(const_cast<bj::value&>(*found.v));
        if (!from->remove() || !has_text(op, "path")) return false;
        return put_at(find(op, "path"), &patch_target::add, std::move(v));
    }

    // A missing source is copied as null.
    bool copy(const bj::object& op) {
        auto from = find(op, "from");
        if (!has_text(op, "from") || !from) return false;
        const auto found = from->get();
        if (!found.valid || !has_text(op, "path")) return false;
        bj::value v = found.v ? *found.v : bj::value();
        if (found.v) copied_ += json_text::serialize(v).size();
        if (copied_ > max_copied) return false;
        return put_at(find(op, "path"), &patch_target::add, std::move(v));
    }

    // Numbers are compared by representation: 1 is not 1.0.
    static bool equal(const bj::value& a, const bj::value& b) { return a == b; }

    bool test(const bj::object& op) {
        const bj::value wanted = value_of(op);
        if (text_at(op, "path").empty()) return equal(document_, wanted);
        auto at = find(op, "path");
        if (!at) return false;
        const auto found = at->get();
        if (!found.valid) return false;
        if (!found.v) return wanted.is_null();
        if (!equal(*found.v, wanted)) return false;
        sort_all_keys(const_cast<bj::value&>(*found.v));
        return true;
    }

    bj::value document_;
    std::size_t copied_ = 0, cost_ = 0;
};

}  // namespace

namespace {

std::string index_error(std::string_view key) {
    const bool is_number =
        !key.empty() &&
        key.find_first_not_of("0123456789", key[0] == '-' ? 1 : 0) == std::string_view::npos && key != "-";
    if (!is_number) return fmt::format("strconv.Atoi: parsing {}: invalid syntax", go_text::quoted(key));
    return fmt::format("Unable to access invalid index: {}: invalid index referenced", key);
}

// Why it fails, in the words of evanphx/json-patch, which kube-apiserver shows only for webhooks.
std::string failure_of(bj::value& document, const bj::object& op) {
    const std::string kind(text_at(op, "op"));
    const bool reads = kind == "move" || kind == "copy";
    const std::string path(text_at(op, reads ? "from" : "path"));
    std::size_t cost = 0;
    const auto at = patch_target::find(document, path, cost);
    if (kind == "test" && at && at->get().valid)
        return fmt::format("testing value {} failed: test failed", path);
    if (kind != "add" && kind != "remove" && kind != "replace" && kind != "test" && !reads)
        return fmt::format("Unexpected kind: {}", kind);
    if ((kind == "add" || kind == "remove") && !has_text(op, "path"))
        return fmt::format("{} operation failed to decode path: missing value", kind);
    if (!at) {
        const bool quoted = kind == "add" || kind == "remove";
        return fmt::format("{} operation does not apply: {}is missing {}path: {}: missing value", kind,
                           kind == "test" ? "" : "doc ", reads ? "from " : "",
                           quoted ? '"' + path + '"' : path);
    }
    const std::string_view key = std::string_view(path).substr(path.rfind('/') + 1);
    if (kind == "replace")
        return fmt::format("replace operation does not apply: doc is missing key: {}: missing value", path);
    if ((kind == "remove" || kind == "move") && at->get().valid)
        return fmt::format("error in {} for path: '{}': Unable to remove nonexistent key: {}: missing value",
                           kind, kind == "move" ? key : path, key);
    return fmt::format("error in {} for {}: '{}': {}", kind, kind == "copy" ? "from" : "path",
                       kind == "move" ? std::string(key) : path, index_error(key));
}

}  // namespace

std::vector<std::string> json_patch_unknown_fields(const bj::value& patch) {
    std::vector<std::string> out;
    if (!patch.is_array()) return out;
    for (std::size_t i = 0; i < patch.get_array().size(); ++i) {
        const bj::object* op = patch.get_array()[i].if_object();
        if (!op) continue;
        for (const auto& [key, v] : *op) {
            if (key == "op" || key == "path" || key == "from" || key == "value") continue;
            out.push_back("json patch unknown field \"[" + std::to_string(i) + "]." + std::string(key) +
                          "\"");
        }
    }
    return out;
}

api_result<bj::object> json_patch(const bj::object& document, const bj::value& patch, std::string* why) {
    if (auto error = malformed(patch)) return std::move(*error);
    if (patch.is_null()) return document;
    const bj::array& operations = patch.get_array();
    if (operations.size() > max_operations) {
        return too_large("The allowed maximum operations in a JSON patch is " +
                         std::to_string(max_operations) + ", got " + std::to_string(operations.size()));
    }
    editor e{bj::value(document)};
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const bj::object* op = operations[i].if_object();
        if (!op || !e.run(*op)) {
            if (op && why) *why = failure_of(e.document(), *op);
            return operation_failed();
        }
        if (e.cost() > max_cost)
            return too_large("The JSON patch takes more than the allowed maximum of steps, at operation " +
                             std::to_string(i));
    }
    if (!e.document().is_object()) return operation_failed();
    sort_keys(e.document().get_object());
    return std::move(e.document().get_object());
}

}}}  // namespace setpoint::v0::apiserver
