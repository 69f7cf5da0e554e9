$ gb10 top --interval soon
gb10: --interval: soon is no number from 0.2 to 3600
hint: gb10 top --interval 2
? 2
$ gb10 top --interval 0
gb10: --interval: 0 is no number from 0.2 to 3600
hint: gb10 top --interval 2
? 2
$ gb10 top now
gb10: gb10 top takes options only; what is "now"?
hint: see gb10 top --help
? 2
$ gb10 top --help
gb10 top: live: watts, clocks, heat, where the memory is and who holds it

usage: gb10 top [options]

Shows the machine again and again until q or Ctrl-C: the GPU's power, clock and heat, what tasks
wait for, disk and network, every part of the memory as gb10 memory adds it up, who holds GPU
memory, and the largest processes. Where the output is no terminal it is shown once.

  --once              show the machine once, without taking the terminal
  --interval SECONDS  between two pictures, 0.2 to 3600; else 1
  --json              print the result as JSON
  --markdown          print the result as Markdown, for a forum or an issue
  --help              show this help
