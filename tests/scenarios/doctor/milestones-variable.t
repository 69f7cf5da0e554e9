# A compose file that wants a variable at its start is not called wrong.
base healthy-founders-edition
-- home/owner/work/compose.yaml --
services: {x: {image: y, command: "${M:?a name}", runtime: nvidia}}
-- end --
-- .gb10/queries.jsonl --
{"argv": ["docker", "compose", "-f", "/home/owner/work/compose.yaml", "config", "--quiet"], "exit": 15, "stdout": "", "stderr": "error while interpolating services.x.command: required variable M is missing a value: a name\n"}
-- end --
$ gb10 doctor --milestones --root $ROOT --project /home/owner/work
2 done, 2 to do, 4 not known
  the tree at $ROOT

  to do      the machine is written down
             no snapshot, no system_info.json, no notebook of the system is in the project
             seen  milestone.records none (the project)
             do    gb10 inspect --markdown > system.md   # or gb10 snapshot for everything, redacted

  to do      Ollama has a small, a middle and a large model
             Ollama is not installed here; what one in a container has was not looked at
             seen  milestone.models none (Ollama's manifests)
             seen  milestone.ollama no (the folders of programs)
             do    gb10 container compose ollama -o ollama.yml && docker compose -f ollama.yml up -d
                   # Ollama in a container; or its own installer
                   then, in it:
                     docker compose -f ollama.yml exec ollama ollama pull llama3.2:3b
                     # likewise llama3.1:8b and llama3.3:70b

  not known  a container of NVIDIA's PyTorch runs with the GPU
             milestone.pytorch: the answer of "docker info --format {"ServerErrors":{{json
             .ServerErrors}}{{if .Info}},"ServerVersion":{{json .Serv…" was not recorded
             do    gb10 container check   # says what keeps Docker from answering

  not known  a compose file with the GPU, accepted by Docker
             milestone.compose_valid: it wants a variable: error while interpolating
             services.x.command: required variable M is missing a value: a name
             do    gb10 doctor --milestones --project DIR   # names the folder with your work

  not known  a benchmark was run and kept
             milestone.runs: runs are kept on the machine
             do    gb10 history   # on the machine itself

  not known  the notebooks are run and explained
             no notebook is in the project, nor in a folder right in it
             seen  milestone.notebooks 0 (the project)
             do    gb10 doctor --milestones --project DIR   # names the folder with them

  done       the driver shows the GPU of a GB10
             NVIDIA GB10
             seen  identity.gb10 yes (PCI, NVML, CPU, DMI)
             seen  milestone.gpus NVIDIA GB10 (the driver)

  done       twenty tools and what becomes of them here
             77 rows with sources and dates: gb10 compat --markdown prints them
             seen  milestone.compat_rows 77 (gb10 compat)

  note  whether you understood what you did was not judged
? 1
