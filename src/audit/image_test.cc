#include "audit/image.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <span>

#include <fmt/format.h>

#include "audit/image_samples.h"
#include "host/fake_host.h"
#include "host/fake_tar.h"
#include "wheel/sha256.h"

namespace gb10 {
namespace {

using namespace image_samples;

using Facts = std::map<std::string, std::string>;

/// The image, and what was seen in it. `archive` must outlive nothing: all is read at once.
struct Read {
  Image image;
  Facts facts;
  std::vector<std::string> problems;
  std::string error;
};

Read finished(Result<Image> image, Seen& seen) {
  Read out;
  if (!image.ok()) {
    out.error = image.error().what;
    return out;
  }
  out.image = *std::move(image);
  out.facts = seen.facts;
  for (const auto& each : out.image.problems) out.problems.push_back(each.where + ": " + each.what);
  return out;
}

Read read(const std::string& archive) {
  Seen seen;
  return finished(read_image(MemoryBlob(archive), {}, seen), seen);
}

std::vector<std::string> names(const Image& image, std::string_view directory) {
  std::vector<std::string> out;
  const auto entries = image.host->list(directory);
  if (!entries.ok()) return {entries.error().what};
  for (const DirEntry& entry : *entries) out.push_back(entry.name);
  return out;
}

using Names = std::vector<std::string>;

TEST(image, says_what_its_config_says) {
  const Read got = read(saved(std::vector<Layer>{{{"etc/", "", '5'}}}));
  ASSERT_EQ(got.error, "");
  const ImageConfig& config = got.image.config;
  EXPECT_EQ(config.architecture, "arm64");
  EXPECT_EQ(config.machine(), "aarch64");
  EXPECT_EQ(config.os, "linux");
  EXPECT_EQ(config.environment.at("NCCL_DEBUG"), "INFO");
  EXPECT_EQ(config.environment.at("LD_LIBRARY_PATH"), "/opt/lib:/x");
  EXPECT_EQ(config.environment.count("odd"), 0U);
  EXPECT_EQ(config.entrypoint, Names{"/opt/entry.sh"});
  EXPECT_EQ(config.command, (Names{"serve", "--port=8000"}));
  EXPECT_EQ(config.labels, 2);
  EXPECT_EQ(config.user, "app");
  EXPECT_EQ(got.image.names, Names{"x:1"});
  EXPECT_EQ(got.image.platforms, Names{"linux/arm64"});
  EXPECT_EQ(got.image.layers, 1);
  EXPECT_EQ(got.image.host->self().environment.at("PATH"), "/usr/bin");
  EXPECT_EQ(got.problems, Names());
}

TEST(image, a_later_layer_replaces_and_whiteouts_take_away) {
  const Read got = read(saved({
      Layer{{"opt/", "", '5'},
            {"opt/liba.so", "a one"},
            {"opt/libb.so.1", "b one"},
            {"opt/libb.so", "", '2', "libb.so.1"},
            {"opt/gone/libc.so", "c one"},
            {"opt/gone/deep/libd.so", "d one"},
            {"srv/lib1.so", "one"},
            {"srv/sub/lib2.so", "two"},
            {"etc/text", "not kept"}},
      Layer{{"opt/liba.so", "a two"},
            {"opt/.wh.libb.so.1", ""},
            {"opt/.wh.gone", ""},
            // New files of an opaque directory may stand on either side of its mark.
            {"srv/lib3.so", "three"},
            {"srv/.wh..wh..opq", ""},
            {"srv/sub/lib4.so", "four"},
            {".wh..wh.plnk", ""}},
  }));
  ASSERT_EQ(got.error, "");
  EXPECT_EQ(got.problems, Names());
  EXPECT_EQ(
      got.facts,
      (Facts{{"/opt/liba.so", "a two"}, {"/srv/lib3.so", "three"}, {"/srv/sub/lib4.so", "four"}}));
  EXPECT_EQ(names(got.image, "/"), (Names{"etc", "opt", "srv"}));
  EXPECT_EQ(names(got.image, "/opt"), (Names{"liba.so", "libb.so"}));
  EXPECT_EQ(names(got.image, "/srv"), (Names{"lib3.so", "sub"}));
  EXPECT_EQ(names(got.image, "/srv/sub"), Names{"lib4.so"});
  EXPECT_EQ(got.image.host->info("/opt/libb.so").error().kind, Error::Kind::not_found)
      << "a link to what is gone";
  EXPECT_EQ(got.image.host->read("/etc/text").error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(got.image.host->info("/opt/liba.so")->size, 5U);
}

TEST(image, a_whiteout_leaves_what_its_own_layer_adds) {
  const Read got = read(saved({
      Layer{{"d/old.so", "old"}, {"e.so", "old"}, {"f/old.so", "old"}},
      Layer{{".wh.d", ""},
            {"d/new.so", "new"},
            {"e.so", "new"},
            {".wh.e.so", ""},
            {"f/new.so", "new"},
            {".wh.f", ""}},
  }));
  EXPECT_EQ(got.facts, (Facts{{"/d/new.so", "new"}, {"/e.so", "new"}, {"/f/new.so", "new"}}));
  EXPECT_EQ(names(got.image, "/f"), Names{"new.so"});
  EXPECT_EQ(names(got.image, "/d"), Names{"new.so"});
}

TEST(image, kinds_may_change_from_layer_to_layer) {
  const Read got = read(saved({
      Layer{{"a/x.so", "x"}, {"b.so", "b"}, {"c", "", '2', "a"}, {"d/y.so", "y"}},
      Layer{{"a", "now a file"}, {"b.so/", "", '5'}, {"c/", "", '5'}, {"d", "", '2', "b.so"}},
  }));
  EXPECT_EQ(got.facts, Facts());
  EXPECT_EQ(got.image.host->info("/a")->kind, FileKind::regular);
  EXPECT_EQ(got.image.host->info("/b.so")->kind, FileKind::directory);
  EXPECT_EQ(got.image.host->list("/c")->size(), 0U);
  EXPECT_EQ(got.image.host->link("/d").value_or(""), "b.so");
}

TEST(image, links_lead_where_they_would_in_the_container) {
  const Read got = read(saved({
      Layer{{"usr/lib/", "", '5'},
            {"lib", "", '2', "usr/lib"},
            {"usr/lib/liba.so.1", "a"},
            {"usr/lib/liba.so", "", '2', "liba.so.1"},
            {"out", "", '2', "/../../../usr/lib/liba.so"},
            {"loop", "", '2', "loop2"},
            {"loop2", "", '2', "/loop"},
            {"self", "", '2', "self/x"}},
      Layer{{"lib/libb.so", "b"}, {"usr/lib/libhard.so", "", '1', "lib/liba.so.1"}},
  }));
  EXPECT_EQ(got.problems, Names());
  EXPECT_EQ(got.facts, (Facts{{"/usr/lib/liba.so.1", "a"},
                              {"/usr/lib/libb.so", "b"},
                              {"/usr/lib/libhard.so", "a"}}));
  EXPECT_EQ(got.image.host->real_path("/lib/liba.so").value_or(""), "/usr/lib/liba.so.1");
  EXPECT_EQ(got.image.host->real_path("/out").value_or(""), "/usr/lib/liba.so.1");
  EXPECT_EQ(got.image.host->real_path("/").value_or(""), "/");
  EXPECT_EQ(got.image.host->info("/loop").error().kind, Error::Kind::failed);
  EXPECT_EQ(got.image.host->info("/self").error().kind, Error::Kind::failed);
  EXPECT_EQ(got.image.host->info("/nothing/here").error().kind, Error::Kind::not_found);
}

TEST(image, a_hard_link_stays_when_its_other_name_goes) {
  const Read got = read(saved({
      Layer{{"a.so", "same"}, {"b.so", "", '1', "a.so"}},
      Layer{{".wh.a.so", ""}},
  }));
  EXPECT_EQ(got.facts, (Facts{{"/b.so", "same"}}));
  EXPECT_EQ(got.image.host->info("/b.so")->size, 4U);
}

TEST(image, a_hard_link_cannot_take_the_place_of_its_own_file) {
  const Read got = read(saved(std::vector<Layer>{{{"a.so", "a"},
                                                  {"a.so/x.so", "", '1', "a.so"},
                                                  {"d/b.so", "b"},
                                                  {"d", "", '1', "d/b.so"},
                                                  {"d/b.so", "", '1', "d/b.so"}}}));
  EXPECT_EQ(got.problems.size(), 2U);
  EXPECT_EQ(got.facts, (Facts{{"/d/b.so", "b"}}));
}

TEST(image, text_that_an_audit_reads_is_kept) {
  const std::string site = "opt/venv/lib/python3.12/site-packages/";
  const Read got = read(saved(std::vector<Layer>{
      {{site + "a-1.dist-info/METADATA", "Name: a\n"},
       {site + "x.pth", "import x"},
       {"opt/venv/pyvenv.cfg", "home = /usr/bin"},
       {"opt/conda/conda-meta/a-1-0.json", "{}"},
       {"etc/ld.so.conf.d/cuda.conf", "/usr/local/cuda/lib64"},
       {"etc/ld.so.cache", std::string("glibc-ld.so.cache1.1\0", 21)},
       {"empty.py", ""},
       {site + "a/code.py", "print()"},
       {site + "large-1.dist-info/RECORD", std::string((4U << 20U) + 1, 'r')}}}));
  const ImageHost& host = *got.image.host;
  EXPECT_EQ(host.read("/" + site + "a-1.dist-info/METADATA").value_or(""), "Name: a\n");
  EXPECT_EQ(host.read("/" + site + "x.pth").value_or(""), "import x");
  EXPECT_EQ(host.read("/opt/venv/pyvenv.cfg").value_or(""), "home = /usr/bin");
  EXPECT_EQ(host.read("/opt/conda/conda-meta/a-1-0.json").value_or(""), "{}");
  EXPECT_EQ(host.read("/etc/ld.so.conf.d/cuda.conf").value_or(""), "/usr/local/cuda/lib64");
  EXPECT_EQ((*host.open("/etc/ld.so.cache"))->size(), 21U);
  EXPECT_EQ(host.read("/empty.py").value_or("error"), "");
  EXPECT_EQ(host.read("/" + site + "a/code.py").error().kind, Error::Kind::not_recorded);
  EXPECT_EQ(host.read("/opt").error().kind, Error::Kind::failed);
  ASSERT_EQ(got.problems.size(), 1U);
  EXPECT_NE(got.problems[0].find("RECORD: 4194305 bytes are too many"), std::string::npos);
}

TEST(image, shows_what_may_hold_code) {
  const Read got = read(saved(std::vector<Layer>{{{"a.so", "1"},
                                                  {"b.so.12", "2"},
                                                  {"c.cpython-312-aarch64-linux-gnu.so", "3"},
                                                  {"d.node", "4"},
                                                  {"e.cubin", "5"},
                                                  {"f.fatbin", "6"},
                                                  {"usr/bin/g", "7"},
                                                  {"h.so.conf", "no"},
                                                  {".so", "no"},
                                                  {"i.py", "no"},
                                                  {"usr/share/j", "no"}}}));
  EXPECT_EQ(got.facts, (Facts{{"/a.so", "1"},
                              {"/b.so.12", "2"},
                              {"/c.cpython-312-aarch64-linux-gnu.so", "3"},
                              {"/d.node", "4"},
                              {"/e.cubin", "5"},
                              {"/f.fatbin", "6"},
                              {"/usr/bin/g", "7"}}));
}

TEST(image, what_is_wrong_in_a_layer_is_named_and_the_rest_is_read) {
  std::string cut = tar_of({{"before.so", "good"}, {"cut.so", std::string(4000, 'x')}});
  cut.resize(2000);
  const Read got =
      read(saved(std::vector<std::string>{tar_of({{"../up.so", "x"},
                                                  {"a/../../up.so", "x"},
                                                  {"hard.so", "", '1', "nowhere"},
                                                  {"loop", "", '2', "loop"},
                                                  {"loop/in.so", "x"},
                                                  {"/absolute.so", "good"},
                                                  {std::string(90, 'd') + "/x.so", "good"}}),
                                          "no archive", cut, tar_of({{"last.so", "good"}})}));
  ASSERT_EQ(got.error, "");
  EXPECT_EQ(got.facts, (Facts{{"/absolute.so", "good"},
                              {"/" + std::string(90, 'd') + "/x.so", "good"},
                              {"/before.so", "good"},
                              {"/last.so", "good"}}));
  const auto has = [&](std::string_view where, std::string_view what) {
    for (const std::string& problem : got.problems) {
      if (problem.starts_with(where) && problem.find(what) != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(has("layer 1: ../up.so", "leaves"));
  EXPECT_TRUE(has("layer 1: a/../../up.so", "leaves"));
  EXPECT_TRUE(has("layer 1: hard.so", "not there"));
  EXPECT_TRUE(has("layer 1: loop/in.so", "too many links"));
  EXPECT_TRUE(has("layer 2", "refused"));
  EXPECT_TRUE(has("layer 3: cut.so", "cut off"));
  EXPECT_EQ(got.problems.size(), 7U);
}

TEST(image, a_link_longer_than_any_path_is_refused) {
  const auto link_to = [](const std::string& target) {
    return Layer{{"././@LongLink", target + std::string(1, '\0'), 'K'}, {"a", "", '2', "t"}};
  };
  EXPECT_EQ(read(saved({link_to(std::string(4096, 't'))})).problems, Names());
  const Read got = read(saved({link_to(std::string(4097, 't'))}));
  ASSERT_EQ(got.problems.size(), 1U);
  EXPECT_EQ(got.problems[0], "layer 1: a: its link is longer than 4096 bytes");
}

TEST(image, a_path_that_follows_too_long_a_chain_of_links_is_refused) {
  const auto chain = [](std::size_t dots) {
    Layer layer{{"d/", "", '5'}, {"k0", "", '2', "d"}};
    std::string to;
    for (std::size_t i = 0; i < dots; ++i) to += "./";
    for (int i = 1; i < 5; ++i) {
      layer.push_back(
          {"././@LongLink", to + "k" + std::to_string(i - 1) + std::string(1, '\0'), 'K'});
      layer.push_back({"k" + std::to_string(i), "", '2', "t"});
    }
    layer.push_back({"k4/a.so", "a"});
    return read(saved({layer})).problems.size();
  };
  EXPECT_EQ(chain(2000), 0U);
  Layer layer{{"d/", "", '5'}, {"k0", "", '2', "d"}};
  const std::string to(4000, '/');
  for (int i = 1; i < 6; ++i) {
    layer.push_back(
        {"././@LongLink", "." + to + "../k" + std::to_string(i - 1) + std::string(1, '\0'), 'K'});
    layer.push_back({"k" + std::to_string(i), "", '2', "t"});
  }
  layer.push_back({"k5/a.so", "a"});
  EXPECT_EQ(read(saved({layer})).problems.size(), 1U);
}

TEST(image, packed_layers_are_read_and_a_packed_archive_is_refused) {
  const std::string large(200'000, 'l');
  const Read got = read(saved(std::vector<std::string>{
      gzip_of(tar_of({{"a.so", "a one"}, {"large.so", large}, {"p.pth", "text"}})),
      gzip_of(tar_of({{"a.so", "two"}, {"b.so", "b"}}))}));
  EXPECT_EQ(got.problems, Names());
  EXPECT_EQ(got.facts, (Facts{{"/a.so", "two"}, {"/b.so", "b"}, {"/large.so", large}}));
  EXPECT_EQ(got.image.host->read("/p.pth").value_or(""), "text");
  const std::string cut = gzip_of(tar_of({{"a.so", "a"}, {"large.so", large}})).substr(0, 90'000);
  const Read half = read(saved(std::vector<std::string>{cut}));
  EXPECT_EQ(half.facts, (Facts{{"/a.so", "a"}}));
  EXPECT_FALSE(half.problems.empty());
  const Read packed = read(gzip_of(saved(std::vector<Layer>{{{"a.so", "a"}}})));
  EXPECT_NE(packed.error.find("packed"), std::string::npos) << packed.error;
}

TEST(image, a_missing_layer_and_a_bad_config_are_named) {
  const std::string archive =
      tar_of({{"0.tar", tar_of({{"a.so", "a"}})},
              {"config.json", "{"},
              {"link.tar", "", '2', "./0.tar"},
              {"manifest.json",
               R"([{"Config": "config.json", "Layers": ["gone.tar", "link.tar"]}, {}])"}});
  const Read got = read(archive);
  EXPECT_EQ(got.facts, (Facts{{"/a.so", "a"}}));
  ASSERT_EQ(got.problems.size(), 3U);
  EXPECT_EQ(got.problems[0], "manifest.json: holds 2 images; the first is read");
  EXPECT_TRUE(got.problems[1].starts_with("config: "));
  EXPECT_EQ(got.problems[2], "layer 1: gone.tar is not there");
}

TEST(image, what_is_none_is_refused) {
  EXPECT_NE(read("not even an archive, by far").error, "");
  EXPECT_NE(read(tar_of({{"etc/passwd", "x"}})).error.find("no image"), std::string::npos);
  EXPECT_NE(read(tar_of({{"manifest.json", "{}"}})).error.find("lists no image"),
            std::string::npos);
  EXPECT_NE(read(tar_of({{"manifest.json", "["}})).error.find("manifest.json"), std::string::npos);
  EXPECT_NE(read(tar_of({{"index.json", R"({"manifests": []})"}})).error.find("lists no image"),
            std::string::npos);
}

std::string digest_of(const std::string& text) {
  std::array<std::byte, 64> room;
  return hex_text(*sha256(MemoryBlob(text), room));
}

/// An OCI layout with an image for each of two platforms.
struct Layout {
  std::map<std::string, std::string> files;

  std::string add(const std::string& text) {
    files["blobs/sha256/" + digest_of(text)] = text;
    return "sha256:" + digest_of(text);
  }
  std::string image(const std::string& architecture, const std::string& library) {
    const std::string config =
        add(fmt::format(R"({{"architecture": "{}", "os": "linux"}})", architecture));
    const std::string layer = add(tar_of({{"lib" + library + ".so", architecture}}));
    return add(fmt::format(R"({{"config": {{"digest": "{}"}}, "layers": [{{"digest": "{}"}}]}})",
                           config, layer));
  }
  static std::string described(const std::string& digest, const std::string& architecture) {
    return fmt::format(R"({{"mediaType": "application/vnd.oci.image.manifest.v1+json",
      "digest": "{}", "platform": {{"os": "linux", "architecture": "{}"}}}})",
                       digest, architecture);
  }
  Layout() {
    const std::string inner = add(fmt::format(
        R"({{"manifests": [{}, {}, {{"digest": "sha256:00", "platform":
        {{"os": "unknown", "architecture": "unknown"}}}}]}})",
        described(image("amd64", "x"), "amd64"), described(image("arm64", "a"), "arm64")));
    files["index.json"] = fmt::format(
        R"({{"manifests": [{{"mediaType": "application/vnd.oci.image.index.v1+json",
        "digest": "{}", "annotations": {{"org.opencontainers.image.ref.name": "latest"}}}}]}})",
        inner);
  }
};

TEST(image, an_oci_layout_is_read_for_the_targets_platform) {
  const Layout layout;
  FakeHost host;
  Layer members;
  for (const auto& [name, text] : layout.files) {
    host.file("/images/vllm/" + name, text);
    members.push_back({"./" + name, text});
  }
  for (const std::string machine : {"aarch64", "x86_64"}) {
    const Facts wanted =
        machine == "aarch64" ? Facts{{"/liba.so", "arm64"}} : Facts{{"/libx.so", "amd64"}};
    Seen seen, seen_tar;
    const Read got = finished(read_image(host, "/images/vllm", {.machine = machine}, seen), seen);
    ASSERT_EQ(got.error, "");
    EXPECT_EQ(got.facts, wanted);
    EXPECT_EQ(got.image.config.machine(), machine);
    EXPECT_EQ(got.image.platforms, (Names{"linux/amd64", "linux/arm64"}));
    EXPECT_EQ(got.image.names, (Names{"latest", "latest"}));
    EXPECT_EQ(got.problems, Names());
    const std::string archive = tar_of(members);
    EXPECT_EQ(
        finished(read_image(MemoryBlob(archive), {.machine = machine}, seen_tar), seen_tar).facts,
        wanted);
  }
}

TEST(image, a_manifest_that_is_not_what_its_digest_says_is_refused) {
  Layout layout;
  FakeHost host;
  for (auto& [name, text] : layout.files) {
    host.file("/i/" + name, text.find("\"layers\"") == std::string::npos ? text : text + " ");
  }
  Seen seen;
  const Read got = finished(read_image(host, "/i", {}, seen), seen);
  EXPECT_NE(got.error.find("something else than its digest says"), std::string::npos) << got.error;
}

TEST(image, an_index_that_lists_itself_ends) {
  FakeHost host;
  host.file("/i/index.json",
            R"({"manifests": [{"mediaType": "application/vnd.oci.image.index.v1+json",
            "digest": "md5:1"}, {"mediaType": "x.image.index", "digest": "../../etc/passwd"}]})");
  host.file("/i/blobs/md5/1",
            R"({"manifests": [{"mediaType": "application/vnd.oci.image.index.v1+json",
            "digest": "md5:1"}]})");
  Seen seen;
  EXPECT_NE(finished(read_image(host, "/i", {}, seen), seen).error, "");
}

TEST(ReadImage, that_is_cut_off_before_its_list_says_so) {
  const std::string whole = saved({{Layer{{"a", std::string(5000, 'x')}}}});
  Seen seen;
  const auto cut = read_image(MemoryBlob(whole.substr(0, 4000)), {}, seen);
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().what.find("the archive is damaged before its list of layers"), 0U)
      << cut.error().what;
}

}  // namespace
}  // namespace gb10
