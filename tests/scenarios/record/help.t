$ gb10 record --help
gb10 record: what a command costs: its time, energy, power, clocks, heat, memory, disk and network

usage: gb10 record [options] [--] [COMMAND…]

Runs COMMAND on this terminal as if it had been started alone, and reads the machine meanwhile:
Ctrl-C, Ctrl-Z and signals reach it, and its exit code is passed on. At the end a summary goes
to standard error; -o keeps every reading. Energy is the power that the driver reports,
integrated over the time; the driver's own counter is told besides where it has one. All numbers
are of the whole machine, not of the command alone. Without COMMAND it records until Ctrl-C, and
with --prometheus it is an exporter.

  COMMAND…                  what to run, with its arguments; without it until Ctrl-C
  --output, -o FILE         write the whole record there as JSON: every reading, and what they came
                            to; --json prints it behind the command's own output
  --replace                 overwrite FILE
  --rate HZ                 readings a second, 1 to 50; else 10
  --prometheus [HOST]:PORT  meanwhile answer Prometheus at http://HOST:PORT/metrics; without a HOST
                            only on this machine
  --json                    print the result as JSON
  --markdown                print the result as Markdown, for a forum or an issue
  --help                    show this help
