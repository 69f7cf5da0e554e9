# Somebody else's numbers: what cannot be is named, with the reason as a code for programs.
-- seed.log --
t=  1.0s | iters= 1117 | avg=   0.90 ms | ~1221.35 TFLOPs
t=  2.0s | iters= 1205 | avg=   1.66 ms | ~662.07 TFLOPs
t=  3.0s | iters= 1293 | avg=   2.32 ms | ~473.94 TFLOPs
-- end --
-- peak.json --
{"num_prompts": 10, "completed": 10, "failed": 0, "duration": 10.0, "total_output_tokens": 3290, "output_throughput": 329.0, "max_output_tokens_per_s": 153.0}
-- end --
-- odd.json --
[1, 2
-- end --
$ gb10 bench import $ROOT/seed.log
bench_gemm log: 1 of 1 result invalid, 1 with a warning
fp16 products
  invalid  compute-over-peak: 3 of 3 lines, the highest: 1221 TFLOP/s is above 118.8 TFLOP/s, the dense fp16 peak of 48 SMs at 2.418 GHz (the default, no clock was given); it would take 24.85 GHz
  warning  cumulative-mean: the rates are means since the start of what was launched, not of what was finished: about 1029 of the 1117 products of the first line were only queued. They fall from 1221 to 473.9 TFLOP/s while the counter grows by 88 a second, which is 96.76 TFLOP/s
  gemm.first_line          1221 TFLOP/s  mean since the start
  gemm.last_line            474 TFLOP/s  mean since the start
  gemm.finished                      88  products per second, slope of the counter
  gemm.rate                96.8 TFLOP/s  slope of the counter times the work of one product
? 1
$ gb10 bench import $ROOT/peak.json --json
{
  "form": "vllm bench serve",
  "verdict": "invalid",
  "invalid": [
    {
      "reason": "peak-below-average",
      "says": "the highest output rate is 153 tokens/s and the mean of the same run 329, as where pieces of the stream are counted as tokens",
      "row": "a model without a name"
    }
  ],
  "warnings": [],
  "rows": [
    {
      "name": "a model without a name",
      "invalid": [
        {
          "reason": "peak-below-average",
          "says": "the highest output rate is 153 tokens/s and the mean of the same run 329, as where pieces of the stream are counted as tokens"
        }
      ],
      "warnings": [],
      "figures": [
        {
          "name": "output.rate",
          "unit": "none",
          "value": 329.0,
          "evidence": "reported",
          "how": "tokens per second, output_throughput"
        },
        {
          "name": "output.peak_rate",
          "unit": "none",
          "value": 153.0,
          "evidence": "reported",
          "how": "tokens per second, max_output_tokens_per_s"
        },
        {
          "name": "total.rate",
          "unit": "none",
          "value": null,
          "evidence": "reported",
          "how": "tokens per second, prompts too, total_token_throughput: the file has no number"
        },
        {
          "name": "requests.rate",
          "unit": "none",
          "value": null,
          "evidence": "reported",
          "how": "requests per second, request_throughput: the file has no number"
        },
        {
          "name": "duration",
          "unit": "seconds",
          "value": 10.0,
          "evidence": "reported",
          "how": "the whole run, duration"
        },
        {
          "name": "requests.completed",
          "unit": "none",
          "value": 10.0,
          "evidence": "reported",
          "how": "requests, completed"
        },
        {
          "name": "requests.failed",
          "unit": "none",
          "value": 0.0,
          "evidence": "reported",
          "how": "requests, failed"
        },
        {
          "name": "requests.planned",
          "unit": "none",
          "value": 10.0,
          "evidence": "reported",
          "how": "requests, num_prompts"
        },
        {
          "name": "input.tokens",
          "unit": "none",
          "value": null,
          "evidence": "reported",
          "how": "tokens, total_input_tokens: the file has no number"
        },
        {
          "name": "output.tokens",
          "unit": "none",
          "value": 3290.0,
          "evidence": "reported",
          "how": "tokens, total_output_tokens"
        }
      ]
    }
  ],
  "file": "$ROOT/peak.json"
}
? 1
$ gb10 bench import $ROOT/odd.json
gb10: $ROOT/odd.json: it begins like JSON: no JSON at byte 6
hint: known are: vllm bench serve (JSON), llama-bench (JSON, JSONL, CSV, Markdown), llama-benchy (JSON, CSV, Markdown), nvbandwidth (text, JSON), nccl-tests (text), the bench_gemm log, the nanochat training log
? 2
$ gb10 bench import
gb10: which results are to be judged?
hint: gb10 bench import results.json
? 2
$ gb10 bench import $ROOT/none
gb10: cannot open $ROOT/none: no such file or directory
? 2
