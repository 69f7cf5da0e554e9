# Files that are not what they say, links in circles: each named, the rest audited.
$ gb10 audit /home/owner/broken --root $ROOTS/audit-environments
3 of 5 files cannot load
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/broken; 5 libraries, nothing imported

  cannot load     cut.fatbin
                  container larger than what holds it
  cannot load     cut.so
                  80 bytes at 229 lie outside the file
  cannot load     words.cubin
                  is no cubin and no fatbin
  runs            good.so  sm_121 code
  runs            loose.cubin  sm_121 code
? 1
$ gb10 audit /home/owner/broken/cut.so --root $ROOTS/audit-environments
/home/owner/broken/cut.so cannot load
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/broken/cut.so; 1 library, nothing imported

  cannot load     /home/owner/broken/cut.so
                  80 bytes at 229 lie outside the file
? 1
$ gb10 audit /home/owner/broken/words.cubin --root $ROOTS/audit-environments
gb10: /home/owner/broken/words.cubin is no ELF file, cubin, fatbin or static library
hint: gb10 audit --help lists what can be audited
? 2
$ gb10 audit /home/owner/broken --list --root $ROOTS/audit-environments
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
/home/owner/broken/cut.fatbin	file	-	ERROR	-	-	-	-	-	container larger than what holds it
/home/owner/broken/cut.so	elf	-	ERROR	-	-	-	-	-	section table unusable: deep scan needed
/home/owner/broken/good.so	.nv_fatbin	0	elf	121	none	9.0	2608	8192	-
/home/owner/broken/loose.cubin	file	-	cubin	121	none	abi8	128	128	-
/home/owner/broken/words.cubin	file	-	NONE	-	-	-	-	-	no device code
