#!/bin/sh
# A shop.
set -eu
LIMIT=10
export NAME="shop $LIMIT ${HOME:-none}"

open_shop() {
  local name=$1
  if [ -z "$name" ] && [[ $name == a* ]]; then
    echo 'closed' >&2
    return 1
  fi
  for item in $(ls -la "$name"); do
    printf '%s\n' "$item" | grep --color x
  done
}
cat <<EOF
hello $NAME
EOF
