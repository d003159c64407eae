/** Stable while the range begins with the same night. */
export function exportUid(listingId: string, firstNight: string, host: string): string {
  return `${listingId}-${firstNight.replaceAll("-", "")}@${host}`;
}

/** Ignores the host: our address may have changed since another site read the UID. */
export function isExportUid(uid: string, listingId: string): boolean {
  const [id, host] = uid.toLowerCase().split("@");
  return host !== undefined && id?.slice(0, -9) === listingId && /-\d{8}$/.test(id);
}
