export const maxFeedAddressLength = 2000;

/** Private hosts, as `host:port`, that may be fetched, on any port. */
export type AllowedHosts = readonly string[];

export const feedPorts: readonly number[] = [80, 443];

/** Null if it may not be fetched. On connecting, feed-agents.server.ts checks the IP address. */
export function parseFeedAddress(
  text: string,
  allowedHosts: AllowedHosts = [],
  ports = feedPorts,
): URL | null {
  const address = text.trim().replace(/^webcals?:/i, "https:");
  if (address.length > maxFeedAddressLength || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.hash = "";
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username !== "" || url.password !== "") return null;
  const isOpen = ports.includes(portOf(url)) || allowedHosts.includes(hostAndPort(url));
  return isOpen ? url : null;
}

export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
