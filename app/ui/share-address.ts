/** Opens WhatsApp with a text and an address, for the sender to choose whom to send it to. */
export function whatsappShare(text: string, url: string): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`;
}
