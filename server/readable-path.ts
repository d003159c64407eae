/** True if the percent-encoding is valid UTF-8 without NUL. */
export function isReadablePath(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
