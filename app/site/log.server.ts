import type { Logger } from "pino";
import { createContext } from "react-router";

/** The log of a request: every line carries the request's id. */
export const logContext = createContext<Logger>();
