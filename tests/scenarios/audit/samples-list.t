# The list of a sample of each kind is what its manifest says.
$ gb10 audit $SHARED/samples/fatbin/fatbin/mix.fatbin --list
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
…/samples/fatbin/fatbin/mix.fatbin	file	0	elf	90a	none	1.8	4352	4352	-
…/samples/fatbin/fatbin/mix.fatbin	file	0	elf	120f	none	1.8	6552	6552	-
…/samples/fatbin/fatbin/mix.fatbin	file	0	elf	121a	none	1.8	6552	6552	-
…/samples/fatbin/fatbin/mix.fatbin	file	0	ptx	90	zstd	9.0	419	871	-
$ gb10 audit $SHARED/samples/fatbin/elf/libembedded_x86_64.so --list
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
…/samples/fatbin/elf/libembedded_x86_64.so	deep:.rodata	0	elf	90a	none	1.8	4352	4352	-
…/samples/fatbin/elf/libembedded_x86_64.so	deep:.rodata	0	elf	120f	none	1.8	6552	6552	-
…/samples/fatbin/elf/libembedded_x86_64.so	deep:.rodata	0	elf	121a	none	1.8	6552	6552	-
…/samples/fatbin/elf/libembedded_x86_64.so	deep:.rodata	0	ptx	90	zstd	9.0	419	871	-
…/samples/fatbin/elf/libembedded_x86_64.so	deep:.rodata	-	cubin	121a	none	abi8	6552	6552	-
$ gb10 audit $SHARED/samples/fatbin/elf/librdc_x86_64.so --list
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
…/samples/fatbin/elf/librdc_x86_64.so	.nv_fatbin	0	elf	90a	none	1.8	4456	4456	-
…/samples/fatbin/elf/librdc_x86_64.so	.nv_fatbin	0	elf	120f	none	1.8	6048	6048	-
…/samples/fatbin/elf/librdc_x86_64.so	.nv_fatbin	0	elf	121a	none	1.8	6048	6048	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	1	elf	90a	zstd	1.8	1169	4144	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	1	elf	120f	zstd	1.8	1586	6400	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	1	elf	121a	zstd	1.8	1584	6400	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	1	ptx	90	zstd	9.0	419	880	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	2	elf	90a	zstd	1.8	954	3608	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	2	elf	120f	zstd	1.8	1259	5336	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	2	elf	121a	zstd	1.8	1258	5336	-
…/samples/fatbin/elf/librdc_x86_64.so	__nv_relfatbin	2	ptx	90	zstd	9.0	255	405	-
$ gb10 audit $SHARED/samples/fatbin/cubin/sm_121a.cubin --list
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
…/samples/fatbin/cubin/sm_121a.cubin	file	-	cubin	121a	none	abi8	6552	6552	-
$ gb10 audit $SHARED/samples/fatbin/bad/truncated.a --list
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
…/samples/fatbin/bad/truncated.a	plain.o:.nv_fatbin	0	elf	90a	none	1.8	4352	4352	-
…/samples/fatbin/bad/truncated.a	plain.o:.nv_fatbin	0	elf	120f	none	1.8	6552	6552	-
…/samples/fatbin/bad/truncated.a	plain.o:.nv_fatbin	0	elf	121a	none	1.8	6552	6552	-
…/samples/fatbin/bad/truncated.a	plain.o:.nv_fatbin	0	ptx	90	zstd	9.0	419	871	-
…/samples/fatbin/bad/truncated.a	ar	-	ERROR	-	-	-	-	-	archive member past end of file
$ gb10 audit $SHARED/samples/fatbin/bad/unknown_kind.fatbin --list
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
…/samples/fatbin/bad/unknown_kind.fatbin	file	0	kind119	121	none	1.8	6552	6552	-
