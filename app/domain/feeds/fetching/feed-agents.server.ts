import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/**
 * Denied besides private addresses. The agent's own deny-list would warn about addresses of the
 * other IP family.
 */
const denied = new BlockList();
denied.addAddress("168.63.129.16"); // Azure's platform, which counts as public
denied.addSubnet("::", 96, "ipv6"); // ::127.0.0.1 and the like

/**
 * These agents check the IP address of the connection, so a name that resolves differently later
 * gains nothing.
 */
export function createPublicAgents(options: http.AgentOptions = {}) {
  const checked = { ...options, lookup: checkedLookup(options.lookup ?? dns.lookup) };
  return {
    http: new RequestFilteringHttpAgent(checked),
    https: new RequestFilteringHttpsAgent(checked),
  };
}

export const unfilteredAgents = { http: new http.Agent(), https: new https.Agent() };

/** The agents' lookup never sees a literal address. */
export function isDeniedLiteral({ hostname }: URL): boolean {
  return isDenied(hostname.replace(/^\[|\]$/g, ""));
}

function isDenied(address: string): boolean {
  return isIP(address) !== 0 && denied.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      const refusal = addresses.some(isDenied) ? new Error(`${hostname} may not be fetched`) : null;
      callback(error ?? refusal, found, family);
    });
  };
}
