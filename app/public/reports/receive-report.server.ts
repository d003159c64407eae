import type { RouterContextProvider } from "react-router";
import { currentUser } from "../../domain/accounts/session-context.server.ts";
import type { ReportInput } from "../../domain/listings/reports/report.ts";
import { reportIntakeContext } from "../../domain/listings/reports/report-intake.server.ts";
import { announceReports } from "../../domain/listings/reports/report-letter.server.ts";
import { reportListing } from "../../domain/listings/reports/reports.server.ts";
import { logFailure } from "../../platform/web/outage.server.ts";
import {
  hour,
  type Limit,
  type Tries,
  takeTry,
  tooManyTries,
  wide,
  wideNetwork,
} from "../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../platform/web/site.server.ts";

const reportsOfAddress: Limit = { name: "report-address", points: 10, duration: hour };

/** Stores a report and writes to the operator at once, or with the next hourly letter. */
export async function receiveReport(
  context: Readonly<RouterContextProvider>,
  postId: string,
  input: ReportInput,
  testimonialId: string | null = null,
): Promise<Awaited<ReturnType<typeof reportListing>> | typeof tooManyTries> {
  const { db, clientAddress, hashAddress, log } = context.get(siteContext);
  const intake = context.get(reportIntakeContext);
  // One customer may hold a whole /48, and is one reporter.
  const addressHash = hashAddress("report", wideNetwork(clientAddress));
  const tries: Tries = [
    [reportsOfAddress, hashAddress("report", clientAddress)],
    [wide(reportsOfAddress), addressHash],
  ];
  if (!(await takeTry(context, tries))) return tooManyTries;
  const reporter = { uid: currentUser(context)?.uid ?? null, addressHash };
  const result = await reportListing(db, postId, reporter, input, testimonialId);
  if (result.ok) {
    // The report is stored; a letter that fails now is sent by the next round.
    await announceReports(intake).catch((error) => logFailure(log, error, "reports not announced"));
  }
  return result;
}
