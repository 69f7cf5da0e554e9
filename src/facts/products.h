#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gb10 {

/// The strings of a machine's DMI tables; empty where one is not there.
struct Dmi {
  std::string vendor, product, version, family, board;
};

/// One row of data/products.toml.
struct Product {
  std::string name, maker;                   // "ASUS Ascent GX10", "ASUS"
  std::vector<std::string> vendors, models;  // patterns with * and ?, in small letters
};

/// Reads the table of products.
Result<std::vector<Product>> products_from(std::string_view toml, std::string_view file);

/// The table that the program carries.
Result<std::vector<Product>> known_products();

/// The row that `dmi` fits; null when none does. A row fits when one of its vendor patterns fits
/// the vendor and one of its model patterns fits product, version or board.
const Product* product_of(std::span<const Product> products, const Dmi& dmi);

}  // namespace gb10
