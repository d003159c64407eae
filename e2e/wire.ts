import { connect, createServer, type Socket } from "node:net";
import { listen } from "../testing/listen.ts";

/** A TCP proxy between browser and site whose traffic can be held or cut. */
export interface Wire {
  url: string;
  triesWhileCut: () => number;
  /** Drops all connections once the site has received this many more bytes. */
  cutAfter: (bytes: number) => void;
  isCut: () => boolean;
  /** Accepts connections again. */
  restore: () => void;
  /** Stops forwarding once the site has received this many more bytes, until released. */
  holdAfter: (bytes: number) => void;
  isHeld: () => boolean;
  release: () => void;
  close: () => Promise<void>;
}

/** Starts a proxy; `target()` is called for every connection. */
export async function startWire(target: () => string): Promise<Wire> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let [cut, tries] = [false, 0];
  let [cutAt, holdAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let passed = 0;

  const server = createServer((near) => {
    if (cut) {
      tries += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(new URL(target()).port), "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    near.on("data", (chunk) => {
      passed += chunk.length;
      if (passed >= cutAt) {
        cutAt = Number.POSITIVE_INFINITY;
        cut = true;
        for (const socket of sockets) socket.destroy();
        return;
      }
      far.write(chunk);
      if (passed >= holdAt) {
        near.pause();
        held.push(() => near.resume());
      }
    });
    near.on("end", () => far.end());
    near.on("close", () => far.destroy());
    far.on("data", (chunk) => near.write(chunk));
    far.on("end", () => near.end());
    far.on("close", () => near.destroy());
  });
  const port = await listen(server);
  return {
    url: `https://localhost:${port}`,
    triesWhileCut: () => tries,
    cutAfter(bytes) {
      tries = 0;
      cutAt = passed + bytes;
    },
    isCut: () => cut,
    restore() {
      cut = false;
    },
    holdAfter(bytes) {
      holdAt = passed + bytes;
    },
    isHeld: () => held.length > 0,
    release() {
      holdAt = Number.POSITIVE_INFINITY;
      for (const resume of held.splice(0)) resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
