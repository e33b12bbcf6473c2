#include "apiserver/kinds/resource/device_selector.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "setpoint/cel/kubernetes.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <array>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::uint64_t most_selector_cost = 1'000'000;
constexpr std::string_view device_type_name = "kubernetes.DRADevice";

// The variable `device`, with the sizes that the estimates of costs need.
struct device_part {
    std::uint64_t most = 0;
    const device_part* key = nullptr;
    const device_part* element = nullptr;
};
constexpr device_part short_part{63}, id_part{32}, attribute_part{64}, flag_part{1}, capacity_part{};
constexpr device_part attributes_of_domain{32, &id_part, &attribute_part};
constexpr device_part attributes_part{32, &short_part, &attributes_of_domain};
constexpr device_part capacities_of_domain{32, &id_part, &capacity_part};
constexpr device_part capacities_part{32, &short_part, &capacities_of_domain};
constexpr device_part whole_device{};
constexpr std::array<std::pair<std::string_view, const device_part*>, 4> device_fields{
    {{"driver", &short_part},
     {"allowMultipleAllocations", &flag_part},
     {"attributes", &attributes_part},
     {"capacity", &capacities_part}}};

// The part below `at`, or null.
const device_part* part_at(const device_part& at, std::string_view step) {
    if (step == "@items" || step == "@values") return at.element;
    if (step == "@keys") return at.key;
    if (&at == &whole_device)
        for (const auto& [name, part] : device_fields)
            if (name == step) return part;
    return at.element == &attribute_part ? &attribute_part : nullptr;
}

class device_sizes final : public cel::size_estimator {
public:
    [[nodiscard]] std::optional<cel::cost_range> size_of(const cel::cost_node& node) const override {
        if (node.path.empty() || node.path[0] != "device") return std::nullopt;
        const device_part* at = &whole_device;
        for (std::size_t i = 1; i < node.path.size() && at != nullptr; ++i) at = part_at(*at, node.path[i]);
        if (at == nullptr) return std::nullopt;
        return cel::cost_range{0, at->most};
    }
};

class device_types final : public cel::type_provider {
public:
    [[nodiscard]] const cel::type* find_type(std::string_view name) const override {
        return name == device_type_name ? &self_ : nullptr;
    }
    [[nodiscard]] const cel::type* find_field(std::string_view of, std::string_view field) const override {
        if (of != device_type_name) return nullptr;
        if (field == "driver") return &cel::types::string;
        if (field == "allowMultipleAllocations") return &cel::types::boolean;
        if (field == "attributes") return attributes_;
        return field == "capacity" ? capacities_ : nullptr;
    }

private:
    cel::type self_{cel::type_kind::object, device_type_name};
    cel::type_pool pool_;
    const cel::type* attributes_ =
        pool_.map(&cel::types::string, pool_.map(&cel::types::string, &cel::types::any));
    const cel::type* capacities_ =
        pool_.map(&cel::types::string, pool_.map(&cel::types::string, &cel::types::quantity));
};

const cel::environment& selector_environment() {
    static const device_types known;
    static const cel::environment made = [] {
        cel::environment out = cel::kubernetes_environment();
        cel::add_bindings(out);
        out.set_provider(&known);
        out.add_variable("device", known.find_type(device_type_name));
        return out;
    }();
    return made;
}

}  // namespace

void validate_device_selector(std::string_view expression, const std::string& path, field_errors& to) {
    const cel::compilation done = selector_environment().compile(expression);
    if (!done.made) {
        invalid(to, path, expression, "compilation failed: " + done.error);
        return;
    }
    const cel::type& got = done.made->result_type();
    if (!got.same_as(cel::types::boolean) && got.kind() != cel::type_kind::any) {
        invalid(to, path, expression,
                "must evaluate to bool or the unknown type, not " + cel::go_type_text(got));
        return;
    }
    if (const cel::program made(*done.made); !made.valid()) {
        internal_failure(to, path, "program instantiation failed: " + made.failure());
        return;
    }
    const device_sizes sizes;
    if (done.made->estimate(&sizes).most > most_selector_cost)
        forbidden(to, path, "too complex, exceeds cost limit");
}

}}}  // namespace setpoint::v0::apiserver
