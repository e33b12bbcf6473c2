#include "cli/describe/header_writer.hpp"

#include "cli/describe/cpp_names.hpp"
#include "cli/describe/described_rules.hpp"
#include "cli/describe/header_includes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using form = cpp_type::form;

constexpr std::size_t width = 110;

// Text that is filled line by line, with further lines indented.
class filled {
public:
    filled(std::size_t indent, std::string begin)
        : indent_(indent), line_(begin.rfind('\n') + 1), text_(std::move(begin)) {}
    // What stays together. `separator` ends the line before it if it begins another one.
    void add(std::string_view token, std::string_view separator) {
        const std::size_t used = text_.size() - line_;
        const bool fits = used + separator.size() + token.size() + reserve <= width;
        text_ += separator;
        if (!fits && used > indent_) {
            while (text_.ends_with(' ')) text_.pop_back();
            text_ += '\n';
            line_ = text_.size();
            text_.append(indent_, ' ');
        }
        text_ += token;
    }
    std::string take(std::string_view end) { return std::move(text_) + std::string(end); }
    std::size_t room() const { return width - indent_ - reserve; }

private:
    static constexpr std::size_t reserve = 3;  // for what ends a call
    std::size_t indent_, line_;
    std::string text_;
};

// Splits a text at spaces into literals that fit, which the compiler joins.
void add_text(filled& to, std::string_view text, std::string_view separator) {
    const std::size_t most = std::max<std::size_t>(to.room(), 40);
    std::string whole = literal(text);
    if (whole.size() <= most) return to.add(whole, separator);
    std::string_view before = separator;
    while (!text.empty()) {
        std::size_t end = text.size();
        while (literal(text.substr(0, end)).size() > most) {
            const std::size_t space = text.rfind(' ', end - 2);
            if (space == text.npos || space == 0) break;
            end = space + 1;
        }
        to.add(literal(text.substr(0, end)), before);
        text.remove_prefix(end);
        before = " ";
    }
}

// A text that stays within one comment of one line.
std::string in_comment(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
        '?');
    while (text.ends_with('\\') || text.ends_with('/')) text.pop_back();
    return text;
}

class header {
public:
    header(const kind_model& m, const std::string& ns, const std::string& source) : model_(m), ns_(ns) {
        out_ = "#pragma once\n// clang-format off\n";
        out_ += fmt::format("{} from {}:\n// {} of {}/{}. To change it, generate it again.\n", header_mark,
                            in_comment(source), m.kind, m.group, m.version);
        notes();
        out_ += '\n' + includes_of(m);
        out_ += fmt::format("\nnamespace {} {{\n", ns);
    }
    std::string write() {
        for (const described_enum& e : model_.enums) enumeration(e);
        for (const described_object& o : model_.objects) object(o);
        kind();
        return std::move(out_) + fmt::format("\n}}  // namespace {}\n", ns_);
    }

private:
    // What the types leave out.
    void notes() {
        constexpr std::size_t most = 100;
        if (model_.notes.empty()) return;
        out_ += "//\n// What these types do not describe:\n";
        for (std::size_t i = 0; i < std::min(most, model_.notes.size()); ++i)
            out_ += fmt::format("//   {}\n", in_comment(model_.notes[i]));
        if (model_.notes.size() > most)
            out_ += fmt::format("//   and {} more, which setpoint describe-kind prints\n",
                                model_.notes.size() - most);
    }

    void enumeration(const described_enum& e) {
        filled values(4, fmt::format("\nenum class {} : std::uint8_t {{\n    ", e.name));
        filled names(17, "    return names(");
        std::string_view separator;
        for (const auto& [name, text] : e.values) {
            values.add(name, separator);
            names.add(fmt::format("value({}::{}, {})", e.name, name, literal(text)), separator);
            separator = ", ";
        }
        out_ += values.take("\n};\n");
        out_ += fmt::format("constexpr auto describe_enum({}) {{\n    using namespace setpoint::schema;\n",
                            e.name);
        out_ += names.take(");\n}\n");
    }

    void object(const described_object& o) {
        out_ += fmt::format("\nstruct {} {{\n", o.name);
        members(o);
        if (!o.members.empty()) out_ += '\n';
        description(o);
        out_ += "};\n";
    }

    void members(const described_object& o) {
        for (const described_member& m : o.members)
            out_ += fmt::format("    {} {}{{{}}};\n", member_type(m), m.name, m.initial);
    }

    void description(const described_object& o, bool with_metadata = false) {
        out_ += "    static constexpr auto describe() {\n        using namespace setpoint::schema;\n";
        const bool is_empty = o.members.empty() && !with_metadata;
        if (!is_empty) out_ += fmt::format("        using self = {};\n", o.name);
        filled begin(12, is_empty ? "        return object(" : "        return object(\n            ");
        add_text(begin, o.doc, "");
        out_ += begin.take("");
        if (with_metadata)
            out_ += ",\n            field(&self::metadata, \"metadata\", \"Standard object metadata.\")";
        for (const described_member& m : o.members) out_ += ",\n" + field(m);
        for (const described_rule& r : o.rules) out_ += ",\n            " + rule_in_cpp(r, 12);
        out_ += ");\n    }\n";
    }

    static std::string field(const described_member& m) {
        filled to(18, fmt::format("            field(&self::{}", m.name));
        to.add(literal(m.json_name), ", ");
        add_text(to, m.doc, ", ");
        if (m.required) to.add("required", ", ");
        if (m.nullable && can_be_null(m)) to.add("nullable", ", ");
        for (const std::string& attribute : m.attributes) to.add(attribute, ", ");
        std::string text = to.take("");
        for (const described_rule& r : m.rules) text += ",\n                  " + rule_in_cpp(r, 18);
        return text + ')';
    }

    // A plain JSON value is null when it is unset.
    static bool can_be_null(const described_member& m) { return is_optional(m) || m.type.what == form::json; }

    static bool is_optional(const described_member& m) {
        switch (m.type.what) {
            case form::json:
                return false;
            case form::list:
            case form::map:
            case form::timestamp:
            case form::quantity:
            case form::int_or_string:
                return m.nullable;
            default:
                return !m.required || m.nullable;
        }
    }

    std::string member_type(const described_member& m) const {
        std::string plain = type(m.type);
        if (!is_optional(m)) return plain;
        const bool is_struct = m.type.what == form::object || m.type.what == form::condition ||
                               m.type.what == form::label_selector;
        return fmt::format("{}<{}>", is_struct ? "setpoint::boxed" : "std::optional", plain);
    }

    std::string type(const cpp_type& t) const {
        switch (t.what) {
            case form::object:
                return model_.objects[t.index].name;
            case form::enumeration:
                return model_.enums[t.index].name;
            case form::list:
                return fmt::format("std::vector<{}>", entry(t));
            case form::map:
                if (t.entry->what == form::text && !t.null_entries) return "setpoint::string_map";
                return fmt::format("std::map<std::string, {}>", entry(t));
            default:
                return std::string(type_name(t.what));
        }
    }

    // A std::vector<bool> has no entries with an address, so it cannot be described.
    std::string entry(const cpp_type& t) const {
        const bool flags = t.what == form::list && t.entry->what == form::boolean;
        if (!t.null_entries && !flags) return type(*t.entry);
        return fmt::format("std::optional<{}>", type(*t.entry));
    }

    void kind() {
        const std::string& name = model_.root.name;
        if (model_.is_custom_resource) {
            std::string parts;
            for (const std::string_view part : {"spec", "status"})
                for (const described_member& m : model_.root.members)
                    if (m.json_name == part) parts += (parts.empty() ? "" : ", ") + type(m.type);
            out_ += fmt::format("\nstruct {} : setpoint::custom_resource<{}> {{\n", name, parts);
        } else {
            out_ += fmt::format("\nstruct {} {{\n    setpoint::object_meta metadata{{}};\n", name);
            members(model_.root);
            out_ += '\n';
        }
        kind_function();
        if (!model_.is_custom_resource) {
            out_ += '\n';
            description(model_.root, true);
        }
        out_ += "};\n";
    }

    void kind_function() {
        filled call(37, "        return setpoint::custom_kind(");
        call.add(literal(model_.group), "");
        call.add(literal(model_.version), ", ");
        call.add(literal(model_.kind), ", ");
        add_text(call, model_.doc, ", ");
        out_ += "    static constexpr auto kind() {\n" + call.take(")");
        setting("plural", {literal(model_.plural)});
        if (!model_.singular.empty()) setting("singular", {literal(model_.singular)});
        for (const std::string& n : model_.short_names) setting("short_name", {literal(n)});
        for (const std::string& n : model_.categories) setting("category", {literal(n)});
        if (model_.cluster_scoped) setting("cluster_scoped", {});
        setting("external", {});
        if (model_.is_custom_resource)
            for (const described_rule& r : model_.root.rules)
                out_ += "\n            .rule(" + rule_in_cpp(r, 18, "setpoint::schema::") + ")";
        for (const described_column& c : model_.columns) column(c);
        if (!model_.scale_spec.empty()) {
            std::vector<std::string> paths{literal(model_.scale_spec), literal(model_.scale_status)};
            if (!model_.scale_selector.empty()) paths.push_back(literal(model_.scale_selector));
            setting("scale", paths);
        }
        for (const std::string& path : model_.selectable) setting("selectable", {literal(path)});
        if (model_.deprecated)
            setting("deprecated", model_.deprecation.empty()
                                      ? std::vector<std::string>()
                                      : std::vector<std::string>{literal(model_.deprecation)});
        out_ += ";\n    }\n";
    }

    void column(const described_column& c) {
        std::vector<std::string> arguments{literal(c.name), literal(c.type), literal(c.path)};
        if (!c.doc.empty() || c.priority != 0) arguments.push_back(literal(c.doc));
        if (c.priority != 0) arguments.push_back(fmt::format("{}", c.priority));
        setting("column", arguments);
    }

    void setting(std::string_view name, const std::vector<std::string>& arguments) {
        filled call(16, fmt::format("\n            .{}(", name));
        std::string_view separator;
        for (const std::string& a : arguments) {
            call.add(a, separator);
            separator = ", ";
        }
        out_ += call.take(")");
    }

    const kind_model& model_;
    const std::string& ns_;
    std::string out_;
};

}  // namespace

std::string header_name(const kind_model& m) {
    return m.root.name + ".hpp";
}

std::string default_namespace(const kind_model& m) {
    return identifier(m.group.substr(0, m.group.find('.')) + "_" + m.version);
}

std::string header_text(const kind_model& m, const std::string& ns, const std::string& source) {
    return header(m, ns, source).write();
}

}}}  // namespace setpoint::v0::cli
