#include "apiserver/store/salvage.hpp"

#include "apiserver/go/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// A leaf of the tree has some ten rows: more between two readable ones is a large damage.
constexpr std::uint64_t most_looked_for = 1'000'000;

class reader {
public:
    explicit reader(const database& file) : file_(file) {}

    // In ascending or descending order, up to the end or to where it cannot be read; the last one read.
    struct reached {
        std::uint64_t last;
        bool at_end;
    };
    reached walk(bool down) {
        reached r{down ? std::uint64_t{std::numeric_limits<std::int64_t>::max()} : 0, false};
        auto rows = query(down ? "ORDER BY revision DESC" : "ORDER BY revision");
        while (rows) {
            const auto more = rows->step();
            if (!more) return r;
            if (!*more) {
                r.at_end = true;
                return r;
            }
            r.last = static_cast<std::uint64_t>(rows->number(0));
            take(*rows);
        }
        return r;
    }

    // The revisions between the two, one by one.
    void look_between(std::uint64_t low, std::uint64_t high) {
        problem(
            fmt::format("the file is damaged: not all revisions between {} and {} can be read; objects that "
                        "changed there may be missing or in an older state",
                        low, high));
        auto rows = query("WHERE revision = ?");
        const std::uint64_t end = high - low > most_looked_for ? low + most_looked_for : high;
        for (std::uint64_t at = low + 1; rows && at < end; ++at) {
            const auto more = rows->bind(1, static_cast<std::int64_t>(at)).step();
            if (more && *more) take(*rows);
            rows->reset();
        }
    }

    salvaged finish() {
        for (auto& [revision, row] : rows_) {
            std::string& text = out_.objects[{std::move(row.collection), std::move(row.key)}];
            text = row.deleted ? std::string() : std::move(row.json);
        }
        return std::move(out_);
    }

private:
    std::optional<statement> query(std::string_view rest) {
        auto made = file_.prepare(fmt::format("SELECT {} FROM revisions {}", row_columns, rest));
        if (made) return std::move(*made);
        problem(made.error().message);
        return std::nullopt;
    }
    void take(const statement& row) {
        auto read = read_row(row);
        if (!read) return problem(read.error().message);
        bj::value tree;
        std::string why;
        if (!json_text::parse(read->json, tree, why, json_text::trusted_depth) || !tree.is_object())
            return problem(fmt::format("revision {} is no object: {}", read->revision, why));
        if (rows_.emplace(read->revision, std::move(*read)).second) ++out_.revisions;
    }
    void problem(std::string text) {
        if (out_.problems.size() < most_problems)
            out_.problems.push_back(std::move(text));
        else if (out_.problems.size() == most_problems)
            out_.problems.emplace_back("there are more problems");
    }

    const database& file_;
    salvaged out_;
    std::map<std::uint64_t, journal_row> rows_;
};

}  // namespace

salvaged salvage(const journal& from) {
    reader r(from.file());
    const reader::reached up = r.walk(false);
    if (!up.at_end) {
        const reader::reached down = r.walk(true);
        if (down.last > up.last) r.look_between(up.last, down.last);
    }
    return r.finish();
}

void check_integrity(const journal& of, std::vector<std::string>& problems) {
    auto rows = of.file().prepare(fmt::format("PRAGMA integrity_check({})", most_problems));
    while (rows) {
        const auto more = rows->step();
        if (!more) problems.push_back(more.error().message);
        if (!more || !*more) return;
        if (rows->text(0) != "ok") problems.emplace_back(rows->text(0));
    }
    problems.push_back(rows.error().message);
}

}}}  // namespace setpoint::v0::apiserver
