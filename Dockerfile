# build: everything that ./bootstrap.sh installs and builds. The last stage has the
# tools alone, a program without shared libraries, and Python for `tessera run`.
#
#   docker build -t tessera .
#   docker run --rm -v "$PWD:/work" -w /work tessera tileiras kernel.tileirbc -o kernel.cubin --gpu-name=sm_90
FROM debian:12 AS build
COPY . /src
WORKDIR /src
RUN ./bootstrap.sh build && scripts/packaging/wheel.sh /wheel

FROM debian:12-slim
# Debian's mirrors have one version of a package at a time.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv && \
    rm -rf /var/lib/apt/lists/* && python3 -m venv /opt/tessera
COPY --from=build /wheel /src/python/image.txt /wheel/
RUN /opt/tessera/bin/pip install --no-cache-dir --require-hashes -r /wheel/image.txt && \
    /opt/tessera/bin/pip install --no-index --no-deps /wheel/*.whl && rm -rf /wheel
ENV PATH=/opt/tessera/bin:$PATH
CMD ["tessera", "doctor"]
