#pragma once
// Files embedded in the executable.

#include <cstddef>
#include <string_view>

// Embeds a file of the folder SETPOINT_TABLES, which cmake/layers.cmake defines for the source. Use
// at global scope; SETPOINT_TABLE_TEXT(symbol) is then its text.
#ifdef __linux__
#define SETPOINT_TABLE(symbol, file)                                                           \
    __asm__(".section .rodata.setpoint_tables,\"a\"\nsetpoint_table_" #symbol                  \
            "_begin:\n.incbin \"" SETPOINT_TABLES "/" file "\"\nsetpoint_table_" #symbol       \
            "_end:\n.global setpoint_table_" #symbol "_begin\n.global setpoint_table_" #symbol \
            "_end\n.previous\n");                                                              \
    extern "C" const char setpoint_table_##symbol##_begin[], setpoint_table_##symbol##_end[]

#define SETPOINT_TABLE_TEXT(symbol)      \
    std::string_view(                    \
        setpoint_table_##symbol##_begin, \
        static_cast<std::size_t>(setpoint_table_##symbol##_end - setpoint_table_##symbol##_begin))
#else
// For Mach-O, in which a linker may separate what two symbols name: the size is a number.
#define SETPOINT_TABLE(symbol, file)                                                                      \
    __asm__(".section __TEXT,__const\n.globl _setpoint_table_" #symbol "_begin\n_setpoint_table_" #symbol \
            "_begin:\n.incbin \"" SETPOINT_TABLES "/" file "\"\nLsetpoint_table_" #symbol                 \
            "_end:\n.p2align 3\n.globl _setpoint_table_" #symbol "_size\n_setpoint_table_" #symbol        \
            "_size:\n.quad Lsetpoint_table_" #symbol "_end - _setpoint_table_" #symbol                    \
            "_begin\n"                                                                                    \
            ".previous\n");                                                                               \
    extern "C" const char setpoint_table_##symbol##_begin[];                                              \
    extern "C" const std::size_t setpoint_table_##symbol##_size

#define SETPOINT_TABLE_TEXT(symbol) \
    std::string_view(setpoint_table_##symbol##_begin, setpoint_table_##symbol##_size)
#endif
