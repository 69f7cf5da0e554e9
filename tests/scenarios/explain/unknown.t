# No signature fits: the first real error is shown with what kind it is. Only what follows from a cause: that is said.
-- unknown.log --
INFO: starting
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    run(config["model"])
KeyError: 'model'

During handling of the above exception, another exception occurred:
ValueError: no configuration
-- end --
-- wrapper.log --
(APIServer pid=1) INFO 02-22 10:30:02 [utils.py:325] starting
(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
-- end --
-- healthy.log --
(APIServer pid=1) INFO:     Application startup complete.
(APIServer pid=1) INFO:     172.17.0.1:58420 - "POST /v1/chat/completions HTTP/1.1" 200 OK
-- end --
$ gb10 explain $ROOT/unknown.log
no cause that is known in 8 lines; the first error is an exception of Python

   3 |   File "train.py", line 3, in <module>
   4 |     run(config["model"])
 > 5 | KeyError: 'model'
   6 | 
   7 | During handling of the above exception, another exception occurred:
$ gb10 explain $ROOT/wrapper.log
no cause is in this log, only what follows from one                          vllm.engine-core-failed

   1 | (APIServer pid=1) INFO 02-22 10:30:02 [utils.py:325] starting
 > 2 | (APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above.
     | Failed core proc(s): {}

          The real error stands above this line, in the engine's or a worker's own lines.
$ gb10 explain $ROOT/healthy.log
nothing wrong found in 2 lines: none is a failure that is known, or says that something failed
