#include "testkit/story/resume_file.hpp"

#include "apiserver/go/hash.hpp"
#include "apiserver/objects/fields.hpp"
#include "testkit/story/story_files.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/file.h>

namespace setpoint { inline namespace v0 { namespace story {

namespace {

constexpr int format_version = 1;
constexpr std::uintmax_t largest_file = 512 * 1024 * 1024;

std::string head_of(const exploration& what) {
    bj::array command(what.command.begin(), what.command.end());
    return bj::serialize(
        bj::object{{"setpointExplore", format_version},
                   {"story", fmt::format("{:08x}", apiserver::fnv1a_32(read_text_file(what.story)))},
                   {"command", std::move(command)}});
}

bj::array entries_of(const sim::timeline& of) {
    bj::array out;
    for (const sim::timeline_entry& e : of)
        out.push_back(bj::array{e.at.count(), static_cast<int>(e.in), e.who, e.what, e.detail, e.match});
    return out;
}

sim::timeline timeline_of(const bj::array& of) {
    sim::timeline out;
    for (const bj::value& v : of) {
        const bj::array& a = v.as_array();
        const auto text = [&](std::size_t i) { return std::string(a.at(i).as_string()); };
        const std::int64_t in = a.at(1).as_int64();
        if (in < 0 || in > static_cast<int>(sim::lane::check)) throw std::out_of_range("lane");
        out.push_back(
            {duration(a.at(0).as_int64()), static_cast<sim::lane>(in), text(2), text(3), text(4), text(5)});
    }
    return out;
}

bj::object in_json(const finding& f) {
    bj::array faults, differences;
    for (const sim::planned_fault& one : f.faults)
        faults.push_back(bj::array{one.name, one.words, one.point});
    for (const sim::difference& d : f.differences)
        differences.push_back(bj::array{d.object, d.field, d.expected, d.happened});
    return {{"plan", f.plan},
            {"faults", std::move(faults)},
            {"oracle", f.oracle},
            {"detail", f.detail},
            {"differences", std::move(differences)},
            {"replayed", f.replayed},
            {"repeats", f.repeats},
            {"log", f.log},
            {"expected", entries_of(f.expected)},
            {"happened", entries_of(f.happened)}};
}

finding finding_of(const bj::object& o) {
    const auto text = [](const bj::value& v) { return std::string(v.as_string()); };
    finding f;
    f.plan = text(o.at("plan"));
    for (const bj::value& v : o.at("faults").as_array()) {
        const bj::array& a = v.as_array();
        f.faults.push_back({text(a.at(0)), text(a.at(1)), text(a.at(2))});
    }
    f.oracle = text(o.at("oracle"));
    f.detail = text(o.at("detail"));
    for (const bj::value& v : o.at("differences").as_array()) {
        const bj::array& a = v.as_array();
        f.differences.push_back({text(a.at(0)), text(a.at(1)), text(a.at(2)), text(a.at(3))});
    }
    f.depends_on_timing = true;
    f.replayed = o.at("replayed").to_number<std::size_t>();
    f.repeats = o.at("repeats").to_number<std::size_t>();
    f.log = text(o.at("log"));
    f.expected = timeline_of(o.at("expected").as_array());
    f.happened = timeline_of(o.at("happened").as_array());
    return f;
}

ended_plan plan_of(const bj::object& o) {
    ended_plan p{std::string(o.at("ended").as_string()), o.at("early").as_bool(), o.at("reached").as_bool()};
    if (const bj::value* const v = o.if_contains("wrong")) p.symptom = v->as_string();
    if (const bj::value* const v = o.if_contains("pairs"))
        for (const bj::value& one : v->as_array()) p.pairs.emplace_back(one.as_string());
    return p;
}

}  // namespace

resume_file::resume_file(const exploration& what) : name_(what.resume) {
    const std::string head = head_of(what);
    open();
    std::error_code ec;
    const std::uintmax_t size = std::filesystem::file_size(name_, ec);
    if (ec) throw cannot_explore(fmt::format("cannot read {}: {}", name_, ec.message()));
    if (size > largest_file) throw cannot_explore(name_ + ": is larger than 512 MiB");
    std::string text = read_text_file(name_);
    if (const std::size_t whole = text.rfind('\n') + 1; whole != text.size()) {
        text.resize(whole);
        std::filesystem::resize_file(name_, whole, ec);
        if (ec) throw cannot_explore(fmt::format("cannot write {}: {}", name_, ec.message()));
    }
    if (text.empty())
        append(head);
    else
        read(text, head);
}

void resume_file::open() {
    file_.reset(std::fopen(name_.c_str(), "ae"));
    if (!file_) throw cannot_explore(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
    if (::flock(::fileno(file_.get()), LOCK_EX | LOCK_NB) != 0)
        throw cannot_explore(name_ + ": another exploration writes to it");
}

void resume_file::read(std::string_view text, const std::string& expected_head) {
    std::size_t line = 0;
    while (!text.empty()) {
        const std::string one(text.substr(0, text.find('\n')));
        text.remove_prefix(one.size() + 1);
        if (++line > 1)
            read_line(one, line);
        else if (one != expected_head)
            throw cannot_explore(
                name_ +
                ":1: is of another story, command or version; remove it to begin again, or name "
                "another file");
    }
}

void resume_file::read_line(const std::string& text, std::size_t line) {
    bj::parse_options lenient;  // names of objects may be anything
    lenient.allow_invalid_utf8 = true;
    try {
        const bj::value v = bj::parse(text, {}, lenient);
        const bj::object& o = v.as_object();
        if (const bj::value* const f = o.if_contains("finding")) {
            known_.push_back(finding_of(f->as_object()));
        } else {
            ended_plan p = plan_of(o);
            ended_.insert_or_assign(p.plan, p);
        }
    } catch (const std::exception& e) {
        throw cannot_explore(fmt::format(
            "{}:{}: is not a line that `setpoint explore --resume` has written: {}", name_, line, e.what()));
    }
}

void resume_file::append(std::string line) {
    line += '\n';
    std::FILE* const to = file_.get();
    if (std::fwrite(line.data(), 1, line.size(), to) == line.size() && std::fflush(to) == 0) return;
    throw cannot_explore(fmt::format("cannot write {}: {}", name_, std::strerror(errno)));
}

void resume_file::add(const ended_plan& p) {
    bj::object o{{"ended", p.plan}, {"early", p.is_early}, {"reached", p.is_reached}};
    if (!p.symptom.empty()) o["wrong"] = p.symptom;
    if (!p.pairs.empty()) o["pairs"] = bj::array(p.pairs.begin(), p.pairs.end());
    append(bj::serialize(o));
}

void resume_file::add(const finding& f) {
    append(bj::serialize(bj::object{{"finding", in_json(f)}}));
}

}}}  // namespace setpoint::v0::story
