#include "bench/storage_reference.h"

#include "bench/toml_quantity.h"

namespace gb10 {

namespace {

Result<SsdReference> read_ssd(const toml::Node& node) {
  TRY(node.only({"block", "depth", "healthy", "slow", "note", "source", "date"}));
  SsdReference out;
  const toml::Node* const block = TRY(node.need("block"));
  const double size = TRY(quantity_in(*block, Unit::bytes));
  out.block = static_cast<std::size_t>(size);
  const toml::Node* const depth = TRY(node.need("depth"));
  const double count = TRY(depth->number());
  out.depth = static_cast<int>(count);
  const toml::Node* const healthy = TRY(node.need("healthy"));
  out.healthy = TRY(range_in(*healthy, Unit::bytes_per_second));
  const toml::Node* const slow = TRY(node.need("slow"));
  out.slow = TRY(quantity_in(*slow, Unit::bytes_per_second));
  if (out.slow > out.healthy.first) return healthy->wrong("the ends are not in their order");
  out.note = TRY(node.text("note", ""));
  out.source = TRY(node.text("source"));
  out.date = TRY(node.text("date"));
  return out;
}

Result<LoaderFlag> read_loader(const toml::Node& node) {
  TRY(node.only({"engine", "family", "flag", "verified", "source", "date"}));
  LoaderFlag out;
  out.engine = TRY(node.text("engine"));
  out.family = TRY(node.text("family"));
  if (out.family != "direct" && out.family != "buffered" && out.family != "cufile")
    return node.wrong("\"" + out.family + "\" is no way to read a file");
  out.flag = TRY(node.text("flag"));
  const toml::Node* const verified = TRY(node.need("verified"));
  out.verified = TRY(verified->truth());
  out.source = TRY(node.text("source"));
  out.date = TRY(node.text("date"));
  return out;
}

}  // namespace

Result<StorageReference> read_storage_reference(const DataFile& file) {
  const toml::Node root = TRY(toml::parse(file.text, file.name));
  TRY(root.only({"name", "title", "read", "loader"}));
  StorageReference out;
  out.name = TRY(root.text("name"));
  out.title = TRY(root.text("title"));
  const toml::Node* const read = TRY(root.need("read"));
  out.read = TRY(read_ssd(*read));
  if (const toml::Node* const loaders = root.find("loader")) {
    for (const toml::Node& node : loaders->items) {
      LoaderFlag one = TRY(read_loader(node));
      out.loaders.push_back(std::move(one));
    }
  }
  return out;
}

}  // namespace gb10
