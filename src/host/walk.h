#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/descriptor.h"

namespace gb10 {

/// A walk through a tree as if its top were "/": absolute links start at the top, ".." stops there,
/// at most 40 links. It opens one name at a time and follows no link by itself, so nothing in the
/// tree, not even one that changes meanwhile, leads out of it. (openat2 with RESOLVE_IN_ROOT does
/// the same but is not everywhere.)
class Walk {
 public:
  /// `top` is an open directory that outlives the Walk.
  explicit Walk(int top) : top_(top) {}

  enum class Last { follow, keep };  // what to do with a link at the end of the path

  /// Goes to `path`. 0 or an errno.
  int go(std::string_view path, Last last);

  /// Where the walk ended: an O_PATH descriptor.
  int place() const { return passed_.empty() ? top_ : passed_.back().get(); }
  unsigned mode() const { return mode_; }

 private:
  void ahead(std::string_view path);
  int step(const std::string& name, bool keep_link);
  int follow(const Descriptor& link);
  int update_mode();

  int top_;
  std::vector<Descriptor> passed_;  // below the top, the deepest last
  std::vector<std::string> ahead_;  // the next one last
  unsigned mode_ = 0;               // of the place, with its type
  int links_ = 0;
};

}  // namespace gb10
