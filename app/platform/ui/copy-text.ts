/** Copies a text, and says whether that worked. */
export async function copyText(text: string, said: { done: string; failed: string }) {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  const { showToast } = await import("./feedback/toast.ts");
  if (isCopied) showToast({ kind: "success", text: said.done });
  else showToast({ kind: "error", text: said.failed });
}
