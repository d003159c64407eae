/** Opens WhatsApp with a text and an address, where the sender chooses the recipient. */
export function whatsappShare(text: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`;
}

/**
 * Opens the share sheet for a `ShareLink`, or copies its address. On phones without a share sheet, as inside
 * apps, the link leads to WhatsApp.
 */
export async function shareAddress(link: HTMLAnchorElement, event: MouseEvent): Promise<void> {
  const { share: url = "", title: text } = link.dataset;
  const canCopy = "clipboard" in navigator && !/Android|iP(hone|ad)/.test(navigator.userAgent);
  if (!("share" in navigator) && !canCopy) return;
  event.preventDefault();
  try {
    await (typeof navigator.share === "function"
      ? navigator.share({ title: text ?? "", url })
      : copy(url));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (canCopy) await copy(url).catch(() => location.assign(link.href));
    else location.assign(link.href);
  }
}

async function copy(url: string): Promise<void> {
  await navigator.clipboard.writeText(url);
  const { showToast } = await import("./feedback/toast.ts");
  showToast({ kind: "success", text: "Link copiado" });
}
