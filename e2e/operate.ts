import { expect } from "vitest";
import { runOperator } from "../cli/operator.ts";
import type { TestedSite } from "./prepared-site.ts";

/** Runs a command of the operator's terminal in this process, and returns what it printed. */
export async function operate(site: TestedSite, ...command: string[]): Promise<string> {
  let printed = "";
  const write = (text: string) => {
    printed += text;
  };
  const io = { env: site.operatorEnv, stdout: { write }, stderr: { write } };
  expect(await runOperator(command, io), printed).toBe(0);
  return printed;
}
