#include "facts/products.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/text.h"
#include "base/toml.h"

namespace gb10 {

namespace {

bool fits_any(const std::vector<std::string>& patterns, std::string_view text) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return fits_glob(pattern, lower(trimmed(text)));
  });
}

Result<Product> product_from(const toml::Node& row) {
  TRY(row.only({"name", "maker", "vendor", "model", "dmi", "source", "date"}));
  Product product;
  product.name = TRY(row.text("name"));
  product.maker = TRY(row.text("maker"));
  product.vendors = TRY(row.texts("vendor"));
  product.models = TRY(row.texts("model"));
  const std::string dmi = TRY(row.text("dmi"));
  if (dmi != "reported" && dmi != "assumed") return row.wrong("dmi is reported or assumed");
  TRY(row.text("source"));
  TRY(row.text("date"));
  for (auto* const patterns : {&product.vendors, &product.models}) {
    if (patterns->empty()) return row.wrong("vendor and model need a pattern each");
    for (std::string& pattern : *patterns) pattern = lower(pattern);
  }
  return product;
}

}  // namespace

Result<std::vector<Product>> products_from(std::string_view toml, std::string_view file) {
  const toml::Node root = TRY(toml::parse(toml, file));
  TRY(root.only({"product"}));
  const toml::Node* const rows = TRY(root.need("product"));
  std::vector<Product> products;
  for (const toml::Node& row : rows->items) {
    const Product product = TRY(product_from(row));
    products.push_back(product);
  }
  return products;
}

Result<std::vector<Product>> known_products() {
  constexpr std::string_view kFile = "products.toml";
  const auto text = embedded(kFile);
  if (!text) return Error{Error::Kind::not_found, "this build carries no table of products"};
  return products_from(*text, kFile);
}

const Product* product_of(std::span<const Product> products, const Dmi& dmi) {
  for (const Product& product : products) {
    if (!fits_any(product.vendors, dmi.vendor)) continue;
    for (const std::string* const name : {&dmi.product, &dmi.version, &dmi.board}) {
      if (!name->empty() && fits_any(product.models, *name)) return &product;
    }
  }
  return nullptr;
}

}  // namespace gb10
