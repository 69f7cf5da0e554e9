# A house that lies there as text, without its wheels: what is said of it, and what is missing.
-- house/manifest.json --
{
  "schema": 1,
  "machine": "aarch64",
  "wheels": [
    {
      "file": "numpy-2.4.6-py3-none-any.whl",
      "sha256": "5272678b26ebfdcfd9364cb81a9a40f79a7cd3dfe42e7e862fd56fec0767273e",
      "size": 15000000,
      "name": "numpy",
      "version": "2.4.6",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "numpy-2.5.0-py3-none-any.whl",
      "sha256": "f315f6998531e61142ddecf3bde5f2c152842f48514f2b01d997937df24dfc76",
      "size": 15284117,
      "name": "numpy",
      "version": "2.5.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "sympy-1.14.0-py3-none-any.whl",
      "sha256": "f5c751027c54c368afdd7d95be64b38a807b2b05d0d6199529ccbadabc7c74f2",
      "size": 1000,
      "name": "sympy",
      "version": "1.14.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [
        "mpmath<1.4,>=1.1.0"
      ],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "torch-2.10.0-py3-none-any.whl",
      "sha256": "07728db775527cb3e1b2729b888e5939e9de9526b016132f26db6f0ce52352ff",
      "size": 900000000,
      "name": "torch",
      "version": "2.10.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [
        "numpy<2.5",
        "sympy"
      ],
      "audit": {
        "verdict": "runs",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "sm_121 code",
        "gb10": "0.1.0"
      }
    }
  ],
  "missing": [
    {
      "wheel": "sympy-1.14.0-py3-none-any.whl",
      "requirement": "mpmath<1.4,>=1.1.0",
      "python": "3.12"
    }
  ]
}
-- end --
-- other/manifest.json --
{
  "schema": 1,
  "machine": "aarch64",
  "wheels": [
    {
      "file": "mpmath-1.3.0-py3-none-any.whl",
      "sha256": "da071178a754d5f3a4fe62e928b53dae3033b4a613d7902db64da879eca53df8",
      "size": 1000,
      "name": "mpmath",
      "version": "1.3.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "numpy-2.5.0-py3-none-any.whl",
      "sha256": "f315f6998531e61142ddecf3bde5f2c152842f48514f2b01d997937df24dfc76",
      "size": 15284117,
      "name": "numpy",
      "version": "2.5.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "torch-2.9.1-py3-none-any.whl",
      "sha256": "7bef5583fcc1793f0714f7cd016ffedaa1f6f2e9845009cca649d951b9589ba4",
      "size": 1000,
      "name": "torch",
      "version": "2.9.1",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [
        "numpy"
      ],
      "audit": {
        "verdict": "runs",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    }
  ],
  "missing": []
}
-- end --
-- venv/pyvenv.cfg --
home = /usr/bin
version = 3.12.3
-- end --
-- venv/lib/python3.12/site-packages/numpy-2.4.6.dist-info/METADATA --
Metadata-Version: 2.1
Name: numpy
Version: 2.4.6
-- end --
-- venv/lib/python3.12/site-packages/pip-24.0.dist-info/METADATA --
Metadata-Version: 2.1
Name: pip
Version: 24.0
-- end --
-- empty/readme.txt --
somebody's
-- end --
$ gb10 wheelhouse list --house $ROOT/house
4 wheels, 887 MiB; something that they want is missing
  house           $ROOT/house
  for             aarch64
  state           open: gb10 wheelhouse seal closes it

  numpy  2.4.6   14.3 MiB  no-gpu-code  py3-none-any
  numpy  2.5.0   14.6 MiB  no-gpu-code  py3-none-any
  sympy  1.14.0  1000 B    no-gpu-code  py3-none-any
  torch  2.10.0  858 MiB   runs         py3-none-any

  missing         mpmath<1.4,>=1.1.0, which sympy-1.14.0-py3-none-any.whl wants (Python 3.12)
$ gb10 wheelhouse list --house $ROOT/other --json
{
  "schema": 1,
  "machine": "aarch64",
  "wheels": [
    {
      "file": "mpmath-1.3.0-py3-none-any.whl",
      "sha256": "da071178a754d5f3a4fe62e928b53dae3033b4a613d7902db64da879eca53df8",
      "size": 1000,
      "name": "mpmath",
      "version": "1.3.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "numpy-2.5.0-py3-none-any.whl",
      "sha256": "f315f6998531e61142ddecf3bde5f2c152842f48514f2b01d997937df24dfc76",
      "size": 15284117,
      "name": "numpy",
      "version": "2.5.0",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [],
      "audit": {
        "verdict": "no-gpu-code",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    },
    {
      "file": "torch-2.9.1-py3-none-any.whl",
      "sha256": "7bef5583fcc1793f0714f7cd016ffedaa1f6f2e9845009cca649d951b9589ba4",
      "size": 1000,
      "name": "torch",
      "version": "2.9.1",
      "tags": [
        "py3-none-any"
      ],
      "requires_dist": [
        "numpy"
      ],
      "audit": {
        "verdict": "runs",
        "target": "NVIDIA GB10 (12.1), driver 580 (CUDA 13.0), aarch64, as documented",
        "note": "",
        "gb10": "0.1.0"
      }
    }
  ],
  "missing": [],
  "house": "$ROOT/other",
  "manifest": "83133c7795b295c1ca59ed7a912f68fe4d9bf8f97f4df751494874d389728106",
  "seal": null
}
$ gb10 wheelhouse verify --house $ROOT/house
12 things are not as the manifest says
  house           $ROOT/house; 4 wheels, 887 MiB
  state           open
  manifest        5a0fc15e1f88cca1ef4e25fb199e41c64737d0cb25e463a9e2e407097155b953

  missing         store/sha256-07728db775527cb3e1b2729b888e5939e9de9526b016132f26db6f0ce52352ff
                  (torch-2.10.0-py3-none-any.whl) is not there
  missing         store/sha256-5272678b26ebfdcfd9364cb81a9a40f79a7cd3dfe42e7e862fd56fec0767273e
                  (numpy-2.4.6-py3-none-any.whl) is not there
  missing         store/sha256-f315f6998531e61142ddecf3bde5f2c152842f48514f2b01d997937df24dfc76
                  (numpy-2.5.0-py3-none-any.whl) is not there
  missing         store/sha256-f5c751027c54c368afdd7d95be64b38a807b2b05d0d6199529ccbadabc7c74f2
                  (sympy-1.14.0-py3-none-any.whl) is not there
  missing         wheels/numpy-2.4.6-py3-none-any.whl is not there
  missing         wheels/numpy-2.5.0-py3-none-any.whl is not there
  missing         wheels/sympy-1.14.0-py3-none-any.whl is not there
  missing         wheels/torch-2.10.0-py3-none-any.whl is not there
  index           simple/numpy/index.html cannot be read
  index           simple/sympy/index.html cannot be read
  index           simple/torch/index.html cannot be read
  index           simple/index.html cannot be read

  do              gb10 wheelhouse add of the same wheels puts back what was changed or lost, and the
                  index

  missing         mpmath<1.4,>=1.1.0, which sympy-1.14.0-py3-none-any.whl wants (Python 3.12)
? 1
$ gb10 wheelhouse diff $ROOT/other --house $ROOT/house
4 differences
  here            $ROOT/house
  there           $ROOT/other (house)
  alike           0 packages

  version         numpy: here 2.4.6, 2.5.0, there 2.5.0
  only here       sympy 1.14.0
  version         torch: here 2.10.0, there 2.9.1
  only there      mpmath 1.3.0

  not compared    the bytes of the files: gb10 wheelhouse verify holds them against the manifest
? 1
$ gb10 wheelhouse diff $ROOT/other/manifest.json --house $ROOT/other
no difference
  here            $ROOT/other
  there           $ROOT/other/manifest.json (manifest)
  alike           3 packages

  not compared    the bytes of the files: gb10 wheelhouse verify holds them against the manifest
$ gb10 wheelhouse diff $ROOT/venv --house $ROOT/house
what is installed there is in the house; 2 packages of the house not installed there
  here            $ROOT/house
  there           $ROOT/venv (environment)
  alike           1 package

  only here       sympy 1.14.0
  only here       torch 2.10.0

  not compared    pip 24.0: it comes with every environment
  not compared    the files of what is installed: gb10 audit --verify holds them against their
                  RECORD
$ gb10 wheelhouse diff $ROOT/empty --house $ROOT/house
gb10: $ROOT/empty is neither a wheelhouse nor an environment
hint: name a house, a manifest.json, an exported archive or an environment
? 2
$ gb10 wheelhouse prune --env $ROOT/venv --house $ROOT/house
nothing would go
  house           $ROOT/house
  looked at       … environments

  stays           numpy-2.4.6-py3-none-any.whl
                  $ROOT/venv has it installed
$ gb10 wheelhouse install --env $ROOT/venv torch --dry-run --house $ROOT/house
not all of it is in the house: 1 requirement missing
  into            $ROOT/venv; Python 3.12 on …
  wheel           sympy-1.14.0-py3-none-any.whl
  wheel           torch-2.10.0-py3-none-any.whl
  installed       numpy 2.4.6
  missing         mpmath<1.4,>=1.1.0, which sympy-1.14.0-py3-none-any.whl wants (Python 3.12)
? 1
$ gb10 wheelhouse install --env $ROOT/venv "numpy>=2.5" mpmath --dry-run --house $ROOT/other
the house has all of it: 2 wheels
  into            $ROOT/venv; Python 3.12 on …
  wheel           mpmath-1.3.0-py3-none-any.whl
  wheel           numpy-2.5.0-py3-none-any.whl
  command         $ROOT/venv/bin/python -m pip --isolated install --no-index --find-links $ROOT/other/wheels 'numpy>=2.5' mpmath
$ gb10 wheelhouse install --env $ROOT/empty numpy --house $ROOT/house
gb10: $ROOT/empty is no Python environment: it has no pyvenv.cfg, no conda-meta and no lib/python3.*/site-packages
? 2
$ gb10 wheelhouse add $ROOT/empty --house $ROOT/house
gb10: no wheels to add
hint: gb10 wheelhouse add FILE.whl… or a folder that holds some
? 2
$ gb10 wheelhouse export - --house $ROOT/house
gb10: cannot open $ROOT/house/store/sha256-5272678b26ebfdcfd9364cb81a9a40f79a7cd3dfe42e7e862fd56fec0767273e: no such file or directory
? 2
