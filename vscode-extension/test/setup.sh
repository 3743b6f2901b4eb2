#!/usr/bin/env bash
# Brings what the tests in a real VS Code need into build/editors, or the folder that CITELOOM_EDITORS
# names: VS Code as code-server has it and the Node that it runs on. Chromium is the system's. Where
# nothing can be fetched it says so, and the tests are skipped; with CI set, that is a failure.
set -uo pipefail
node=24.21.0 editor=4.139.1
here="$(cd "$(dirname "$0")" && pwd)"
tools="${CITELOOM_EDITORS:-$here/../build/editors}"
mark="node $node, code-server $editor, logs in JavaScript"
[ "$(cat "$tools/complete" 2>/dev/null)" = "$mark" ] && exit

install() {
  for seconds in 5 20 0; do
    npm install --no-audit --no-fund --loglevel=error "$@" && return
    sleep "$seconds"
  done
  return 1
}

bring() {
  mkdir -p "$tools" && cd "$tools" || return
  rm -f complete
  echo '{"private":true}' > package.json
  case "$(uname -sm)" in
    "Linux x86_64") system=linux-x64 ;;
    "Linux aarch64") system=linux-arm64 ;;
    *) echo "the tests in VS Code run on Linux (x64, arm64)" >&2 && return 1 ;;
  esac
  install "node-$system@$node" || return
  ln -sf "node_modules/node-$system/bin/node" node
  # By the machine's npm, whose configuration knows its network; only VS Code wants the newer Node.
  # Its own modules are installed one by one: its install scripts want a compiler.
  install --ignore-scripts "code-server@$editor" || return
  for folder in . extensions; do
    (cd "node_modules/code-server/lib/vscode/$folder" && install --omit=dev --ignore-scripts) || return
  done
  cp "$here/spdlog.cjs" node_modules/code-server/lib/vscode/node_modules/@vscode/spdlog/index.js
  echo "$mark" > complete
}

bring && exit
echo "VS Code could not be fetched; the tests in it will be skipped." >&2
[ -z "${CI:-}" ]
