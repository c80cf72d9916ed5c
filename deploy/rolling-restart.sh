#!/bin/sh
# Restarts the processes on these ports one after the other: rolling-restart.sh 3001 3002 3003
# Waits after each until it answers and can write to its database. While the database is away, the others keep their players.
set -eu
for port in "$@"; do
  systemctl restart "anchor@$port"
  tries=0
  until curl --fail --silent --output /dev/null --max-time 2 "http://127.0.0.1:$port/healthz"; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || { echo "anchor@$port is not ready: journalctl -u anchor@$port" >&2; exit 1; }
    sleep 1
  done
  echo "anchor@$port is back"
done
