interface DatedReport {
  createdAt: Date;
  addressHash: string | null;
}

const reportersForFlag = 3;
const flagWindowMs = 24 * 60 * 60 * 1000;

/** True if three different addresses reported a listing within a day. */
export function isFlagged(reports: readonly DatedReport[]): boolean {
  return reports.some((first) => {
    const start = first.createdAt.getTime();
    const reporters = reports.flatMap(({ createdAt, addressHash }) => {
      const age = createdAt.getTime() - start;
      return addressHash !== null && age >= 0 && age <= flagWindowMs ? [addressHash] : [];
    });
    return new Set(reporters).size >= reportersForFlag;
  });
}
