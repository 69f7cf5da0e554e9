#include "host/kept_words.h"

#include <gtest/gtest.h>

namespace gb10 {
namespace {

using Words = std::vector<std::string>;

const KeptWords kKept(
    "root:x:0:0:root:/root:/bin/sh\njo:x:1000:1000::/data/people/jo:/bin/sh\n"
    "daemon:x:1:1::/usr/sbin:/bin/false\nodd:x:1001:1001::/:/bin/sh\n",
    "/root");

const char* const kToken = "hf_AbCdEfGhIjKlMnOpQrStUv12";

TEST(KeptWords, hides_what_opens_something) {
  EXPECT_EQ(kKept.words({"env", std::string("HF_TOKEN=") + kToken, "python3", "serve.py"}),
            (Words{"env", "HF_TOKEN=[hidden]", "python3", "serve.py"}));
  EXPECT_EQ(kKept.words({"serve", "--api-key", "X7", "--port", "8000", "--api-key=qqq7"}),
            (Words{"serve", "--api-key", "[hidden]", "--port", "8000", "--api-key=[hidden]"}));
  EXPECT_EQ(kKept.words({"curl", "-H", "Authorization: Bearer abcdefgh12345678", "http://x"}),
            (Words{"curl", "-H", "Authorization: [hidden]", "http://x"}));
  EXPECT_EQ(kKept.words({"sh", "-c", std::string("A=b HF_TOKEN=") + kToken + " ./run /home/jo/m"}),
            (Words{"sh", "-c", "A=b HF_TOKEN=[hidden] ./run ~/m"}));
  EXPECT_EQ(kKept.words({"get", kToken, kToken}), (Words{"get", "[hidden]", "[hidden]"}));
}

TEST(KeptWords, keeps_what_a_command_is_judged_by) {
  const Words plain = {"llama-bench",
                       "-m",
                       "/srv/models/client-x/a.gguf",
                       "-p",
                       "512",
                       "--host",
                       "192.168.1.5",
                       "--tokens",
                       "128",
                       "",
                       "--max-tokens=64"};
  EXPECT_EQ(kKept.words(plain), plain);
  EXPECT_EQ(kKept.words({}), Words{});
}

TEST(KeptWords, homes_are_a_tilde) {
  EXPECT_EQ(kKept.path("/home/max.b/venv/lib/libx.so.13"), "~/venv/lib/libx.so.13");
  EXPECT_EQ(kKept.path("/data/people/jo/venv"), "~/venv");
  EXPECT_EQ(kKept.path("/data/people/jonas/venv"), "/data/people/jonas/venv");
  EXPECT_EQ(kKept.path("/home/a /home/b/x:/usr/lib"), "~ ~/x:/usr/lib");
  EXPECT_EQ(kKept.path("--model=file:///home/jo/m"), "--model=file://~/m");
  for (const char* const same : {"/root/venv", "/mnt/home/jo/x", "/home", "/home/", "/usr/lib/x",
                                 "libcublasLt.so.13", "", "~/venv"})
    EXPECT_EQ(kKept.path(same), same);
  EXPECT_EQ(KeptWords("", "/data/me/").path("/data/me/x"), "~/x");
}

}  // namespace
}  // namespace gb10
