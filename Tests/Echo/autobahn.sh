#!/usr/bin/env bash
# Runs the Autobahn suite against the echo program: autobahn.sh PROGRAM SUITE [CASE …] [OPTION …]
#
# The suite stands beside the project, where there is one; its packages go to .build/autobahn.
set -euo pipefail
program=$1 suite=$2
shift 2
if [ ! -x "$suite/run.sh" ]; then
  echo "Skipped: there is no Autobahn suite in $suite."
  exit 0
fi
export AUTOBAHN_VENV="$PWD/.build/autobahn"
"$suite/setup.sh" >/dev/null

output=$(mktemp)
"$program" --port 0 >"$output" &
server=$!
trap 'kill "$server"; rm -f "$output"' EXIT
for _ in $(seq 100); do
  address=$(sed -n 's/^Listening on //p' "$output")
  [ -z "$address" ] || break
  sleep 0.1
done
"$suite/run.sh" "ws://$address" "$@" --strict --fail-on NON-STRICT
