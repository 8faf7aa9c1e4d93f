#!/bin/bash
# Doc f
# more
function f {
  local x=1
  inner() { echo; }
}
g() {
  echo
}
function h() ( echo )
NAME=val
NAME=again
export PUB=1
readonly RO=2
declare -r RO2=3
declare -A map
alias ll='ls -l'
source ./x.sh
. lib.sh
if true; then cond() { :; }; fi
arr=(a b)
@test "does things" { x; }
