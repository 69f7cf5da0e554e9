# Everything that a file holds for GPUs, as a table of tabs.
$ gb10 audit /home/owner/broken/good.so --list --root $ROOTS/audit-environments
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
/home/owner/broken/good.so	.nv_fatbin	0	elf	121	none	9.0	2608	8192	-
$ gb10 audit /home/owner/healthy/.venv/lib/python3.12/site-packages/flash_attn_2_cuda.so /home/owner/broken/cut.fatbin --list --root $ROOTS/audit-environments
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
/home/owner/healthy/.venv/lib/python3.12/site-packages/flash_attn_2_cuda.so	.nv_fatbin	0	elf	120	none	9.0	2608	8192	-
/home/owner/healthy/.venv/lib/python3.12/site-packages/flash_attn_2_cuda.so	.nv_fatbin	0	ptx	120	none	9.0	64	64	-
/home/owner/broken/cut.fatbin	file	-	ERROR	-	-	-	-	-	container larger than what holds it
$ gb10 audit /home/owner/broken/notes --list --root $ROOTS/audit-environments
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
/home/owner/broken/notes	file	-	NONE	-	-	-	-	-	no device code
$ gb10 audit /home/owner/none.so --list --root $ROOTS/audit-environments
file	where	container	kind	arch	compression	version	stored_bytes	uncompressed_bytes	note
gb10: cannot look at /home/owner/none.so: no such file or directory
? 2
