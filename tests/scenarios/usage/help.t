# Help is asked for in any place, and the version is one line.
$ gb10 --help
gb10 says whether an NVIDIA GB10 machine is healthy and set up right

usage: gb10 [command] [options]
       without a command: gb10 doctor

  doctor    is this machine healthy and set up right?
  explain   what a log says: the first cause, and what to do
  inspect   what is in this machine: every fact with its source
  memory    where the 128 GB went
  guard     no freeze at memory exhaustion; a flight recorder for what still happens
  run       a command with what its environment needs on this machine, or within a budget of memory
  env       the variables that a build, a training run or a server needs on this machine
  record    what a command costs: its time, energy, power, clocks, heat, memory, disk and network
  top       live: watts, clocks, heat, where the memory is and who holds it
  snapshot  this machine as one redacted file
  audit     can this code run on this GPU? An X-ray of packages, libraries and images
  compat    what is known to work on a GB10: each tool with versions, evidence and date
  tune      settings: plan, apply, verify, and take back to the byte
  bench     how fast this machine is, with clock, power and heat beside each number
  compare   two runs against each other: faster, slower, equivalent, or cannot tell
  report    runs as one page with charts, as Markdown, or as a table of every sample
  history   the runs that are kept, and whether something changed
  recipe    builds from source by recipes: plan, run within memory, resume, look at the result
  rules     what is checked
  show      explain a rule, a signature, a row of the matrix, a knob or a fix by its name

  gb10 COMMAND --help  its options
  gb10 --version       the version
  gb10 --completion    completions for bash: source <(gb10 --completion)
  gb10 --man-page      the manual as a man page: gb10 --man-page | man -l -

exit codes
    0  fine, nothing to do
    1  the answer is no, or not yet: findings from warning up, not enough memory
    2  wrong usage, or something failed
    3  not supported here, or refused; no GPU to judge
    4  needs root
    5  something is there already that would be overwritten
    6  another program holds what is needed, such as a port, or a guard runs already
  125  of record and run: the failure is gb10's own; else the code is the program's
  126  of record and run: the program cannot be executed
  127  of record and run: there is no such program
$ gb10 memory --help
gb10 memory: where the 128 GB went

usage: gb10 memory [ACTION] [options]

Adds up every part of the memory to the whole, with the GPU memory of each process and what the
driver holds besides. --need says whether an amount can be had now (exit code 1: not now) and
what would make it so. free-cache changes nothing but clean page cache and the order of pages,
and only when that helps.

  ACTION           free-cache: drop clean page cache and compact memory, only when that helps (root)
  --need AMOUNT    is so much available, and if not, what would make it so; 90GiB, 90G and 90 are
                   the same, 90GB are 90 x 10^9 bytes
  --snapshot FILE  look at a machine captured with gb10 snapshot
  --root DIR       look at a mounted disk, an image or a fixture tree instead of this machine
  --json           print the result as JSON
  --markdown       print the result as Markdown, for a forum or an issue
  --help           show this help
$ gb10 --version
gb10 0.1.0
