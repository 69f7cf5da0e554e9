# Why a machine went down is judged from its snapshot as on the machine (tests/last_boot_replay); what names somebody in the
# flight recorder is replaced.
$ gb10 snapshot --root $ROOTS/dead-exhausted -o $WORK/a.tar.zst
$WORK/a.tar.zst   serials, addresses, names and tokens that were recognised are replaced; look through it
  look at it:  gb10 doctor --snapshot $WORK/a.tar.zst
$ gb10 doctor --last-boot --snapshot $WORK/a.tar.zst
The memory ran out, most likely, and the machine froze.
…
    started: docker-vllm.scope for person-1@mail.invalid
…
? 1
