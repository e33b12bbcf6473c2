#include "apiserver/controllers/certificate/subject_name.hpp"

#include <openssl/asn1.h>
#include <openssl/crypto.h>
#include <openssl/obj_mac.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct known_attribute {
    int nid;
    bool repeats;  // in one set; of others the last counts
};
constexpr known_attribute known_attributes[] = {
    {NID_countryName, true},  {NID_organizationName, true},    {NID_organizationalUnitName, true},
    {NID_localityName, true}, {NID_stateOrProvinceName, true}, {NID_streetAddress, true},
    {NID_postalCode, true},   {NID_commonName, false},         {NID_serialNumber, false}};

// asn1.isPrintable, of what Go writes.
bool is_printable(std::string_view text) {
    constexpr std::string_view others = " '()+,-./:=?";
    return std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               others.find(c) != std::string_view::npos;
    });
}

std::vector<std::string> values_of(const X509_NAME* name, int nid) {
    std::vector<std::string> out;
    for (int at = X509_NAME_get_index_by_NID(name, nid, -1); at >= 0;
         at = X509_NAME_get_index_by_NID(name, nid, at)) {
        unsigned char* text = nullptr;
        const int size = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, at)));
        if (size < 0) continue;
        out.emplace_back(reinterpret_cast<const char*>(text), static_cast<std::size_t>(size));
        OPENSSL_free(text);
    }
    return out;
}

// `set`: 0 begins a set of values, -1 joins the last one.
bool add(X509_NAME* to, int nid, const std::string& value, int set) {
    const int type = is_printable(value) ? V_ASN1_PRINTABLESTRING : V_ASN1_UTF8STRING;
    return X509_NAME_add_entry_by_NID(to, nid, type, reinterpret_cast<const unsigned char*>(value.data()),
                                      static_cast<int>(value.size()), -1, set) == 1;
}

}  // namespace

name_ptr issued_subject(const X509_NAME* requested) {
    name_ptr out(X509_NAME_new());
    if (!out) return nullptr;
    for (const known_attribute& each : known_attributes) {
        std::vector<std::string> values = values_of(requested, each.nid);
        if (values.empty()) continue;
        if (!each.repeats) {
            if (values.back().empty()) continue;
            values.erase(values.begin(), values.end() - 1);
        }
        int set = 0;
        for (const std::string& value : values) {
            if (!add(out.get(), each.nid, value, set)) return nullptr;
            set = -1;
        }
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
