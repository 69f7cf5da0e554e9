# Without Docker, or with nothing running, nothing is proved: exit 3 and what to do.
$ gb10 container check --root $ROOTS/healthy-founders-edition
gb10: no container is running
hint: docker compose up -d, then gb10 container check
? 3
$ gb10 container check --root $ROOTS/laptop-without-gpu
gb10: cannot look into a container: docker is not installed
hint: Docker is not installed: DGX OS brings it, elsewhere see docs.docker.com
? 3
