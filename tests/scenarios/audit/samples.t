# Samples that NVIDIA's compiler made, judged for a GB10.
$ gb10 audit $SHARED/samples/fatbin/fatbin/all.fatbin --target gb10 --markdown
**…/samples/fatbin/fatbin/all.fatbin runs**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/fatbin/all.fatbin | runs | sm_120, sm_121 code, valid on 12.1 |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit $SHARED/samples/fatbin/fatbin/ptx_100f.fatbin --target gb10 --markdown
**…/samples/fatbin/fatbin/ptx_100f.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/fatbin/ptx_100f.fatbin | cannot-load | has code for compute_100f only |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/cubin --target gb10 --markdown
**18 of 23 files cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 23 libraries, nothing imported.

| what | verdict | why |
|---|---|---|
| sm_100.cubin | cannot-load | has code for sm_100 only |
| sm_100a.cubin | cannot-load | has code for sm_100a only |
| sm_100f.cubin | cannot-load | has code for sm_100 only |
| sm_103.cubin | cannot-load | has code for sm_103 only |
| sm_103a.cubin | cannot-load | has code for sm_103a only |
| sm_103f.cubin | cannot-load | has code for sm_103 only |
| sm_110.cubin | cannot-load | has code for sm_110 only |
| sm_110a.cubin | cannot-load | has code for sm_110a only |
| sm_110f.cubin | cannot-load | has code for sm_110 only |
| sm_120a.cubin | cannot-load | has code for sm_120a only |
| sm_75.cubin | cannot-load | has code for sm_75 only |
| sm_80.cubin | cannot-load | has code for sm_80 only |
| sm_86.cubin | cannot-load | has code for sm_86 only |
| sm_87.cubin | cannot-load | has code for sm_87 only |
| sm_88.cubin | cannot-load | has code for sm_88 only |
| sm_89.cubin | cannot-load | has code for sm_89 only |
| sm_90.cubin | cannot-load | has code for sm_90 only |
| sm_90a.cubin | cannot-load | has code for sm_90a only |
| sm_120.cubin | runs | sm_120 code, valid on 12.1 |
| sm_120f.cubin | runs | sm_120 code, valid on 12.1 |
| sm_121.cubin | runs | sm_121 code |
| sm_121a.cubin | runs | sm_121a code |
| sm_121f.cubin | runs | sm_121 code |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/elf/libsm87_aarch64.so --target gb10 --markdown
**…/samples/fatbin/elf/libsm87_aarch64.so runs, once the driver has compiled it**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/elf/libsm87_aarch64.so | jit | the driver compiles compute_87 at the first start |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit $SHARED/samples/fatbin/elf/libsm120a_only_x86_64.so --target gb10 --markdown
**…/samples/fatbin/elf/libsm120a_only_x86_64.so cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/elf/libsm120a_only_x86_64.so | cannot-load | is built for x86_64, this is aarch64<br>has code for sm_120a only |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
