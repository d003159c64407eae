import { showToast } from "./feedback/toast.ts";

/** Copies a text, and says whether that worked. */
export async function copyText(text: string, said: { done: string; failed: string }) {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "success", text: said.done });
  } catch {
    showToast({ kind: "error", text: said.failed });
  }
}
