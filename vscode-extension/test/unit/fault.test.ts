import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonOf } from "../../src/server/fault";

const SAID: readonly (readonly [string, RegExp])[] = [
  ["The virtual environment was not created because ensurepip is not available.", /python3-venv/],
  ["ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", /not the one/],
  ["SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", /certificate/],
  ["invalid peer certificate: UnknownIssuer", /certificate/],
  ["ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407", /http\.proxy/],
  [
    "Failed to establish a new connection: [Errno -2] Name or service not known",
    /needs the network/,
  ],
  ["error sending request for url", /needs the network/],
  ["OSError: [Errno 28] No space left on device", /disk is full/],
  ["one\ntwo: something else\n", /^two: something else$/],
  ["", /see the log for details/],
];

for (const [said, reason] of SAID) {
  test(`installer: ${said.slice(0, 40)}`, () => assert.match(reasonOf(said), reason));
}
