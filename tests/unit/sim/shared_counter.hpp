#pragma once
// A number that all processes of an exploration share.

#include <stdexcept>
#include <sys/mman.h>

namespace sim_test {

class shared_counter {
public:
    shared_counter()
        : at_(::mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (at_ == MAP_FAILED) throw std::runtime_error("mmap");
    }
    shared_counter(const shared_counter&) = delete;
    shared_counter& operator=(const shared_counter&) = delete;
    ~shared_counter() { ::munmap(at_, sizeof(int)); }
    int& value() { return *static_cast<int*>(at_); }

private:
    void* at_;
};

}  // namespace sim_test
