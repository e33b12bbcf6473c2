#include "apiserver/patch/patch_target.hpp"

#include "apiserver/go/order.hpp"

#include <charconv>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

std::string unescaped(std::string_view step) {
    std::string out;
    for (std::size_t i = 0; i < step.size(); ++i) {
        const bool escape =
            step[i] == '~' && i + 1 < step.size() && (step[i + 1] == '0' || step[i + 1] == '1');
        out += !escape ? step[i] : step[i + 1] == '1' ? '/' : '~';
        if (escape) ++i;
    }
    return out;
}

std::vector<std::string> steps_of(std::string_view path) {
    std::vector<std::string> out;
    for (std::size_t at = path.find('/'); at != std::string_view::npos;) {
        const std::size_t next = path.find('/', at + 1);
        const std::size_t size = next == std::string_view::npos ? next : next - at - 1;
        out.push_back(unescaped(path.substr(at + 1, size)));
        at = next;
    }
    return out;
}

// An optional sign and digits.
std::optional<std::int64_t> number(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(text.size() > 1 && text[1] == '-' ? 0 : 1);
    std::int64_t out = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return out;
}

}  // namespace

std::optional<patch_target> patch_target::find(bj::value& document, std::string_view path,
                                               std::size_t& cost) {
    std::vector<std::string> steps = steps_of(path);
    if (steps.empty() || steps.size() > max_steps) return std::nullopt;
    bj::value* at = &document;
    if (bj::object* whole = document.if_object()) cost += sort_keys(*whole);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const content next = patch_target(*at, std::move(steps[i]), i + 1, cost).get();
        if (!next.valid || !next.v || !(next.v->is_object() || next.v->is_array())) return std::nullopt;
        at = const_cast<bj::value*>(next.v);
        if (bj::object* map = at->if_object()) cost += sort_keys(*map);
    }
    if (!at->is_object() && !at->is_array()) return std::nullopt;
    return patch_target(*at, std::move(steps.back()), steps.size(), cost);
}

std::optional<std::size_t> patch_target::index(std::size_t size, std::size_t last) const {
    const auto n = number(key_);
    const auto count = static_cast<std::int64_t>(size);
    if (!n || *n < -count) return std::nullopt;
    const auto at = static_cast<std::size_t>(*n < 0 ? *n + count : *n);
    if (at > last) return std::nullopt;
    return at;
}

patch_target::content patch_target::get() const {
    if (const bj::object* o = container_->if_object()) return {true, o->if_contains(key_)};
    const bj::array& list = container_->get_array();
    if (list.empty()) return {};
    const auto at = index(list.size(), list.size() - 1);
    return at ? content{true, &list[*at]} : content{};
}

bool patch_target::add(bj::value v) {
    if (bj::object* o = container_->if_object()) {
        (*o)[key_] = std::move(v);
        *cost_ += sort_keys(*o);
        return true;
    }
    bj::array& list = container_->get_array();
    const std::optional<std::size_t> at = key_ == "-" ? list.size() : index(list.size() + 1, list.size());
    if (!at) return false;
    *cost_ += (list.size() - *at) / 4;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(*at), std::move(v));
    return true;
}

bool patch_target::set(bj::value v) {
    if (container_->is_object()) return add(std::move(v));
    const content now = get();
    if (!now.valid) return false;
    *const_cast<bj::value*>(now.v) = std::move(v);
    return true;
}

bool patch_target::remove() {
    if (bj::object* o = container_->if_object()) {
        const auto at = o->find(key_);
        if (at == o->end()) return false;
        *cost_ += o->size();
        o->stable_erase(at);
        return true;
    }
    bj::array& list = container_->get_array();
    const content now = get();
    if (!now.valid) return false;
    *cost_ += list.size() / 4;
    list.erase(list.begin() + (now.v - list.data()));
    return true;
}

}}}  // namespace setpoint::v0::apiserver::patching
