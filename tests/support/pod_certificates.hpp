#pragma once
// Requests for certificates of pods, in base64 as spec.stubPKCS10Request has them, and certificates in PEM:
// all made with Go's crypto/x509. Certificates are valid from 2026-01-01T00:00:00Z.

#include <string_view>

namespace setpoint { inline namespace v0 { namespace test {

// Of an EC key on P-256.
inline constexpr std::string_view pod_request =
    "MIG7MGICAQAwADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJ/eOGwZulQ2EyBIA5NouD6SpN8C6xi7ZBun9zWiDO4KBADE"
    "W9npLids7MT1VkoCkfC3qI1nYfGZRLEduAIWOTOgADAKBggqhkjOPQQDAgNJADBGAiEAn1ScNdF3Bx+VDtcMCTa/IbIp/YIS"
    "TA3xDvPkavvdCngCIQCT5nI4wSeaWb06hB8K7bc1rmwYFyN5wq3zNr8+c0BjLw==";
inline constexpr std::string_view ed25519_pod_request =
    "MH8wMwIBADAAMCowBQYDK2VwAyEAuVvee6sTRQ2QdGkgvM73Oxb+sVUOrjsqPwBR8F5WdBagADAFBgMrZXADQQBzP0AjENRs"
    "h1HIiVNpxQn4HlcfOYFF2aaKZI7uri04dkOV4fGL7gU09pP8AkAFfNzce5R8RlMKoUEZbyFtf38J";
inline constexpr std::string_view p224_pod_request =
    "MIGoMFcCAQAwADBOMBAGByqGSM49AgEGBSuBBAAhAzoABMqyIsxqITVsk2eLe0Ky4TwWGMVM0Z2LGnBZxJb8I8GBNa7MF4XW"
    "vr7gpteaC/p0e9F4uW+QLwQpoAAwCgYIKoZIzj0EAwIDQQAwPgIdAOB6COk5dfZwmxuKahH73Da+7mmNXQNYxLly2wUCHQCS"
    "6J6BHJGlDbXEPuyU0EBwTzEYCkfVbM+iBRkw";
inline constexpr std::string_view rsa2048_pod_request =
    "MIICRTCCAS0CAQAwADCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBALmZmFlLyGCU4jg6pCSma4R7rhrAQxTcWPQh"
    "DWBI0zMhe3sNRelEUr00oXTeriHRGAZdDrwDRrCw7MSvbp34VjEopDU4ItEgsOJNpYsABK7kaQhz2qgeMJOrU23TbLyhZgvW"
    "MjNXZ06XoEBooymv+4fx4mYjbUKZ/2gbVE9mPbAB3qT9wut6srvRB/S9Kziln4+waADv7dYSTuvMPJJ2HvJWq5UjES8Gvvg3"
    "8gqdvCuE5fDdAzjQx8JcIC1UuI3EQnPgRqYkoYLXGn2ZSZaHuP0Zif6Ew8QV5hNXKGavsnLyT+bg3rk8kNVRLsMmT90DgLpX"
    "zhZ0XL8bTJjewTnslecCAwEAAaAAMA0GCSqGSIb3DQEBCwUAA4IBAQAtYaL+GXZN5CvTZyJ5SKnsfxapOmUi++RlvlkUIE+e"
    "0ElDYn7LKa0UCYNlVKY2otPn1PU4XEaZWdU1l8BrxQ1wKqV4ygHjHcEE9mFbnRZzQdvORI0eSyxu+YvWOz4jy9tEO+8dzPy8"
    "g9wY7/ftMIn8CQt7HbKYypdn1m02tUQGTLw2lmciu5hmLpCGG7HFx8znFErEf4fbmY1bktgRrz9X5bl2KHU1G7/wCwLfsLqH"
    "Yu9YvZYYROJpxzZtg7h775ytC6jkKo6gxdp77cSXXiXkJjr6MUQjv2hw3zZhnB6mhJe6JKJqvkO4jWJc7OUGYGL6pik1FYLg"
    "fS4TPZDtmPRL";
// The first, with another signature.
inline constexpr std::string_view unsigned_pod_request =
    "MIG7MGICAQAwADBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJ/eOGwZulQ2EyBIA5NouD6SpN8C6xi7ZBun9zWiDO4KBADE"
    "W9npLids7MT1VkoCkfC3qI1nYfGZRLEduAIWOTOgADAKBggqhkjOPQQDAgNJADBGAiEAn1ScNdF3Bx+VDtcMCTa/IbIp/YIS"
    "TA3xDvPkavvdCngCIQCT5nI4wSeaWb06hB8K7bc1rmwYFyN5wq3zNr8+c0BjLg==";
// Of a certificate authority, for a hundred years.
inline constexpr std::string_view trust_anchor =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBOzCB4aADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWEwIBcNMjYw\n"
    "MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAWEwWTATBgcq\n"
    "hkjOPQIBBggqhkjOPQMBBwNCAARpaiv7CR2Wc7NeEhr3/xNRAj0r7n3w88nJ3XJL\n"
    "PWRJEVG6SnK0EpaS+lagTOnl1A2T3UvDZ+AUubW+Je/MqyazozIwMDAPBgNVHRMB\n"
    "Af8EBTADAQH/MB0GA1UdDgQWBBQiPQ/qve/vObMPcsAqfS2e8KvobjAKBggqhkjO\n"
    "PQQDAgNJADBGAiEAgiuPa9/9adVDSbnXLV54ColP4gm8Y5vBFMXa37hfHtICIQCi\n"
    "VlCg6QZtuC+gmF93+slj2++hxGvz771Vz3hDFe215w==\n"
    "-----END CERTIFICATE-----\n";
inline constexpr std::string_view other_trust_anchor =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBOjCB4aADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWIwIBcNMjYw\n"
    "MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAWIwWTATBgcq\n"
    "hkjOPQIBBggqhkjOPQMBBwNCAARpaiv7CR2Wc7NeEhr3/xNRAj0r7n3w88nJ3XJL\n"
    "PWRJEVG6SnK0EpaS+lagTOnl1A2T3UvDZ+AUubW+Je/MqyazozIwMDAPBgNVHRMB\n"
    "Af8EBTADAQH/MB0GA1UdDgQWBBQiPQ/qve/vObMPcsAqfS2e8KvobjAKBggqhkjO\n"
    "PQQDAgNIADBFAiBF7rhqqZq8mFIhbJYv5It1gs+Ri5pBKJ3xrkgi7itSXgIhAPtV\n"
    "SCfmNeoc4rft9iAIPTL6QUIdbq0lrLWNDJ652Bbo\n"
    "-----END CERTIFICATE-----\n";
// The same without the CA bit.
inline constexpr std::string_view no_trust_anchor =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBBTCBraADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWMwIBcNMjYw\n"
    "MTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMAwxCjAIBgNVBAMTAWMwWTATBgcq\n"
    "hkjOPQIBBggqhkjOPQMBBwNCAARpaiv7CR2Wc7NeEhr3/xNRAj0r7n3w88nJ3XJL\n"
    "PWRJEVG6SnK0EpaS+lagTOnl1A2T3UvDZ+AUubW+Je/MqyazMAoGCCqGSM49BAMC\n"
    "A0cAMEQCIB2KzmwtxrZcUiU6S4cNX0HfL9EFF0jt2cYMLyLS5cigAiBH738CuIR4\n"
    "OdsaEx9Y7UF2OWt/j5CLOxcI8OkK5fB6DQ==\n"
    "-----END CERTIFICATE-----\n";
// For the key of pod_request, and 12 hours; DNS:a.example, email:a@b.example.
inline constexpr std::string_view pod_certificate =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBLDCB0qADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
    "MTAxMDAwMDAwWhcNMjYwMTAxMTIwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\n"
    "zj0CAQYIKoZIzj0DAQcDQgAEn944bBm6VDYTIEgDk2i4PpKk3wLrGLtkG6f3NaIM\n"
    "7goEAMRb2ekuJ2zsxPVWSgKR8LeojWdh8ZlEsR24AhY5M6MlMCMwIQYDVR0RBBow\n"
    "GIIJYS5leGFtcGxlgQthQGIuZXhhbXBsZTAKBggqhkjOPQQDAgNJADBGAiEAq/CQ\n"
    "fEd2cJkQoq4eZ1KclP7bppAb8ZXiAzAxw4/HMhQCIQCGUT2drbhWZcl/yYMLt40s\n"
    "wEaFi4OfmDNhDsYf98AVJA==\n"
    "-----END CERTIFICATE-----\n";
// For another key.
inline constexpr std::string_view strangers_certificate =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBAzCBq6ADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
    "MTAxMDAwMDAwWhcNMjYwMTAxMTIwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\n"
    "zj0CAQYIKoZIzj0DAQcDQgAEaWor+wkdlnOzXhIa9/8TUQI9K+598PPJyd1ySz1k\n"
    "SRFRukpytBKWkvpWoEzp5dQNk91Lw2fgFLm1viXvzKsmszAKBggqhkjOPQQDAgNH\n"
    "ADBEAiBS3pjbFXJdlowvZ4AfAYpRe7+RuceCzxB196+jufdoIQIgcSq8fxN8zlnw\n"
    "QAWjnMh6fJd/eyfpUDEYkOiKmoz5n3I=\n"
    "-----END CERTIFICATE-----\n";
// For half an hour.
inline constexpr std::string_view short_certificate =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBBTCBq6ADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
    "MTAxMDAwMDAwWhcNMjYwMTAxMDAzMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\n"
    "zj0CAQYIKoZIzj0DAQcDQgAEn944bBm6VDYTIEgDk2i4PpKk3wLrGLtkG6f3NaIM\n"
    "7goEAMRb2ekuJ2zsxPVWSgKR8LeojWdh8ZlEsR24AhY5MzAKBggqhkjOPQQDAgNJ\n"
    "ADBGAiEAqNB6j3xMH7lD+jF97Ifb0hfc90oTzBAN5g6wUEPuHtICIQDpVugRb8wD\n"
    "CZuWPwiI6ZTcGoKH6b8Lo3FxTlgpehakfg==\n"
    "-----END CERTIFICATE-----\n";
// With DNS:a..b., DNS:.c and email:a.
inline constexpr std::string_view oddly_named_certificate =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBIDCByKADAgECAgEHMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMTAWwwHhcNMjYw\n"
    "MTAxMDAwMDAwWhcNMjYwMTAxMTIwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZI\n"
    "zj0CAQYIKoZIzj0DAQcDQgAEn944bBm6VDYTIEgDk2i4PpKk3wLrGLtkG6f3NaIM\n"
    "7goEAMRb2ekuJ2zsxPVWSgKR8LeojWdh8ZlEsR24AhY5M6MbMBkwFwYDVR0RBBAw\n"
    "DoIFYS4uYi6CAi5jgQFhMAoGCCqGSM49BAMCA0cAMEQCICD6JhANnBq7FbcX+EYK\n"
    "pCllKZgAPqdHVB28WL7+DsJUAiBnjcC69CCgepphvzoyt8h6upzMOZDGnMKuyRjz\n"
    "yaC0BQ==\n"
    "-----END CERTIFICATE-----\n";

}}}  // namespace setpoint::v0::test
