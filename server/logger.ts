import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { secretPaths } from "../app/secret-paths.ts";

/** PostgreSQL error classes whose messages quote values. */
const quotingClasses = ["22", "23", "44", "P0"];

/** POSIX guarantees less, but PIPE_BUF is 4096 on Linux. */
const pipeBytes = 4_096;

const emails =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const tokenLinks = new RegExp(`(${secretPaths.join("|")})[\\w%-]+`, "g");

/**
 * Logs JSON lines, to standard output by default. Leaves out personal data: errors go through
 * {@link describeError}, and e-mail addresses and link tokens are removed (mail servers repeat
 * addresses).
 */
export function createLog(level: LoggerOptions["level"], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: level ?? "info",
    base: { pid: process.pid },
    serializers: { err: describeError },
    hooks: {
      streamWrite: withoutPersons,
    },
  };
  return pino(options, destination ?? standardOutput());
}

/** Most lines contain neither, and a plain text search is cheaper than a pattern. */
function withoutPersons(line: string): string {
  const hasEmail = line.includes("@") || line.includes("%40");
  const safe = hasEmail ? line.replace(emails, "<e-mail>") : line;
  const hasToken = secretPaths.some((path) => safe.includes(path));
  return hasToken ? safe.replace(tokenLinks, "$1<token>") : safe;
}

/**
 * Buffers output: writing a single line costs as much as serving a cached page. Writes whole lines,
 * and no more at once than a pipe takes without mixing in those of another worker.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({
    sync: true,
    minLength: 3_500,
    maxWrite: pipeBytes,
    periodicFlush: 200,
  });
  process.once("exit", () => output.flushSync());
  return output;
}

/** The innermost cause in one line, as the log would show it. */
export function summarizeError(error: unknown): string {
  let innermost = describeError(error);
  while (innermost.cause) innermost = innermost.cause;
  const { type, code, message } = innermost;
  return withoutPersons(`${type}${code ? ` (${code})` : ""}: ${message}`);
}

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  status?: number;
  table?: string;
  column?: string;
  constraint?: string;
  stack?: string;
  cause?: DescribedError;
}

/** Leaves out values: query parameters and PostgreSQL's detail. */
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an Error" };
  const { code, status, table, column, constraint } = error as Error & Record<string, unknown>;
  const described: DescribedError = {
    type: error.constructor.name,
    message: messageOf(error, code),
  };
  if (typeof code === "string") described.code = code;
  if (typeof status === "number") described.status = status;
  if (typeof table === "string") described.table = table;
  if (typeof column === "string") described.column = column;
  if (typeof constraint === "string") described.constraint = constraint;
  const places = placesOf(error);
  if (places.length > 0 && depth === 0) described.stack = places.join("\n");
  if (error.cause !== undefined && depth < 4) {
    described.cause = describeError(error.cause, depth + 1);
  }
  return described;
}

/** The stack without its message, whose lines may be somebody's text that looks like places. */
function placesOf({ stack = "", message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const lines = stack.slice(start + message.length).split("\n");
  return lines.filter((line) => /^\s+at /.test(line));
}

function messageOf(error: Error, code: unknown): string {
  if ("params" in error && "query" in error) return "Failed query";
  const isQuoting =
    "severity" in error &&
    typeof code === "string" &&
    quotingClasses.some((start) => code.startsWith(start));
  return isQuoting ? "data refused by PostgreSQL" : error.message;
}
