# Two stages: what builds the environment stays behind. No torch, no compiler, no model weights for training.
ARG BASE_IMAGE=python:3.11-slim

FROM ${BASE_IMAGE} AS build
WORKDIR /build
RUN python -m venv /opt/dragoman
# Dependencies change rarely: they are installed with an empty package first, and that layer is kept.
COPY pyproject.toml README.md ./
COPY service/__init__.py service/
RUN /opt/dragoman/bin/pip install --no-cache-dir '.[cpu]'
COPY service service
RUN /opt/dragoman/bin/pip install --no-cache-dir --no-deps --force-reinstall .

FROM ${BASE_IMAGE}
COPY --from=build /opt/dragoman /opt/dragoman
COPY models/bundles /opt/bundles
ENV PATH=/opt/dragoman/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    DRAGOMAN_HOST=0.0.0.0 \
    DRAGOMAN_PORT=8000 \
    DRAGOMAN_BUNDLES=/opt/bundles
# A number, so that Kubernetes can see that it is not root.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-c", "\
import os, urllib.request as http; \
url = 'http://127.0.0.1:' + os.environ['DRAGOMAN_PORT'] + '/readyz'; \
http.build_opener(http.ProxyHandler({})).open(url, timeout=4)"]
# The server itself is process 1 and gets the signals: SIGTERM lets running requests end.
ENTRYPOINT ["dragoman"]
CMD ["serve"]
