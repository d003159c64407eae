const longestAddress = 2000;

/** Hosts, each as `host:port`, that may be fetched although they are private, and on any port. */
export type AllowedHosts = readonly string[];

/** Ports a feed may be fetched from. */
export const feedPorts: readonly number[] = [80, 443];

/**
 * Parses a feed's address as given by its owner or a redirect; null if it may not be fetched. The
 * host is not resolved here, because it could resolve differently for the connection.
 */
export function parseFeedAddress(
  text: string,
  allowedHosts: AllowedHosts = [],
  ports = feedPorts,
): URL | null {
  const address = text.trim().replace(/^webcals?:/i, "https:");
  if (address.length > longestAddress || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.hash = "";
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  if (url.username !== "" || url.password !== "") return null;
  const isOpen = ports.includes(portOf(url)) || allowedHosts.includes(hostAndPort(url));
  return isOpen ? url : null;
}

/** `host:port`, also where the port is the protocol's own. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
