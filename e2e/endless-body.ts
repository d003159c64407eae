import { connect } from "node:net";

/** What came of a request whose body never ends by itself. */
export interface EndlessOutcome {
  /** What the site said before it hung up. */
  answer: string;
  /** Bytes of the body that left, of which the kernel may have held some. */
  sent: number;
  /** From the connection to its end, ms. */
  ms: number;
}

const chunkBytes = 64 * 1024;
const chunk = Buffer.from(`${chunkBytes.toString(16)}\r\n${"a".repeat(chunkBytes)}\r\n`);

/**
 * Sends a request line and headers, then chunks of a body as fast as they are taken, until the site
 * hangs up, the body has `bytes`, or `ms` have passed.
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
    function sendOn(): void {
      while (sent < bytes && socket.writable) {
        sent += chunkBytes;
        if (!socket.write(chunk)) {
          socket.once("drain", sendOn);
          return;
        }
      }
    }
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    // The site may hang up while more is on its way.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ answer, sent, ms: performance.now() - start });
    });
    socket.write(`${head}Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
    sendOn();
  });
}
