# Every broken sample: one by one and in their folder; what is wrong is named and the rest judged.
$ gb10 audit $SHARED/samples/fatbin/bad --target gb10 --markdown
**built for x86_64, the target has another processor: 16 of 21 files cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 21 libraries, nothing imported.

| what | verdict | why |
|---|---|---|
| abi7_sm_87.cubin | cannot-load | has code for sm_87 only |
| abi7_sm_89.cubin | cannot-load | has code for sm_89 only |
| abi7_sm_90a.cubin | cannot-load | has code for sm_90a only |
| bad_magic.fatbin | cannot-load | is no cubin and no fatbin |
| container_size_overflow.fatbin | cannot-load | container larger than what holds it |
| entry_header_size_zero.fatbin | cannot-load | bad entry header size 0 |
| header_only.fatbin | cannot-load | container larger than what holds it |
| libdebug_only_nobits_x86_64.so | cannot-load | is built for x86_64, this is aarch64 |
| libno_sections_x86_64.so | cannot-load | has code for sm_121, compute_121<br>is built for x86_64, this is aarch64 |
| libshoff_past_end_x86_64.so | cannot-load | has code for sm_121, compute_121<br>is built for x86_64, this is aarch64<br>elf: section table unusable: deep scan needed |
| libshstrndx_bad_x86_64.so | cannot-load | has code for sm_121, compute_121<br>is built for x86_64, this is aarch64<br>elf: section table unusable: deep scan needed |
| libtruncated_x86_64.so | cannot-load | 496 bytes at 19928 lie outside the file |
| payload_overflow.fatbin | cannot-load | entry payload past its container |
| truncated_container.fatbin | cannot-load | container larger than what holds it |
| truncated_header.fatbin | cannot-load | truncated container header |
| unknown_container_version.fatbin | cannot-load | unknown container version 2 |
| junk_between.fatbin | runs | sm_121 code; 1 module for other GPUs |
| name_out_of_range.fatbin | runs | sm_121 code |
| truncated.a | runs | sm_120f, sm_121a code, valid on 12.1<br>ar: archive member past end of file |
| unknown_kind.fatbin | not-judged | nobody says whether 1 module runs on this GPU |

1 file without GPU code.

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/abi7_sm_87.cubin --target gb10 --markdown
**…/samples/fatbin/bad/abi7_sm_87.cubin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/abi7_sm_87.cubin | cannot-load | has code for sm_87 only |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/abi7_sm_89.cubin --target gb10 --markdown
**…/samples/fatbin/bad/abi7_sm_89.cubin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/abi7_sm_89.cubin | cannot-load | has code for sm_89 only |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/abi7_sm_90a.cubin --target gb10 --markdown
**…/samples/fatbin/bad/abi7_sm_90a.cubin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/abi7_sm_90a.cubin | cannot-load | has code for sm_90a only |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/bad_magic.fatbin --target gb10 --markdown
gb10: …/samples/fatbin/bad/bad_magic.fatbin is no ELF file, cubin, fatbin or static library
hint: gb10 audit --help lists what can be audited
? 2
$ gb10 audit $SHARED/samples/fatbin/bad/container_size_overflow.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/container_size_overflow.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/container_size_overflow.fatbin | cannot-load | container larger than what holds it |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/empty_container.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/empty_container.fatbin holds no GPU code**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|

1 file without GPU code.

- not known: the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit $SHARED/samples/fatbin/bad/entry_header_size_zero.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/entry_header_size_zero.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/entry_header_size_zero.fatbin | cannot-load | bad entry header size 0 |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/header_only.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/header_only.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/header_only.fatbin | cannot-load | container larger than what holds it |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/junk_between.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/junk_between.fatbin runs**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/junk_between.fatbin | runs | sm_121 code; 1 module for other GPUs |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit $SHARED/samples/fatbin/bad/libdebug_only_nobits_x86_64.so --target gb10 --markdown
**…/samples/fatbin/bad/libdebug_only_nobits_x86_64.so cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/libdebug_only_nobits_x86_64.so | cannot-load | is built for x86_64, this is aarch64 |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/libno_sections_x86_64.so --target gb10 --markdown
**…/samples/fatbin/bad/libno_sections_x86_64.so cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/libno_sections_x86_64.so | cannot-load | has code for sm_121, compute_121<br>is built for x86_64, this is aarch64 |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/libshoff_past_end_x86_64.so --target gb10 --markdown
**…/samples/fatbin/bad/libshoff_past_end_x86_64.so cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/libshoff_past_end_x86_64.so | cannot-load | has code for sm_121, compute_121<br>is built for x86_64, this is aarch64<br>elf: section table unusable: deep scan needed |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/libshstrndx_bad_x86_64.so --target gb10 --markdown
**…/samples/fatbin/bad/libshstrndx_bad_x86_64.so cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/libshstrndx_bad_x86_64.so | cannot-load | has code for sm_121, compute_121<br>is built for x86_64, this is aarch64<br>elf: section table unusable: deep scan needed |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/libtruncated_x86_64.so --target gb10 --markdown
**…/samples/fatbin/bad/libtruncated_x86_64.so cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/libtruncated_x86_64.so | cannot-load | 496 bytes at 19928 lie outside the file |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/name_out_of_range.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/name_out_of_range.fatbin runs**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/name_out_of_range.fatbin | runs | sm_121 code |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit $SHARED/samples/fatbin/bad/payload_overflow.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/payload_overflow.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/payload_overflow.fatbin | cannot-load | entry payload past its container |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/truncated.a --target gb10 --markdown
**…/samples/fatbin/bad/truncated.a runs**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/truncated.a | runs | sm_120f, sm_121a code, valid on 12.1<br>ar: archive member past end of file |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit $SHARED/samples/fatbin/bad/truncated_container.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/truncated_container.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/truncated_container.fatbin | cannot-load | container larger than what holds it |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/truncated_header.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/truncated_header.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/truncated_header.fatbin | cannot-load | truncated container header |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/unknown_container_version.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/unknown_container_version.fatbin cannot load**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/unknown_container_version.fatbin | cannot-load | unknown container version 2 |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 1
$ gb10 audit $SHARED/samples/fatbin/bad/unknown_kind.fatbin --target gb10 --markdown
**…/samples/fatbin/bad/unknown_kind.fatbin could not be judged**

For NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented; 1 library, nothing imported.

| what | verdict | why |
|---|---|---|
| …/samples/fatbin/bad/unknown_kind.fatbin | not-judged | nobody says whether 1 module runs on this GPU |

- not known: the target's own libraries are not seen: only those of CUDA are looked for
? 2
