// What is read out of the server's messages.

/** Returns what a message says was written, without its advice; undefined for another message. */
export function isWritten(message: string): string | undefined {
  return /^Related work is written \(.*\)\./s.exec(message)?.[0];
}
