# The checklist of a first week, judged by looking.
base healthy-founders-edition
-- home/owner/work/docker-compose.yml --
services: {x: {image: y, deploy: {resources: {reservations: {devices: [{driver: nvidia}]}}}}}
-- end --
-- home/owner/work/labs/one.ipynb --
{"cells": [{"cell_type": "markdown"}, {"cell_type": "code", "execution_count": 1}, {"cell_type": "code", "execution_count": null, "source": []}]}
-- end --
-- home/owner/work/labs/two.ipynb --
{"cells": [{"cell_type": "code", "execution_count": null}]}
-- end --
-- usr/share/ollama/.ollama/models/manifests/registry.ollama.ai/library/llama3.1/8b --
{}
-- end --
$ gb10 doctor --milestones --root $ROOT --project /home/owner/work
2 done, 4 to do, 2 not known
  the tree at $ROOT

  to do      the machine is written down
             no snapshot, no system_info.json, no notebook of the system is in the project
             seen  milestone.records none (the project)
             do    gb10 inspect --markdown > system.md   # or gb10 snapshot for everything, redacted

  to do      a container of NVIDIA's PyTorch runs with the GPU
             none is running
             seen  milestone.pytorch none (docker ps)
             do    gb10 container compose pytorch -o docker-compose.yml && docker compose up -d

  to do      Ollama has a small, a middle and a large model
             by their tags, one of 1 to 4, of 7 to 9 or of 65 to 79 billion parameters is missing:
             llama3.1:8b
             seen  milestone.models llama3.1:8b (Ollama's manifests)
             do    ollama pull llama3.2:3b && ollama pull llama3.1:8b && ollama pull llama3.3:70b
                   # those that are missing

  to do      the notebooks are run and explained
             two.ipynb: 1 of 1 cells were not run
             seen  milestone.unfinished two.ipynb: 1 of 1 cells were not run (the project)
             do    run all their cells, and say in a cell of text what they show

  not known  a compose file with the GPU, accepted by Docker
             milestone.compose_valid: the answer of "docker compose -f
             /home/owner/work/docker-compose.yml config --quiet" was not recorded
             do    gb10 doctor --milestones --project DIR   # names the folder with your work

  not known  a benchmark was run and kept
             milestone.runs: runs are kept on the machine
             do    gb10 history   # on the machine itself

  done       the driver shows the GPU of a GB10
             NVIDIA GB10
             seen  identity.gb10 yes (PCI, NVML, CPU, DMI)
             seen  milestone.gpus NVIDIA GB10 (the driver)

  done       twenty tools and what becomes of them here
             77 rows with sources and dates: gb10 compat --markdown prints them
             seen  milestone.compat_rows 77 (gb10 compat)

  note  whether you understood what you did was not judged
? 1
$ gb10 doctor --milestones --root $ROOT
2 done, 2 to do, 4 not known
  the tree at $ROOT

  to do      a container of NVIDIA's PyTorch runs with the GPU
             none is running
             seen  milestone.pytorch none (docker ps)
             do    gb10 container compose pytorch -o docker-compose.yml && docker compose up -d

  to do      Ollama has a small, a middle and a large model
             by their tags, one of 1 to 4, of 7 to 9 or of 65 to 79 billion parameters is missing:
             llama3.1:8b
             seen  milestone.models llama3.1:8b (Ollama's manifests)
             do    ollama pull llama3.2:3b && ollama pull llama3.1:8b && ollama pull llama3.3:70b
                   # those that are missing

  not known  the machine is written down
             milestone.records: no project is named: --project DIR
             do    gb10 doctor --milestones --project DIR   # names the folder with your work

  not known  a compose file with the GPU, accepted by Docker
             milestone.compose_files: no project is named: --project DIR
             do    gb10 doctor --milestones --project DIR   # names the folder with your work

  not known  a benchmark was run and kept
             milestone.runs: runs are kept on the machine
             do    gb10 history   # on the machine itself

  not known  the notebooks are run and explained
             milestone.notebooks: no project is named: --project DIR
             do    gb10 doctor --milestones --project DIR   # names the folder with your work

  done       the driver shows the GPU of a GB10
             NVIDIA GB10
             seen  identity.gb10 yes (PCI, NVML, CPU, DMI)
             seen  milestone.gpus NVIDIA GB10 (the driver)

  done       twenty tools and what becomes of them here
             77 rows with sources and dates: gb10 compat --markdown prints them
             seen  milestone.compat_rows 77 (gb10 compat)

  note  whether you understood what you did was not judged
? 1
$ gb10 doctor --milestones --root $ROOTS/laptop-without-gpu --markdown
**1 done, 1 to do, 6 not known**

a tree of files

| what | answer | why | seen | next |
|---|---|---|---|---|
| the driver shows the GPU of a GB10 | not known | milestone.gpus: libnvidia-ml.so.1 not found |  | `gb10 doctor` |
| the machine is written down | not known | milestone.records: no project is named: --project DIR |  | `gb10 doctor --milestones --project DIR` (names the folder with your work) |
| a container of NVIDIA's PyTorch runs with the GPU | not known | milestone.pytorch: docker is not installed |  | `gb10 container check` (says what keeps Docker from answering) |
| a compose file with the GPU, accepted by Docker | not known | milestone.compose_files: no project is named: --project DIR |  | `gb10 doctor --milestones --project DIR` (names the folder with your work) |
| twenty tools and what becomes of them here | done | 77 rows with sources and dates: gb10 compat --markdown prints them | milestone.compat_rows 77 (gb10 compat) |  |
| Ollama has a small, a middle and a large model | to do | Ollama is not installed here; what one in a container has was not looked at | milestone.models none (Ollama's manifests)<br>milestone.ollama no (the folders of programs) | `gb10 container compose ollama -o ollama.yml && docker compose -f ollama.yml up -d` (Ollama in a container; or its own installer)<br>then, in it: `docker compose -f ollama.yml exec ollama ollama pull llama3.2:3b` (likewise llama3.1:8b and llama3.3:70b) |
| a benchmark was run and kept | not known | milestone.runs: runs are kept on the machine |  | `gb10 history` (on the machine itself) |
| the notebooks are run and explained | not known | milestone.notebooks: no project is named: --project DIR |  | `gb10 doctor --milestones --project DIR` (names the folder with your work) |

- whether you understood what you did was not judged
? 1
$ gb10 doctor --milestones --load
gb10: --load does not go with --milestones
hint: gb10 doctor --help
? 2
$ gb10 doctor --project x
gb10: --project goes with --milestones
hint: gb10 doctor --milestones --project DIR
? 2
$ gb10 doctor --milestones --root $ROOT --project /nonexist
gb10: --project /nonexist is no folder
hint: gb10 doctor --milestones --project DIR names the folder with your work
? 2
$ gb10 doctor --milestones --root $ROOT --project /home/owner/work/docker-compose.yml
gb10: --project /home/owner/work/docker-compose.yml is no folder
hint: gb10 doctor --milestones --project DIR names the folder with your work
? 2
