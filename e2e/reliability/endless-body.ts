import { connect } from "node:net";

export interface EndlessOutcome {
  /** Response received before the site closed the connection. */
  answer: string;
  /** Bytes sent, some of which may still be in kernel buffers. */
  sent: number;
  /** Lifetime of the connection in ms. */
  ms: number;
}

const chunkBytes = 64 * 1024;
const chunk = Buffer.from(`${chunkBytes.toString(16)}\r\n${"a".repeat(chunkBytes)}\r\n`);

/**
 * Sends `head`, then body chunks as fast as the site reads them, until the site closes the
 * connection, `bytes` are sent or `ms` have passed.
 */
export function sendEndlessBody(
  port: number,
  head: string,
  { bytes, ms }: { bytes: number; ms: number },
): Promise<EndlessOutcome> {
  return new Promise((resolve) => {
    const start = performance.now();
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    let sent = 0;
    const timer = setTimeout(() => socket.destroy(), ms);
    function sendChunks(): void {
      while (sent < bytes && socket.writable) {
        sent += chunkBytes;
        if (!socket.write(chunk)) {
          socket.once("drain", sendChunks);
          return;
        }
      }
    }
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    // ECONNRESET is expected if the site closes the connection while data is in flight.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ answer, sent, ms: performance.now() - start });
    });
    socket.write(`${head}Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
    sendChunks();
  });
}
