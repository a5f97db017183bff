#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment outside the checkout, and plays a game there.
# tools/check_wheel.sh [PYTHON]: PYTHON has hatchling, as requirements-dev.lock pins it; default .venv/bin/python.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(cd "$(dirname "${1:-.venv/bin/python}")" && pwd)/$(basename "${1:-.venv/bin/python}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$python" -m tools.docs_site
"$python" -m hatchling build -t wheel -d "$folder/dist"
"$python" -m zipfile -l "$folder"/dist/*.whl | awk '{print $1}' > "$folder/files"
for file in domain/game/rules.md api/web/static/index.html api/web/site/index.html api/web/site/searchindex.js; do
    grep -qx "$file" "$folder/files" || { echo "The wheel lacks $file." >&2; exit 1; }
done
if grep -E '/golden/|^clients/|^emberlog_client/|^tests/|^tools/|^docs/|\.venv/' "$folder/files"; then
    echo "The wheel has files that belong to the checkout alone." >&2
    exit 1
fi

# The lock goes first, with hashes; the wheel then finds everything that it asks for.
if command -v uv >/dev/null; then
    uv venv --quiet --no-project --python "$python" "$folder/venv"
    uv pip install --quiet --python "$folder/venv/bin/python" --no-deps --require-hashes -r requirements.lock
    uv pip install --quiet --python "$folder/venv/bin/python" --offline "$(echo "$folder"/dist/*.whl)[embedded]"
else
    "$python" -m venv "$folder/venv"
    "$folder/venv/bin/python" -m pip install --quiet --no-deps --require-hashes -r requirements.lock
    "$folder/venv/bin/python" -m pip install --quiet --no-index "$(echo "$folder"/dist/*.whl)[embedded]"
fi

# Nothing of the checkout may be found: another folder, no PYTHONPATH, no settings of whoever runs this.
cd "$folder"
unset PYTHONPATH EMBERLOG_DATABASE_URL EMBERLOG_REDIS_URL
export EMBERLOG_DATA="$folder/data"
"$folder/venv/bin/emberlog" --version
"$folder/venv/bin/emberlog" demo --exit --pace 0
echo "The wheel works by itself."
