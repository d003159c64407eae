/** Whether a path is text: percent signs that are UTF-8, without NUL. */
export function isReadablePath(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
