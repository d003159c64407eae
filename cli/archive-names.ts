// mar-de-minas-20261121T033000123Z-v1.0.0.tar.gz: sorting by name sorts by age. Older archives don't name
// the version that wrote them.
const stem = String.raw`mar-de-minas-\d{8}T\d{9}Z(-v\d+\.\d+\.\d+)?\.tar\.gz`;

/** Matches archives named here, complete or not. */
export const archivePattern = new RegExp(`^${stem}(\\.incompleto|\\.nao-conferido)?$`);

export function nameArchive(now: Date, version: string): string {
  return `mar-de-minas-${now.toISOString().replace(/[-:.]/g, "")}-v${version}.tar.gz`;
}

/** Returns when the named archive was begun. */
export function timeOfArchive(name: string): Date {
  const [year, month, day, hour, minute, second, ms] =
    /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name)?.slice(1) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}
