# A disk: memory is none, and what cannot be asked for.
native
-- model.bin --
small
-- end --
$ gb10 bench storage /dev/shm --size "8 MiB" --seconds 0.02
invalid: tmpfs is memory: these are no numbers of a disk
  do: name a folder on the disk
  tmpfs; …
  GB/s         at once       1       4      16      64     128
…
  kept as …
? 1
$ gb10 bench storage /dev/shm --size "8 MiB" --seconds 0.02 --json --env /home/someone/venv
{"schema":1,"id":"…","command":["gb10","bench","storage","--env","~/venv","--seconds","0.02","--size","8 MiB"],…
…
? 1
$ gb10 bench storage /nowhere
gb10: cannot look at "/nowhere": no such file or directory
? 2
$ gb10 bench storage /dev/null
gb10: /dev/null is neither a folder nor a file
hint: name a folder on the disk, or a large file that lies there
? 2
$ gb10 bench storage $ROOT/model.bin
gb10: $ROOT/model.bin has 6 B; less than 1 MiB cannot be measured
hint: name a larger file, or a folder in which one is made
? 2
$ gb10 bench storage . --size 10
gb10: --size: "10" is no size of a file
hint: 1 MiB or more, such as --size "8 GiB"
? 2
$ gb10 bench storage . --size "4 PB"
gb10: --size: "4 PB" is no size of a file
hint: 1 MiB or more, such as --size "8 GiB"
? 2
$ gb10 bench storage . --seconds 0
gb10: --seconds: "0" is no number from 0.02 to 86400
? 2
$ gb10 bench storage . --gpu one
gb10: no GPU is "one"
? 2
$ gb10 bench storage . more
gb10: storage takes no "more"
hint: see gb10 bench --help
? 2
$ gb10 bench storage . --mnk 1x1x1
gb10: --mnk does not go with storage
hint: see gb10 bench --help
? 2
$ gb10 show ssd
ssd: the SSD of a GB10
  reads      past the page cache, 256 KiB and larger, 64 and more at once
  healthy    5.4 GB/s to 10.7 GB/s; a PCIe 4.0 drive in the 5.0 slot is normal on units with 1 TB
  slow       below 2 GB/s
  known      E27-25/fusionxpark-gb10-hwtest (5.43 GB/s); 0xBakeer/deepseek-v41-flash-spark#2 (5.8 to
             6.4); an owners' thread on streaming experts (10.74 and 5.58); no GB10 was read by us
             (2026-09)
  llama.cpp  direct: --direct-io (-dio) (ggml-org/llama.cpp PR 18166 (the flag), PR 18012 (its
             author on a DGX Spark: about 10.5 s, mapped about 110 s), 2026-10)
  llama.cpp  buffered: --no-mmap (ggml-org/llama.cpp PR 27742; antirez/ds4#585; an owner's 22 s in
             place of 224 s, 2026-10)
  Ollama     buffered: use_mmap=false (ggml-org/llama.cpp PR 27742; antirez/ds4#585, 2026-10)
  LM Studio  buffered: mmap off, in the model's settings (lmstudio-ai/lms#366, 2026-10)
  vLLM       buffered: --safetensors-load-strategy eager, its effect not shown (named by owners;
             nobody published what it brings, 2026-10)
  in force   built in
