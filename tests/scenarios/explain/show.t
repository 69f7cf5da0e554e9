# A name may be a rule and a signature: both are shown.
$ gb10 show huggingface.no-access
huggingface.no-access: Hugging Face refuses the download of the model: no token, no right, or no such name
  in a log  cause, on any machine
  shown by  (Cannot access gated repo for url|You are trying to access a gated repo)(
            https?://[^/\s]+/(?P<repo>[\w.-]+/[\w.-]+))?
  shown by  (401|403) (Client
            Error|Unauthorized|Forbidden).*huggingface\.co/(api/models/)?(?P<repo>[\w.-]+/[\w.-]+)|'(401
            Unauthorized|403 Forbidden)' for url '?https://huggingface\.co/
  shown by  GatedRepoError: 40[13]
  shown by  RepositoryNotFoundError: 401
  shown by  Access to model (?P<repo>[\w.-]+/[\w.-]+) is restricted
  why       The model is gated or private and the request came without a token that may read it; a
            misspelt name is answered with 401 as well. In a container the token of the host is not
            there by itself.
  known     huggingface_hub error messages (2026-11)
  in force  built in
  do         open the model's page, log in and accept its terms; check the spelling of its name
             there
             a token on this machine:
               hf auth login   # older versions: huggingface-cli login
             in a container: -e HF_TOKEN after docker run, or HF_TOKEN under environment: in
             compose.yaml, with the variable set on the host
             check who you are:
               hf auth whoami
$ gb10 show vllm.engine-core-failed
vllm.engine-core-failed: "Engine core initialization failed" names no cause
  in a log   consequence
  shown by   [Ee]ngine core initialization failed
  shown by   EngineCore failed to start
  shown by   Failed core proc
  shown by   Engine process failed to start
  why        The real error stands above this line, in the engine's or a worker's own lines.
  known      all vLLM logs (2026-10)
  catalogue  N-16
  in force   built in
