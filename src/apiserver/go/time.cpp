#include "apiserver/go/time.hpp"

#include "apiserver/go/text.hpp"

#include <cctype>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool digit_at(std::string_view v, std::size_t i) {
    return i < v.size() && std::isdigit(static_cast<unsigned char>(v[i]));
}

// Parses a time element by element; the first mismatch is the error.
class time_reader {
public:
    time_reader(std::string_view text, bool micro) : text_(text), rest_(text), micro_(micro) {}

    std::string error() {
        int year = 0, month = 0, day = 0, unused = 0;
        if (!number(4, true, "2006", year) || !literal("-") || !number(2, true, "01", month) ||
            !in_range(month >= 1 && month <= 12, "month") || !literal("-") || !number(2, true, "02", day) ||
            !literal("T") || !number(2, false, "15", unused) || !in_range(unused < 24, "hour") ||
            !literal(":") || !number(2, true, "04", unused) || !in_range(unused < 60, "minute") ||
            !literal(":") || !number(2, true, "05", unused) || !in_range(unused < 60, "second") ||
            !fraction() || !zone()) {
            return std::move(error_);
        }
        if (!rest_.empty()) return start() + ": extra text: " + go_text::quoted(rest_);
        return day < 1 || day > days_in_month(year, month) ? start() + ": day out of range" : std::string();
    }

private:
    std::string start() const { return "parsing time " + go_text::quoted(text_); }

    bool fail(std::string_view element) {
        error_ = start() + " as " +
                 (micro_ ? "\"2006-01-02T15:04:05.000000Z07:00\"" : "\"2006-01-02T15:04:05Z07:00\"") +
                 ": cannot parse " + go_text::quoted(rest_) + " as " + go_text::quoted(element);
        return false;
    }

    bool in_range(bool yes, std::string_view what) {
        if (!yes) error_ = start() + ": " + std::string(what) + " out of range";
        return yes;
    }

    bool literal(std::string_view l) {
        if (!rest_.starts_with(l)) return fail(l);
        rest_.remove_prefix(l.size());
        return true;
    }

    bool number(std::size_t digits, bool all, std::string_view element, int& out) {
        std::size_t n = 0;
        while (n < digits && digit_at(rest_, n)) ++n;
        if (n == 0 || (all && n < digits)) return fail(element);
        out = 0;
        for (std::size_t i = 0; i < n; ++i) out = out * 10 + (rest_[i] - '0');
        rest_.remove_prefix(n);
        return true;
    }

    bool fraction() {
        if (micro_) {
            std::size_t n = 1;
            while (n < 7 && digit_at(rest_, n)) ++n;
            if (rest_.empty() || rest_[0] != '.' || n < 7) return fail(".000000");
            rest_.remove_prefix(7);
            return true;
        }
        if (rest_.size() < 2 || (rest_[0] != '.' && rest_[0] != ',') || !digit_at(rest_, 1)) return true;
        std::size_t n = 1;
        while (digit_at(rest_, n)) ++n;
        rest_.remove_prefix(n);
        return true;
    }

    bool zone() {
        if (rest_.starts_with('Z')) {
            rest_.remove_prefix(1);
            return true;
        }
        const bool formed = rest_.size() >= 6 && (rest_[0] == '+' || rest_[0] == '-') && rest_[3] == ':' &&
                            digit_at(rest_, 1) && digit_at(rest_, 2) && digit_at(rest_, 4) &&
                            digit_at(rest_, 5);
        if (!formed) return fail("Z07:00");
        const int hours = (rest_[1] - '0') * 10 + (rest_[2] - '0'),
                  minutes = (rest_[4] - '0') * 10 + (rest_[5] - '0');
        rest_.remove_prefix(6);
        return in_range(hours <= 24, "time zone offset hour") &&
               in_range(minutes < 60, "time zone offset minute");
    }

    std::string_view text_, rest_;
    bool micro_;
    std::string error_;
};

}  // namespace

int days_in_month(int year, int month) {
    const std::chrono::year_month_day_last last(
        std::chrono::year(year),
        std::chrono::month_day_last(std::chrono::month(static_cast<unsigned>(month))));
    return static_cast<int>(static_cast<unsigned>(last.day()));
}

std::string time_error(std::string_view text, bool micro) {
    return time_reader(text, micro).error();
}

}}}  // namespace setpoint::v0::apiserver
