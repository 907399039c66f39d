// What of a compilation, beside our own headers, decides how a program lies in memory: T2T_PLUGIN_BUILD, a literal of words
// joined by dashes such as "abseil20220623-abi1017-cxx11". A library of passes and the tool that loads it agree in it.
#pragma once

#include <version>  // the macros of the standard library

#include "absl/base/config.h"

#define T2T_PLUGIN_QUOTED(X) #X
#define T2T_PLUGIN_NUMBER(X) T2T_PLUGIN_QUOTED(X)

// Containers of Abseil change between its releases.
#ifdef ABSL_LTS_RELEASE_VERSION
#define T2T_PLUGIN_ABSEIL "abseil" T2T_PLUGIN_NUMBER(ABSL_LTS_RELEASE_VERSION)
#else
#define T2T_PLUGIN_ABSEIL "abseil0"
#endif

// Compilers of different generations, or told to follow different ones with -fabi-version.
#ifdef __GXX_ABI_VERSION
#define T2T_PLUGIN_CXX_ABI "-abi" T2T_PLUGIN_NUMBER(__GXX_ABI_VERSION)
#else
#define T2T_PLUGIN_CXX_ABI "-abi0"
#endif

// std::string has two layouts in libstdc++, and containers a third with iterators that check.
#ifndef _GLIBCXX_USE_CXX11_ABI
#define T2T_PLUGIN_STRING ""
#elif _GLIBCXX_USE_CXX11_ABI
#define T2T_PLUGIN_STRING "-cxx11"
#else
#define T2T_PLUGIN_STRING "-cxx98"
#endif
#ifdef _GLIBCXX_DEBUG
#define T2T_PLUGIN_DEBUG "-debug"
#else
#define T2T_PLUGIN_DEBUG ""
#endif

// Memory that one side poisons and the other does not know of is reported as a fault that is none.
#if defined(__SANITIZE_ADDRESS__)
#define T2T_PLUGIN_SANITIZER "-asan"
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define T2T_PLUGIN_SANITIZER "-asan"
#endif
#endif
#ifndef T2T_PLUGIN_SANITIZER
#define T2T_PLUGIN_SANITIZER ""
#endif

#define T2T_PLUGIN_BUILD \
  T2T_PLUGIN_ABSEIL T2T_PLUGIN_CXX_ABI T2T_PLUGIN_STRING T2T_PLUGIN_DEBUG T2T_PLUGIN_SANITIZER
