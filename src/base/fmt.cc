// fmt as a part of the binary: Debian ships it only as a shared object, and the binary must start
// on systems that have another one or none. The declared templates of the header are made here,
// once.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API auto dragonbox::to_decimal(float value) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double value) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API void buffer<char>::append(const char* begin, const char* end);
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API void vformat_to(buffer<char>& out, string_view text,
                                 basic_format_args<FMT_BUFFER_CONTEXT(char)> args,
                                 locale_ref locale);
}  // namespace detail
FMT_END_NAMESPACE
