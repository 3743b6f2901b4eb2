// What keeps the server from starting, in words for its user, with what can be done about it.

export type Remedy =
  | "Open settings"
  | "Choose interpreter"
  | "Get Python"
  | "Try again"
  | "Show log";

export class ServerFault extends Error {
  constructor(
    message: string,
    readonly remedies: readonly Remedy[],
  ) {
    super(message);
  }
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /ensurepip|python3?-venv/i,
    "this Python has no pip. On Debian and Ubuntu: sudo apt install python3-venv.",
  ],
  [
    /DO NOT MATCH THE HASHES|hash mismatch/i,
    "a downloaded package is not the one Citeloom was built with; nothing was installed.",
  ],
  [
    /CERTIFICATE_VERIFY_FAILED|UnknownIssuer|invalid peer certificate/i,
    "the package server has a certificate that is not trusted here, as behind some " +
      "company proxies. Set SSL_CERT_FILE to your institution's certificate.",
  ],
  [
    /ProxyError|\b407\b|proxy/i,
    "the proxy blocks packages. Set http.proxy in VS Code's settings, or HTTPS_PROXY.",
  ],
  [/No space left|ENOSPC|disk full/i, "the disk is full."],
  [/Permission denied|EACCES|Access is denied/i, "the folder is not writable."],
  [
    /getaddrinfo|name resolution|Name or service|nodename nor servname|dns error|unreachable|timed out|Connection refused|ConnectionError|NewConnectionError|error sending request|No matching distribution/i,
    "the packages could not be fetched. The first start needs the network, later ones do not. " +
      "Behind a proxy, set http.proxy in VS Code's settings.",
  ],
];

/** Says what an installer's output comes to. */
export function reasonOf(output: string): string {
  const known = REASONS.find(([sign]) => sign.test(output));
  if (known) return known[1];
  const last = output.trim().split(/\r?\n/).at(-1) ?? "";
  return last || "see the log for details.";
}
