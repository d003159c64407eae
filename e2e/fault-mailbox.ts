import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server that keeps what it is given. */
export interface Mailbox {
  url: string;
  letters: { messageId: string; text: string }[];
  close: () => Promise<void>;
}

/** Starts a real SMTP server. */
export async function openMailbox(): Promise<Mailbox> {
  const letters: Mailbox["letters"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        letters.push({ messageId: /^Message-ID: (.*)$/im.exec(text)?.[1] ?? "", text });
        done();
      });
    },
  });
  // A killed site breaks its connections off.
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
