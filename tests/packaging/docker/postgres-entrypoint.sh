#!/bin/bash
# As much of the official image's entrypoint as compose.yaml needs: the user, password and database that the variables name.
set -euo pipefail
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"; }
chown postgres "$PGDATA"
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    password=$(as_postgres mktemp)
    printf '%s' "$POSTGRES_PASSWORD" >"$password"
    as_postgres initdb --username="$POSTGRES_USER" --pwfile="$password" --auth=scram-sha-256 --locale=C --encoding=UTF8 >/dev/null
    rm "$password"
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    echo "CREATE DATABASE \"$POSTGRES_DB\"" | as_postgres postgres --single -D "$PGDATA" postgres >/dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups -- postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp
