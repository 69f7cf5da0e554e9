# What something is judged for can be named.
$ gb10 audit /home/owner/broken/good.so --root $ROOTS/audit-environments
/home/owner/broken/good.so runs
  for             NVIDIA GB10 (12.1), driver 580.142 (CUDA 13.0), aarch64
  looked at       /home/owner/broken/good.so; 1 library, nothing imported

  runs            /home/owner/broken/good.so  sm_121 code
$ gb10 audit /home/owner/broken/good.so --target gb10 --root $ROOTS/audit-environments
/home/owner/broken/good.so runs
  for             NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented
  looked at       /home/owner/broken/good.so; 1 library, nothing imported

  runs            /home/owner/broken/good.so  sm_121 code
  not known       the target's own libraries are not seen: only those of CUDA are looked for
$ gb10 audit /home/owner/broken/good.so --target sm_90 --root $ROOTS/audit-environments
/home/owner/broken/good.so cannot load
  for             a GPU of compute capability 9.0 (CUDA 13.0), aarch64
  looked at       /home/owner/broken/good.so; 1 library, nothing imported

  cannot load     /home/owner/broken/good.so
                  has code for sm_121 only
? 1
$ gb10 audit /home/owner/broken/good.so --target sm_121 --driver 610 --root $ROOTS/audit-environments
/home/owner/broken/good.so runs
  for             a GPU of compute capability 12.1, driver 610 (CUDA 13.3), aarch64
  looked at       /home/owner/broken/good.so; 1 library, nothing imported

  runs            /home/owner/broken/good.so  sm_121 code
$ gb10 audit /home/owner/broken/good.so --driver 535 --root $ROOTS/audit-environments
/home/owner/broken/good.so runs
  for             a GPU of compute capability 12.1, driver 535 (CUDA 12.2), aarch64
  looked at       /home/owner/broken/good.so; 1 library, nothing imported

  runs            /home/owner/broken/good.so  sm_121 code
$ gb10 audit /home/owner/broken/good.so --target gb01 --root $ROOTS/audit-environments
gb10: no target is called "gb01"
hint: did you mean gb10?
? 2
$ gb10 audit /home/owner/broken/good.so --target sm_1x --root $ROOTS/audit-environments
gb10: no target is called "sm_1x"
hint: targets: gb10, or a GPU such as sm_90
? 2
$ gb10 audit /home/owner/broken/good.so --driver new --root $ROOTS/audit-environments
gb10: no CUDA is known for driver "new"
hint: name its branch, such as --driver 580
? 2
