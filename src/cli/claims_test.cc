#include "cli/claims.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "compat/matrix.h"
#include "container/compose.h"
#include "container/residue.h"

namespace gb10 {
namespace {

/// The built-in files of a kind.
std::vector<DataFile> files_of(std::string_view kind) {
  std::vector<DataFile> out;
  for (const Embedded& file : embedded_files()) {
    if (!file.path.starts_with(std::string(kind) + "/")) continue;
    const std::string_view name = file.path.substr(kind.size() + 1);
    out.push_back({std::string(name.substr(0, name.size() - 5)), std::string(file.text),
                   std::string(kBuiltIn)});
  }
  return out;
}

TEST(BuiltInClaims, ask_for_facts_that_somebody_sets) {
  for (const auto& [kind, own] : {std::pair("capabilities", environment_specs()),
                                  std::pair("milestones", milestone_specs())}) {
    const Result<std::vector<Claim>> claims = read_claims(files_of(kind));
    ASSERT_TRUE(claims.ok()) << claims.error().what;
    EXPECT_GE(claims->size(), 8U);
    for (const Claim& claim : *claims) {
      const Result<void> checked = check_claim(claim, own);
      EXPECT_TRUE(checked.ok()) << claim.name << ": " << checked.error().what;
    }
  }
}

TEST(BuiltInClaims, say_nothing_of_a_machine_of_which_nothing_is_known) {
  for (const char* const kind : {"capabilities", "milestones"}) {
    for (const Claim& claim : read_claims(files_of(kind)).value_or(std::vector<Claim>()))
      EXPECT_EQ(settled(claim, Facts(), "x").is, Settled::unknown) << claim.name;
  }
}

/// What the built-in claim of a capability says of a GB10 whose environment has a Triton.
Settled answer_for(const std::string& claim, const char* triton, const char* verdict,
                   const char* ptxas) {
  Facts facts;
  facts.set("check.gpu", std::int64_t{121}, "");
  facts.set("check.compiler", true, "");
  facts.set("python[x].headers", true, "");
  facts.set("package[torch].verdict", std::string("runs"), "");
  facts.set("package[torch].version", Version{"2.9.1"}, "");
  facts.set("package[torch].why", std::string("code"), "");
  facts.set("package[triton].verdict", std::string(verdict), "");
  facts.set("package[triton].version", Version{triton}, "");
  facts.set("package[triton].why", std::string("code"), "");
  if (*ptxas)
    facts.set("cuda.ptxas_override", Version{ptxas}, "");
  else
    facts.unknown("cuda.ptxas_override", {Error::Kind::not_found, "not set"}, "");
  for (const Claim& each : read_claims(files_of("capabilities")).value_or(std::vector<Claim>())) {
    if (each.name == claim) return settled(each, facts, "x").is;
  }
  ADD_FAILURE() << "no claim " << claim;
  return Settled::unknown;
}

TEST(BuiltInClaims, tell_of_a_gb10_only_where_one_is_known) {
  const auto claims = read_claims(files_of("capabilities")).value_or(std::vector<Claim>());
  const auto nccl = std::find_if(claims.begin(), claims.end(),
                                 [](const Claim& each) { return each.name == "nccl"; });
  ASSERT_NE(nccl, claims.end());
  Facts facts;
  facts.set("check.nccl", Version{"2.27"}, "");
  facts.unknown("check.gpu", {Error::Kind::not_found, "no GPU"}, "");
  EXPECT_EQ(settled(*nccl, facts, "x").is, Settled::unknown);
  facts.set("check.gpu", std::int64_t{90}, "");
  EXPECT_EQ(settled(*nccl, facts, "x").is, Settled::yes);
  EXPECT_EQ(settled(*nccl, facts, "x").says.find("GB10"), std::string::npos);
  facts.set("check.gpu", std::int64_t{121}, "");
  EXPECT_NE(settled(*nccl, facts, "x").says.find("GB10"), std::string::npos);
}

TEST(BuiltInClaims, get_ollama_before_they_pull_its_models) {
  const auto claims = read_claims(files_of("milestones")).value_or(std::vector<Claim>());
  const auto models = std::find_if(claims.begin(), claims.end(),
                                   [](const Claim& each) { return each.name == "ollama-models"; });
  ASSERT_NE(models, claims.end());
  Facts facts;
  facts.set("milestone.models", std::vector<std::string>(), "");
  facts.set("milestone.ollama", false, "");
  const ChecklistItem absent = settled(*models, facts, "");
  ASSERT_FALSE(absent.remedy.empty());
  EXPECT_EQ(absent.remedy.front().run.find("gb10 container compose ollama"), 0U);
  facts.set("milestone.ollama", true, "");
  EXPECT_EQ(settled(*models, facts, "").remedy.front().run.find("ollama pull"), 0U);
}

TEST(BuiltInClaims, know_which_triton_compiles_for_a_gb10) {
  for (const char* const claim : {"triton", "torch-compile"}) {
    EXPECT_EQ(answer_for(claim, "3.5.1", "runs", ""), Settled::no) << claim;
    EXPECT_EQ(answer_for(claim, "3.5.1", "runs", "12.8.93"), Settled::no) << claim;
    EXPECT_EQ(answer_for(claim, "3.5.1", "runs", "13.0"), Settled::yes) << claim;
    EXPECT_EQ(answer_for(claim, "3.6.0", "runs", ""), Settled::yes) << claim;
    EXPECT_EQ(answer_for(claim, "3.6.0", "cannot-load", ""), Settled::no) << claim;
  }
}

TEST(BuiltInTemplates, name_rows_of_the_matrix_and_can_be_composed) {
  const Result<CompatMatrix> matrix = CompatMatrix::built_in();
  ASSERT_TRUE(matrix.ok());
  const Result<std::vector<ServiceTemplate>> all = read_service_templates(files_of("containers"));
  ASSERT_TRUE(all.ok()) << all.error().what;
  for (const ServiceTemplate& each : *all) {
    const CompatRow* const row = each.row.empty() ? nullptr : matrix->named(each.row);
    EXPECT_EQ(row == nullptr, each.row.empty()) << each.name;
    ComposeWish wish;
    wish.project = each.name;
    wish.cache = wish.workspace = "/x";
    EXPECT_EQ(compose_file(each, wish).ok(), !each.tag.empty()) << each.name;
  }
}

TEST(BuiltInTemplates, take_their_tags_from_the_remedy_of_their_row) {
  const Result<CompatMatrix> matrix = CompatMatrix::built_in();
  ASSERT_TRUE(matrix.ok());
  for (const ServiceTemplate& each :
       read_service_templates(files_of("containers")).value_or(std::vector<ServiceTemplate>())) {
    if (each.tag.empty() || each.name == "ollama") continue;  // Ollama's row names no image
    std::string commands;
    for (const Step& step : matrix->named(each.row)->remedy) commands += step.run + "\n";
    EXPECT_NE(commands.find(each.image + ":" + each.tag), std::string::npos) << each.name;
  }
}

TEST(BuiltInResidue, can_be_read) {
  const auto rules = ResidueRules::read(embedded("audit/residue.toml").value_or(""), "residue");
  ASSERT_TRUE(rules.ok()) << rules.error().what;
  EXPECT_GE(rules->kinds().size(), 8U);
}

}  // namespace
}  // namespace gb10
