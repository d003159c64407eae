import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "./listen.ts";

/** Another site that publishes calendars, on this machine. */
export interface FeedHost {
  /** The server's `host:port`, for CALENDAR_HOSTS. */
  host: string;
  /** Publishes a calendar, or another answer; returns its address. */
  serve: (path: string, answer: string | RequestListener) => string;
  /** Requests so far, oldest first. */
  requests: IncomingMessage[];
  /** Most requests in progress at the same time. */
  maxAtOnce: () => number;
}

/** Starts a server that stops when the test ends. */
export async function startFeedHost(
  onDone: (stop: () => void) => void = onTestFinished,
): Promise<FeedHost> {
  const answers = new Map<string, string | RequestListener>();
  const requests: IncomingMessage[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    underWay += 1;
    most = Math.max(most, underWay);
    response.on("close", () => {
      underWay -= 1;
    });
    const answer = answers.get(request.url ?? "");
    if (typeof answer === "function") answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else response.setHeader("Content-Type", "text/calendar").end(answer);
  });
  const port = await listen(server);
  onDone(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${port}`;
  return {
    host,
    serve(path, answer) {
      answers.set(path, answer);
      return `http://${host}${path}`;
    },
    requests,
    maxAtOnce: () => most,
  };
}

/** A calendar with one all-day event for each stay, `[check-in, check-out]`. */
export function calendarOf(...stays: [checkIn: string, checkOut: string][]): string {
  const events = stays.map(([checkIn, checkOut], index) => [
    "BEGIN:VEVENT",
    `UID:${index}@other.example`,
    `DTSTART;VALUE=DATE:${checkIn.replaceAll("-", "")}`,
    `DTEND;VALUE=DATE:${checkOut.replaceAll("-", "")}`,
    "SUMMARY:Reserved - Joana Prado",
    "END:VEVENT",
  ]);
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", ...events.flat(), "END:VCALENDAR"].join("\r\n")}\r\n`;
}
