#pragma once
// For tests of our declarations against NVIDIA's headers.

#include <type_traits>

namespace gb10 {

/// Whether two types are passed alike: of one size, and both pointers or neither.
template <class A, class B>
constexpr bool are_passed_alike() {
  if constexpr (std::is_void_v<A> || std::is_void_v<B>)
    return std::is_void_v<A> == std::is_void_v<B>;
  else
    return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>;
}

/// Whether two functions are called alike, argument by argument.
template <class Ours, class Theirs>
struct Alike : std::false_type {};
template <class A, class... As, class B, class... Bs>
requires(sizeof...(As) == sizeof...(Bs)) struct Alike<A(As...), B(Bs...)>
    : std::bool_constant<are_passed_alike<A, B>() && (are_passed_alike<As, Bs>() && ...)> {
};

}  // namespace gb10
