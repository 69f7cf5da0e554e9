#include "wheelhouse/house.h"

#include <filesystem>
#include <fstream>

#include "host/scratch.h"
#include "wheelhouse/export.h"
#include "wheelhouse/files.h"
#include "wheelhouse/house_samples.h"
#include "wheelhouse/read_wheel.h"
#include "wheelhouse/verify.h"

namespace gb10 {
namespace {

namespace files = house_files;

/// Adds a wheel as the command does.
void add(HeldHouse& house, const std::string& name, const std::string& version) {
  const std::string bytes = house_samples::wheel_bytes(name, version);
  ASSERT_TRUE(house.begin().ok());
  const auto folder = house.staging();
  ASSERT_TRUE(folder.ok());
  const std::string file = name + "-" + version + "-py3-none-any.whl";
  std::ofstream(*folder + "/" + file, std::ios::binary) << bytes;
  auto wheel = read_wheel(MemoryBlob(bytes), file, true);
  ASSERT_TRUE(wheel.ok()) << wheel.error().what;
  const auto sum = files::sum_of(*folder + "/" + file);
  wheel->size = sum->size;
  wheel->sha256 = sum->sha256;
  ASSERT_TRUE(house.store(*folder + "/" + file, wheel->sha256).ok());
  HouseManifest next = house.state().manifest;
  next.wheels.push_back(*wheel);
  ASSERT_TRUE(house.commit(next).ok());
}

HeldHouse taken(const std::string& path) {
  auto house = HeldHouse::take(path, {.make = true});
  EXPECT_TRUE(house.ok());
  return *std::move(house);
}

std::vector<std::string> wrong(const std::string& path) {
  std::vector<std::string> out;
  const auto state = read_house(path);
  const auto check = verified(path, *state);
  for (const HouseDifference& each : check->differences)
    out.push_back(std::string(word(each.kind)) + " " + each.file);
  return out;
}

/// The bytes of an archive of the house.
std::string archive(const std::string& path) {
  std::string out;
  const auto done = write_archive(path, *read_house(path), [&](std::span<const std::byte> bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return Result<void>();
  });
  EXPECT_TRUE(done.ok());
  return out;
}

using Texts = std::vector<std::string>;

TEST(House, has_each_wheel_by_its_hash_and_by_its_name) {
  const Scratch scratch;
  HeldHouse house = taken(scratch.path("house"));
  add(house, "part", "1.0");
  const HouseWheel& wheel = house.state().manifest.wheels.front();
  EXPECT_TRUE(files::are_one(house.path() + "/" + house_names::object(wheel.sha256),
                             house.path() + "/" + house_names::by_name(wheel.file)));
  EXPECT_EQ(wrong(house.path()), Texts{});
  const std::string page = scratch.text("house/simple/part/index.html");
  EXPECT_NE(page.find("../../wheels/part-1.0-py3-none-any.whl#sha256=" + wheel.sha256),
            std::string::npos);
}

TEST(House, is_as_it_was_when_a_change_is_not_put_in_force) {
  const Scratch scratch;
  {
    HeldHouse house = taken(scratch.path("house"));
    add(house, "part", "1.0");
  }
  const std::string before = scratch.text("house/manifest.json");
  {
    HeldHouse house = taken(scratch.path("house"));
    ASSERT_TRUE(house.begin().ok());
    const auto folder = house.staging();
    std::ofstream(*folder + "/x") << "words";
    ASSERT_TRUE(house.store(*folder + "/x", manifest_digest("words")).ok());
  }
  EXPECT_EQ(scratch.text("house/manifest.json"), before);
  EXPECT_EQ(files::names_in(scratch.path("house/store"))->size(), 1U);
  EXPECT_FALSE(files::is_there(scratch.path("house/.changing")));
}

TEST(House, is_not_changed_while_it_is_sealed) {
  const Scratch scratch;
  HeldHouse house = taken(scratch.path("house"));
  add(house, "part", "1.0");
  ASSERT_TRUE(house.seal().ok());
  EXPECT_EQ(house.begin().error().kind, Error::Kind::conflict);
  ASSERT_TRUE(house.break_seal().ok());
  EXPECT_TRUE(house.begin().ok());
}

TEST(House, is_held_by_one_at_a_time) {
  const Scratch scratch;
  const HeldHouse house = taken(scratch.path("house"));
  int waits = 0;
  const auto other = HeldHouse::take(scratch.path("house"),
                                     {.make = true, .waiting = [&] { ++waits; }, .patience = 0});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().kind, Error::Kind::busy);
}

TEST(House, is_made_where_another_process_is_making_it) {
  const Scratch scratch;
  const std::string path = scratch.path("house");
  ASSERT_TRUE(files::make_folder(path).ok());
  std::ofstream(path + "/manifest.json.part-4711") << "{";
  EXPECT_TRUE(HeldHouse::take(path, {.make = true}).ok());
  std::ofstream(path + "/letter.part-4711") << "dear";
  const auto foreign = HeldHouse::take(path, {.make = true});
  ASSERT_FALSE(foreign.ok());
  EXPECT_EQ(foreign.error().kind, Error::Kind::conflict);
}

TEST(House, tells_of_files_that_are_not_as_the_manifest_says) {
  const Scratch scratch;
  HeldHouse house = taken(scratch.path("house"));
  add(house, "part", "1.0");
  scratch.file("house/wheels/evil-1.0-py3-none-any.whl", "evil");
  scratch.file("house/store/words", "words");
  scratch.file("house/simple/part/index.html", "words");
  EXPECT_EQ(wrong(house.path()),
            (Texts{"foreign store/words", "foreign wheels/evil-1.0-py3-none-any.whl",
                   "index simple/part/index.html"}));
  const std::string file = house_names::by_name(house.state().manifest.wheels.front().file);
  std::filesystem::remove(scratch.path("house/" + file));
  scratch.link("house/" + file, "/etc/hostname");
  EXPECT_EQ(wrong(house.path()).front(), "unread " + file) << "a link is no wheel";
}

TEST(HouseArchive, comes_back_as_it_was) {
  const Scratch scratch;
  HeldHouse house = taken(scratch.path("house"));
  add(house, "part", "1.0");
  add(house, "part", "2.0");
  const std::string bytes = archive(house.path());
  EXPECT_EQ(archive(house.path()), bytes);
  const MemoryBlob blob(bytes);
  const auto checked = check_archive(blob);
  ASSERT_TRUE(checked.ok()) << checked.error().what;
  EXPECT_EQ(checked->state.text, house.state().text);
  HeldHouse other = taken(scratch.path("other"));
  ASSERT_TRUE(other.begin().ok());
  const auto folder = other.staging();
  ASSERT_TRUE(unpack_archive(blob, checked->state, *folder).ok());
  const auto merged = merge_house(other, checked->state, *folder, false);
  ASSERT_TRUE(merged.ok()) << merged.error().what;
  EXPECT_EQ(merged->added, 2);
  EXPECT_EQ(archive(other.path()), bytes);
}

TEST(HouseArchive, does_not_count_what_was_replaced_as_here) {
  const Scratch scratch;
  HeldHouse house = taken(scratch.path("house"));
  add(house, "part", "1.0");
  const HouseState archived = house.state();
  HouseManifest next = archived.manifest;
  next.wheels[0].replaced = true;
  next.wheels.push_back(house_samples::wheel("part", "1.0"));
  ASSERT_TRUE(house.begin().ok());
  ASSERT_TRUE(house.commit(next).ok());
  for (const bool replace : {false, true}) {
    ASSERT_TRUE(house.begin().ok());
    const auto folder = house.staging();
    std::ofstream(*folder + "/sha256-" + archived.manifest.wheels[0].sha256) << "part";
    const auto merged = merge_house(house, archived, *folder, replace);
    ASSERT_EQ(merged.ok(), replace);
    if (!replace) {
      EXPECT_EQ(merged.error().kind, Error::Kind::conflict);
    }
  }
  const HouseWheel* const now = current_wheel(house.state().manifest, "part-1.0-py3-none-any.whl");
  EXPECT_EQ(now->sha256, archived.manifest.wheels[0].sha256);
}

TEST(HouseArchive, is_refused_when_a_wheel_has_other_bytes) {
  for (const std::string bytes : {"words", "wordz"}) {
    HouseManifest manifest = house_samples::manifest({house_samples::wheel("part", "1.0")});
    manifest.wheels[0].size = 5;
    manifest.wheels[0].sha256 = manifest_digest("words");
    const std::string text = manifest_text(manifest);
    std::string out;
    auto writer = TarWriter::open([&](std::span<const std::byte> piece) {
      out.append(reinterpret_cast<const char*>(piece.data()), piece.size());
      return Result<void>();
    });
    const std::string top(kArchiveFolder);
    ASSERT_TRUE(writer->begin(top + "manifest.json", text.size()).ok());
    ASSERT_TRUE(writer->write(std::as_bytes(std::span(text))).ok());
    ASSERT_TRUE(writer->begin(top + "wheels/part-1.0-py3-none-any.whl", 5).ok());
    ASSERT_TRUE(writer->write(std::as_bytes(std::span(bytes))).ok());
    ASSERT_TRUE(writer->finish().ok());
    EXPECT_EQ(check_archive(MemoryBlob(out)).ok(), bytes == "words");
  }
}

TEST(HouseArchive, is_refused_wherever_it_is_cut_off) {
  const Scratch scratch;
  HeldHouse house = taken(scratch.path("house"));
  add(house, "part", "1.0");
  const std::string bytes = archive(house.path());
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_FALSE(check_archive(MemoryBlob(bytes.substr(0, size))).ok()) << size;
}

TEST(ReadWheel, refuses_what_is_not_as_it_says) {
  const std::string good = house_samples::wheel_bytes("part", "1.0", "Requires-Dist: numpy>=2\n");
  const auto read = read_wheel(MemoryBlob(good), "part-1.0-py3-none-any.whl", true);
  ASSERT_TRUE(read.ok()) << read.error().what;
  EXPECT_EQ(read->wants, Texts{"numpy>=2"});
  EXPECT_FALSE(read_wheel(MemoryBlob(good), "other-1.0-py3-none-any.whl", true).ok());
  EXPECT_FALSE(read_wheel(MemoryBlob(good), "part-1.1-py3-none-any.whl", true).ok());
  EXPECT_FALSE(read_wheel(MemoryBlob(good), "part.whl", true).ok());
  std::string changed = good;
  changed[changed.find("x = 1")] = 'y';
  EXPECT_FALSE(read_wheel(MemoryBlob(changed), "part-1.0-py3-none-any.whl", true).ok());
}

TEST(ReadWheel, tells_for_which_machine_a_wheel_is_not) {
  const HouseWheel far =
      house_samples::wheel("part", "1.0", {}, "cp312-cp312-manylinux_2_28_x86_64");
  EXPECT_NE(misfit(far, "aarch64", "2.39"), "");
  EXPECT_EQ(misfit(far, "x86_64", "2.39"), "");
  EXPECT_NE(misfit(far, "x86_64", "2.17"), "");
  EXPECT_EQ(misfit(house_samples::wheel("part", "1.0"), "aarch64", ""), "");
}

}  // namespace
}  // namespace gb10
