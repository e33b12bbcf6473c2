#include "setpoint/recording/recording.hpp"

#include "framework/core/hash.hpp"
#include "framework/recording/recording_log.hpp"
#include "setpoint/core/clock.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace setpoint { inline namespace v0 {

// Decodes the text once, from its beginning. Throws `cut` where it ends too early.
class recording_parser {
public:
    struct cut {};
    struct broken {
        std::string what;
    };

    using visitor = std::function<bool(const recorded_input&)>;

    explicit recording_parser(std::string_view text) : text_(text) {}

    void run(const visitor& see) {
        at_ = recording::magic.size();
        read_header();
        recorded_input one;
        while (read_entry(one)) {
            ++found_.inputs_;
            found_.redacted_ += one.redacted;
            if (!see(one)) return;
        }
    }
    // Everything but the text.
    recording found() { return std::move(found_); }
    std::string place() const {
        return fmt::format("after {} inputs and {:.3f} s, at byte {} of {}", found_.inputs_,
                           std::chrono::duration<double>(when_.time_since_epoch()).count(), begun_,
                           text_.size());
    }

private:
    char byte() {
        if (at_ == text_.size()) throw cut{};
        return text_[at_++];
    }
    std::uint64_t number() {
        std::uint64_t n = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto b = static_cast<unsigned char>(byte());
            n |= static_cast<std::uint64_t>(b & 0x7fU) << shift;
            if (b < 0x80) return n;
        }
        throw broken{"a number is too long"};
    }
    std::string_view text() {
        const std::uint64_t size = number();
        if (size > text_.size() - at_) throw cut{};
        const std::string_view found = text_.substr(at_, size);
        at_ += size;
        return found;
    }
    void read_header();
    bool read_entry(recorded_input& one);
    void read_head(recorded_input& to);
    void read_failure(recorded_input& to);
    void read_end();

    recording found_;
    std::string_view text_;
    std::size_t at_ = 0, begun_ = 0, entries_ = 0;
    time_point when_{};
    std::vector<std::shared_ptr<const http::header_list>> heads_;
};

void recording_parser::read_header() {
    boost::system::error_code ec;
    const boost::json::value v = boost::json::parse(text(), ec);
    entries_ = at_;
    const auto* const o = v.if_object();
    if (ec || !o) throw broken{"the header is not JSON"};
    try {
        recording_header& h = found_.header_;
        h.program = boost::json::value_to<std::string>(o->at("program"));
        h.version = boost::json::value_to<std::string>(o->at("version"));
        h.build = boost::json::value_to<std::string>(o->at("build"));
        h.seed = o->at("seed").to_number<std::uint64_t>();
        h.start = wall_time(duration(o->at("start").to_number<std::int64_t>()));
        h.found = o->at("found").as_object();
        h.arguments = boost::json::value_to<std::vector<std::string>>(o->at("arguments"));
    } catch (const std::exception& e) {
        throw broken{fmt::format("the header is incomplete: {}", e.what())};
    }
}

void recording_parser::read_head(recorded_input& to) {
    to.call = number();
    to.status = static_cast<int>(number());
    if (const std::uint64_t known = number(); known != 0) {
        if (known > heads_.size()) throw broken{"headers are missing"};
        to.headers = heads_[known - 1];
        return;
    }
    const bool kept = byte() != '\0';
    auto list = std::make_shared<http::header_list>();
    for (std::uint64_t left = number(); left != 0; --left) {
        const std::string_view name = text();
        list->add(name, text());
    }
    if (kept) heads_.push_back(list);
    to.headers = std::move(list);
}

void recording_parser::read_failure(recorded_input& to) {
    to.call = number();
    const std::uint64_t code = number();
    if (code > static_cast<std::uint64_t>(errc::failed)) throw broken{"an error has an unknown code"};
    to.why.code = static_cast<errc>(code);
    for (std::string* one : {&to.why.message, &to.why.server_text, &to.why.reason}) *one = text();
    to.why.http_status = static_cast<int>(number());
    if (const std::uint64_t after = number(); after != 0)
        to.why.retry_after = std::chrono::seconds(static_cast<std::int64_t>(after - 1));
}

void recording_parser::read_end() {
    recording_state& end = found_.end_;
    end.when = time_point(duration(static_cast<std::int64_t>(number())));
    for (std::uint64_t* n : {&end.turns, &end.trace, &end.requests}) *n = number();
    found_.ends_early_ = byte() != '\0';
    const std::uint64_t expected =
        hash_bytes(text_.substr(entries_, at_ - entries_), hash_bytes(text_.substr(0, entries_)));
    std::uint64_t found = 0;
    for (unsigned shift = 0; shift < 64; shift += 8)
        found |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte())) << shift;
    if (found != expected) throw broken{"the checksum differs: the file was changed"};
    if (at_ != text_.size()) throw broken{"there is more after the end"};
}

// Returns false at the end.
bool recording_parser::read_entry(recorded_input& one) {
    using kind = recorded_input::kind;
    begun_ = at_;
    one = {};
    one.what = static_cast<kind>(byte());
    const std::uint64_t later = number();
    if (later > static_cast<std::uint64_t>((never - when_).count())) throw broken{"a time is too large"};
    when_ += duration(static_cast<std::int64_t>(later));
    one.when = when_;
    switch (one.what) {
        case kind::step:
            one.turns = number();
            one.check = static_cast<unsigned char>(byte());
            one.check = static_cast<std::uint16_t>(
                one.check | static_cast<unsigned>(static_cast<unsigned char>(byte())) << 8U);
            break;
        case kind::head:
            read_head(one);
            break;
        case kind::piece:
            one.call = number();
            one.redacted = number();
            one.text = text();
            break;
        case kind::failure:
            read_failure(one);
            break;
        case kind::signal:
        case kind::job_done:
            one.number = number();
            break;
        case kind::clock_moved:
            one.shift = duration(static_cast<std::int64_t>(number()));
            break;
        case kind::end:
            read_end();
            return false;
        default:
            throw broken{"this is not an input"};
    }
    return true;
}

result<recording> recording::parse(std::string text, std::string_view name) {
    constexpr std::string_view family = "setpoint recording ";
    const std::string_view begin = std::string_view(text).substr(0, magic.size());
    if (!begin.starts_with(family.substr(0, begin.size())) || begin.empty())
        return error(errc::bad_data, fmt::format("{} is not a recording of a setpoint program", name));
    const bool has_magic = begin == magic;
    if (begin.size() == magic.size() && !has_magic)
        return error(errc::bad_data,
                     fmt::format("{} was written by another version of setpoint, in another format", name));
    auto kept = std::make_unique<std::string>(std::move(text));
    recording_parser parser(*kept);
    try {
        if (!has_magic) throw recording_parser::cut{};
        parser.run([](const recorded_input&) { return true; });
    } catch (const recording_parser::cut&) {
        return error(errc::bad_data, fmt::format("{} is incomplete: it was cut {}", name, parser.place()));
    } catch (const recording_parser::broken& b) {
        return error(errc::bad_data, fmt::format("{} is damaged {}: {}", name, parser.place(), b.what));
    }
    recording r = parser.found();
    r.text_ = std::move(kept);
    return r;
}

void recording::for_each(const std::function<bool(const recorded_input&)>& see) const {
    recording_parser(*text_).run(see);
}

result<recording> recording::read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    if (file) content << file.rdbuf();
    if (!file || file.bad())
        return error(errc::bad_config, fmt::format("the recording {} cannot be read", path));
    std::string text = std::move(content).str();
    if (text.size() > max_size)
        return error(errc::too_large, fmt::format("{} is larger than any recording", path));
    return parse(std::move(text), path);
}

}}  // namespace setpoint::v0
