# Two images: `--target cpu`, which is also what a build without a target gives, and `--target gpu`. What builds an
# environment stays behind: no compiler, no PyTorch, no weights for training. To build upon the very same base again,
# name it by its digest: `--build-arg BASE_IMAGE=python:3.11-slim@sha256:...`.
ARG BASE_IMAGE=python:3.11-slim

FROM ${BASE_IMAGE} AS tools
WORKDIR /build
# The served environment gets no pip: it is filled from the one beside it.
RUN python -m venv /opt/tools && python -m venv --without-pip /opt/dragoman
COPY requirements/build.txt requirements/
RUN /opt/tools/bin/pip install --no-cache-dir --require-hashes --requirement requirements/build.txt

# Dependencies change rarely and weigh most: a layer of their own, every file checked by its hash. Nobody compiles
# against them here, so the C sources that some wheels bring (50 MB in all) go.
FROM tools AS cpu-dependencies
COPY requirements/cpu.txt requirements/
RUN /opt/tools/bin/pip --python /opt/dragoman/bin/python install --no-cache-dir --no-deps --require-hashes \
    --requirement requirements/cpu.txt \
    && find /opt/dragoman -name '*.[ch]' -delete

FROM tools AS gpu-dependencies
COPY requirements/gpu.txt requirements/
RUN /opt/tools/bin/pip --python /opt/dragoman/bin/python install --no-cache-dir --no-deps --require-hashes \
    --requirement requirements/gpu.txt \
    && find /opt/dragoman -name '*.[ch]' -delete

FROM tools AS service
COPY pyproject.toml README.md ./
COPY service service
RUN /opt/tools/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir wheels . \
    && /opt/tools/bin/pip --python /opt/dragoman/bin/python install --no-cache-dir --no-deps --target /opt/service \
    wheels/*.whl

FROM ${BASE_IMAGE} AS base
COPY --from=service /opt/service /opt/service
# Left alone, ONNX Runtime would report its use to its makers. In huge pages, weights are read faster.
ENV PATH=/opt/service/bin:/opt/dragoman/bin:$PATH \
    PYTHONPATH=/opt/service \
    PYTHONDONTWRITEBYTECODE=1 \
    ORT_DISABLE_TELEMETRY=1 \
    GLIBC_TUNABLES=glibc.malloc.hugetlb=1 \
    DRAGOMAN_HOST=0.0.0.0 \
    DRAGOMAN_PORT=8000 \
    DRAGOMAN_BUNDLES=/opt/bundles
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-c", "\
import os, urllib.request as http; \
url = 'http://127.0.0.1:' + os.environ['DRAGOMAN_PORT'] + '/readyz'; \
http.build_opener(http.ProxyHandler({})).open(url, timeout=4)"]
# The server itself is process 1 and gets the signals: SIGTERM lets running requests end.
ENTRYPOINT ["dragoman"]
CMD ["serve"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Dragoman" \
    org.opencontainers.image.description="Translation and text generation with encoder-decoder Transformers" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}"

FROM base AS gpu
COPY --from=gpu-dependencies /opt/dragoman /opt/dragoman
# The shipped bundles are for CPUs: float16 ones are mounted at /opt/bundles. Where CUDA does not load, the server
# refuses to start. The other two are for NVIDIA's container runtime.
ENV DRAGOMAN_DEVICE=cuda \
    NVIDIA_VISIBLE_DEVICES=all \
    NVIDIA_DRIVER_CAPABILITIES=compute,utility

FROM base AS cpu
COPY --from=cpu-dependencies /opt/dragoman /opt/dragoman
COPY models/bundles /opt/bundles
ENV DRAGOMAN_DEVICE=cpu
