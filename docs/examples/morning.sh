#!/bin/sh
# What the desk must still look after: open alarms. Ends with 1 if there are any, for cron or a monitor.
#   REVEILLE_USER=desk REVEILLE_PASSWORD=... sh morning.sh
set -eu
url="${REVEILLE_URL:-http://127.0.0.1:8080}"

# The password goes by standard input: on the command line everybody on the machine could read it.
alarms=$(printf 'user = "%s:%s"\n' "$REVEILLE_USER" "$REVEILLE_PASSWORD" |
  curl --silent --show-error --fail --config - "$url/rest/alarm?state=open")

if [ "$alarms" = '{"alarms":[]}' ]; then
  echo 'Nothing is open.'
else
  echo "$alarms"
  exit 1
fi
