#!/usr/bin/env bash
# Builds the tool and lets it deploy to a stage.
set -euo pipefail

build() {
    (cd tool && cargo build --release)
}

main() {
    build
    ./tool/target/release/harbor-tool "$@"
}

main "$@"
